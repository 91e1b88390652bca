"""`zermelo path`: shortest paths on grid maps."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import NO

if TYPE_CHECKING:
    from zermelo.answers.path import Query
    from zermelo.grid.grid import Grid
    from zermelo.grid.scenario import PathProblem
    from zermelo.grid.timed import TimedRoutes


def path(
    file: Annotated[
        str,
        typer.Argument(
            metavar="MAP",
            help="A .map file of the MovingAI form, or a map to be made: random, rooms or maze, "
            "with options: random:width=64,height=64,density=0.2,seed=1.",
        ),
    ],
    start: Annotated[
        str | None, typer.Option("--from", metavar="X,Y", help="Where the path starts.")
    ] = None,
    goal: Annotated[
        str | None, typer.Option("--to", metavar="X,Y", help="Where it ends; 0,0 is upper left.")
    ] = None,
    scen: Annotated[
        str | None,
        typer.Option("--scen", metavar="FILE", help="Solve a scenario, and check its lengths."),
    ] = None,
    queries: Annotated[
        int | None,
        typer.Option("--queries", metavar="N", min=1, help="Ask for N random paths."),
    ] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(
            "--search", metavar="NAME", help="astar, jps, rsr, dstar or ucs; several are compared."
        ),
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Compare all searches.")] = False,
    changes: Annotated[
        int | None,
        typer.Option(
            "--changes",
            metavar="N",
            min=1,
            help="Walk by D* Lite while the map changes N times.",
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option("--picture", metavar="FILE", help="Draw what was searched: .svg or .png."),
    ] = None,
    save: Annotated[
        list[str] | None,
        typer.Option("--save", metavar="FILE", help="Write the map (.map) or queries (.scen)."),
    ] = None,
    passable: Annotated[
        str, typer.Option("--passable", metavar="LETTERS", help="Terrain that can be walked on.")
    ] = ".GS",
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Find shortest paths on grid maps.

    Straight steps cost 1 and diagonal ones the root of 2; corners are not cut. All searches find a
    shortest path; they differ in what they look at.

    Examples:
      zermelo path maze:width=31,height=15 --from 0,0 --to 30,14
      zermelo path rooms:width=48,height=24 --from 0,0 --to 46,22 --compare --picture rooms.svg
      zermelo path random --queries 9 --save a.map --save a.scen && zermelo path a.map --scen a.scen
      zermelo path rooms:width=40,height=24 --from 0,0 --to 38,22 --changes 2 --picture walk.png
    """
    from zermelo.apps.maps import cell_of, opened
    from zermelo.errors import UsageError
    from zermelo.grid.arena import require_free
    from zermelo.pictures.maps.write import PICTURES, SAVED, check_path

    given = (start is not None or goal is not None, scen is not None, queries is not None)
    if sum(given) != 1 or (start is None) != (goal is None):
        raise UsageError("give either --from and --to, or --scen, or --queries")
    for name in save or ():
        check_path(name, SAVED, "a map or a scenario")
    if picture is not None:
        check_path(picture, PICTURES, "a picture")
        if start is None:
            raise UsageError("--picture draws one path: give --from and --to")
    grid = opened(file, passable)
    if start is None or goal is None:
        if changes is not None:
            raise UsageError("--changes is about one path: give --from and --to")
        many(grid, scen, queries, seed, searches_of(search, compare), save or [], as_json)
        return
    first, last = cell_of(start, "--from"), cell_of(goal, "--to")
    require_free(grid, first, "--from")
    require_free(grid, last, "--to")
    if changes is not None:
        if compare or search not in (None, [], ["dstar"]):
            raise UsageError("--changes goes with --search dstar alone")
        walking(grid, (first, last), changes, seed, picture, save or [], as_json)
    else:
        names = searches_of(search, compare)
        one(grid, (first, last), names, picture, save or [], as_json)


def searches_of(names: list[str] | None, compare: bool) -> list[str]:
    """Return the searches that are wanted; UsageError if one is not known."""
    from zermelo.errors import UsageError
    from zermelo.grid.find import grid_searches, required

    if compare and names:
        raise UsageError("--compare takes all searches: leave --search out")
    for name in names or ():
        required(name)
    return list(grid_searches()) if compare else names or ["jps"]


