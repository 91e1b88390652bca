"""Answers of searches on a map, for people."""

from collections.abc import Sequence

import numpy as np

from zermelo.answers.path import wrong_routes
from zermelo.apps import output
from zermelo.grid.grid import Grid
from zermelo.grid.route import Route
from zermelo.grid.scenario import PathProblem
from zermelo.grid.timed import TimedRoutes
from zermelo.grid.walk import Moment

MOST_COLUMNS, MOST_ROWS = 100, 40
"""Larger maps are not drawn in the terminal."""
MOST_WRONG = 10


def drawing(grid: Grid, route: Route) -> str:
    """Return a small map in letters: `#` blocked, `*` the path, `S` its start and `G` its goal."""
    letters = np.where(grid.free, ".", "#")
    for x, y in route.cells:
        letters[y, x] = "*"
    for (x, y), letter in ((route.goal, "G"), (route.start, "S")):
        letters[y, x] = letter
    return "\n".join("".join(row) for row in letters.tolist())


def show_one(grid: Grid, answers: Sequence[TimedRoutes]) -> None:
    """Print the path of one query, and what each search spent on it."""
    route = answers[0].routes[0]
    if grid.width <= MOST_COLUMNS and grid.height <= MOST_ROWS:
        print(drawing(grid, route))
        print()
    (x, y), (to_x, to_y) = route.start, route.goal
    if route.length is None:
        print(f"no path leads from {x},{y} to {to_x},{to_y}")
    else:
        steps = len(route.cells) - 1
        print(f"{x},{y} to {to_x},{to_y}: length {route.length:.4f}, {steps} steps")
    show_table(answers)


def show_table(answers: Sequence[TimedRoutes], problems: Sequence[PathProblem] = ()) -> None:
    """Print a row for each search."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    many = len(answers[0].routes) > 1
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("search", style="bold cyan", no_wrap=True)
    headings = ["paths", *(["wrong"] if problems else [])] if many or problems else []
    for heading in [*headings, "length", "settled", "reached", "ready ms", "ms"]:
        table.add_column(heading, justify="right")
    for answer in answers:
        lengths = [route.length for route in answer.routes if route.length is not None]
        cells = [f"{len(lengths):,} of {len(answer.routes):,}"]
        cells += [f"{len(wrong_routes(answer, problems)):,}"] if problems else []
        table.add_row(
            answer.search,
            *(cells if headings else ()),
            f"{sum(lengths):,.4f}" if lengths else "none",
            f"{sum(route.expanded for route in answer.routes):,}",
            f"{sum(route.reached for route in answer.routes):,}",
            f"{1000 * answer.ready:.2f}",
            f"{1000 * answer.seconds:.2f}",
        )
    output.console().print(table)


def show_wrong(name: str, answers: Sequence[TimedRoutes], problems: Sequence[PathProblem]) -> None:
    """Print the problems of a scenario whose lengths are others than those that were found."""
    for answer in answers if problems else ():
        found = wrong_routes(answer, problems)
        for problem, route in found[:MOST_WRONG]:
            length = "no path" if route.length is None else f"{route.length:.8f}"
            print(f"{name}:{problem.line}: {length} by {answer.search}, not {problem.length:.8f}")
        if len(found) > MOST_WRONG:
            print(f"{name}: {len(found) - MOST_WRONG:,} more of {answer.search}")


def show_walk(moments: Sequence[Moment], anew: Sequence[int]) -> None:
    """Print what each change cost, mended and searched anew."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("change", "cells", "agent at", "length left", "dstar settled", "astar anew"):
        table.add_column(heading, justify="right")
    for number, (moment, other) in enumerate(zip(moments, anew, strict=True)):
        route = moment.route
        table.add_row(
            str(number) if number else "start",
            str(len(moment.changed)),
            f"{route.start[0]},{route.start[1]}",
            "no path" if route.length is None else f"{route.length:.4f}",
            f"{route.expanded:,}",
            f"{other:,}",
        )
    output.console().print(table)