def answers_of(
    grid: "Grid", names: list[str], queries: "list[Query]", watch: bool = False
) -> "list[TimedRoutes]":
    """Return what all searches answer, with progress on a terminal."""
    from zermelo.grid.timed import timed_routes

    answers = []
    with output.progress(len(names) * len(queries)) as shown:
        for number, name in enumerate(names):
            before = number * len(queries)
            shown.report(f"{name} is made ready", before)
            answers.append(
                timed_routes(
                    grid,
                    name,
                    queries,
                    watch=watch,
                    report=lambda done, name=name, before=before: shown.report(  # type: ignore[misc]  # a default binds it
                        f"{name}: {done:,} paths", before + done
                    ),
                )
            )
    return answers


def one(
    grid: "Grid",
    query: "Query",
    names: list[str],
    picture: str | None,
    saved: list[str],
    as_json: bool,
) -> None:
    """Answer one query, by one search or several."""
    from zermelo.answers.path import path_answer
    from zermelo.pictures.maps.panel import of_route
    from zermelo.pictures.maps.write import write_picture

    answers = answers_of(grid, names, [query], watch=picture is not None)
    routes = [answer.routes[0] for answer in answers]
    if picture is not None:
        write_picture(picture, [of_route(grid, route) for route in routes])
    write_saved(grid, saved, answers[0])
    output.show(path_answer(grid, query, answers), as_json=as_json)
    if not as_json:
        tell_written(picture, saved)
    if not routes[0].found:
        raise typer.Exit(NO)


def many(
    grid: "Grid",
    scen: str | None,
    count: int | None,
    seed: int,
    names: list[str],
    saved: list[str],
    as_json: bool,
) -> None:
    """Answer the problems of a scenario, or random queries."""
    from zermelo.answers.path import path_table_answer, wrong_routes
    from zermelo.grid.queries import queries
    from zermelo.grid.scenario import load_scenario

    problems: list[PathProblem] = [] if scen is None else load_scenario(scen, grid)
    asked = [(problem.start, problem.goal) for problem in problems]
    answers = answers_of(grid, names, asked or queries(grid, count or 1, seed))
    write_saved(grid, saved, answers[0])
    output.show(path_table_answer(grid, scen, answers, problems), as_json=as_json)
    if not as_json:
        tell_written(None, saved)
    if any(wrong_routes(answer, problems) for answer in answers):
        raise typer.Exit(NO)


def walking(
    grid: "Grid",
    query: "Query",
    changes: int,
    seed: int,
    picture: str | None,
    saved: list[str],
    as_json: bool,
) -> None:
    """Walk while the map changes."""
    from zermelo.answers.path import walk_answer
    from zermelo.grid.find import prepared
    from zermelo.grid.walk import walk
    from zermelo.pictures.maps.panel import of_moment
    from zermelo.pictures.maps.write import write_picture

    moments = list(walk(grid, *query, changes, seed))
    anew = [
        prepared(moment.grid, "astar")(moment.route.start, query[1]).expanded for moment in moments
    ]
    if picture is not None:
        write_picture(picture, [of_moment(number, each) for number, each in enumerate(moments)])
    write_saved(grid, saved, None)
    output.show(walk_answer(grid, query, moments, anew), as_json=as_json)
    if not as_json:
        tell_written(picture, saved)
    if not moments[-1].route.found:
        raise typer.Exit(NO)


def write_saved(grid: "Grid", names: list[str], answer: "TimedRoutes | None") -> None:
    """Write the map, and the queries with their lengths, where that is wanted."""
    from zermelo.pictures.maps.write import save

    routes = answer.routes if answer is not None else []
    solved = [(each.start, each.goal, each.length) for each in routes if each.length is not None]
    for name in names:
        save(name, grid, solved)


def tell_written(picture: str | None, saved: list[str]) -> None:
    """Say which files there are now."""
    for name in [*([picture] if picture else []), *saved]:
        print(f"written: {name}")
