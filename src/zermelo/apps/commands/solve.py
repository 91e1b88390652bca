"""`zermelo solve`: what a position is worth, proven."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, started
from zermelo.apps.tabling import require_table_sense, tabled, tabled_for_everybody
from zermelo.errors import UnsuitedError, UsageError

if TYPE_CHECKING:
    from zermelo.game.game import Game, State
    from zermelo.search.base import Clock
    from zermelo.search.events import Event
    from zermelo.search.solve.prove import Solved
    from zermelo.search.solve.solution import Solution


def solve(
    game: options.GameName,
    search: Annotated[
        str | None,
        typer.Option(
            "--search", metavar="SPEC", help="Use this search: alphabeta, mtd:first=50, ..."
        ),
    ] = None,
    moves: options.Moves = None,
    state: options.StateFile = None,
    tree: options.TreeFile = None,
    film: Annotated[
        Path | None,
        typer.Option("--film", metavar="FILE", help="Draw the line as a film strip: .svg."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep", metavar="FILE", help="Write the worth of every position, for --from."
        ),
    ] = None,
    kept: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Look it up in what --keep or --table wrote."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="Write a table of exact values, to play by, for --from and for endgames=FILE.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate", metavar="FILE", help="Write a proof that `zermelo audit` can check."
        ),
    ] = None,
    fold: Annotated[
        bool,
        typer.Option(
            "--fold/--no-fold", help="Look at one only of several positions that are symmetric."
        ),
    ] = True,
    strong: Annotated[
        bool,
        typer.Option("--strong", help="Solve every reachable position, however many there are."),
    ] = False,
    every_move: Annotated[
        bool, typer.Option("--every-move", help="Also prove the value of every move.")
    ] = False,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Save the progress of the search there every five minutes, and continue from it.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0, help="Give up after that.")
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Prove the value of a position.

    The game must have one role, or two that take turns and share a constant sum. Up to 250,000
    positions, all that can be reached are solved, symmetric ones once. Beyond that, the search
    `exact` proves the value, or the search that you name; --every-move asks it for the value of
    each move, too. With --strong, all positions are solved as long as they fit into --max-memory.
    Their values, and how far their ends are, can be kept in a file with --keep and asked for
    again with --from. --table writes a table of exact values, which is checked before it is
    believed: the search table:file=FILE plays by it, endgames=FILE ends searches with it, --from
    asks it; games of more roles have one by max^n. A puzzle of one role with many positions is
    solved by several methods in turns (see the search solo): the answer says which one found it,
    and whether it is shortest.

    Examples:
      zermelo solve tictactoe
      zermelo solve hex:size=3 --moves '(place 2 2)'
      zermelo solve hex:size=3 --search exact --every-move
      zermelo solve nim --search alphabeta --json
      zermelo solve connect_four:width=4,height=4 --resume c4.npz --seconds 60
      zermelo solve kayles --table kayles.npz && zermelo think kayles --search table:file=kayles.npz
      zermelo solve hanoi --film hanoi.svg
    """
    from zermelo.answers.solve import solve_answer
    from zermelo.search.base import Clock, Limits

    require_sense(search or tree, keep, kept)
    if strong and (search or tree or kept):
        raise UsageError(
            "--strong solves all positions; it cannot be combined with --search, --tree or --from"
        )
    if resume and (search or tree or kept or keep or table or certificate or strong):
        raise UsageError(
            "--resume continues the search exact; it cannot be combined with another way to solve"
        )
    if every_move and (kept or tree):
        raise UsageError("--every-move cannot be combined with --from or --tree")
    if table is not None:
        require_table_sense(search or tree or kept, table)
    if certificate is not None and (search or tree or kept):
        raise UsageError("--certificate needs all positions: it goes without a search and --from")
    if film is not None:
        from zermelo.pictures.films.write import check_film_path

        check_film_path(film)
    strongly = not (kept or search or tree)
    kernel = "settle" if strongly else "view"
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel=kernel,
        engine=engine,
    )
    start = started(played, moves, state)
    if strongly:
        warm_up(played)
    clock = Clock(Limits(seconds=seconds, memory=max_memory << 20))
    begun = spent()
    if kept:
        answer = looked_up(played, start, kept)
    elif search or tree:
        answer = by_search(played, start, clock, search or "alphabeta", tree, every_move=every_move)
    else:
        answer = proven(
            played,
            start,
            clock,
            megabytes=max_memory,
            fold=fold,
            strong=strong,
            every_move=every_move,
            resume=resume,
            keep=keep,
            certificate=certificate,
            table=table,
        )
    found = solve_answer(game, played, answer, clock.seconds, spent() - begun)
    if film is not None:
        from zermelo.answers.display.solve import values_text
        from zermelo.pictures.films.write import write_film

        title = f"{game}: {values_text(found.values)}, {len(answer.line)} moves"
        write_film(played, start, answer.line, film, title)
    output.show(found, as_json=as_json)
    if not as_json:
        files = {"kept in": keep, "drawn in": tree, "film strip in": film}
        files |= {"certificate in": certificate, "table in": table}
        for what, path in files.items():
            if path is not None:
                output.note(f"{what} {path}")


def spent() -> float:
    """Return the CPU seconds of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def require_sense(search: str | None, keep: Path | None, kept: Path | None) -> None:
    """Raise UsageError for options that exclude each other, and for folders that are not there."""
    if kept and (search or keep):
        raise UsageError("--from looks up what was solved: it goes without a search and --keep")
    if search and keep:
        raise UsageError("--keep needs the worth of every position: it goes without a search")
    if keep and not keep.absolute().parent.is_dir():
        raise UsageError(f"--keep {keep}: there is no folder {keep.parent}")


def warm_up(game: "Game") -> None:
    """Load the kernels, so that it is not part of the time."""
    from zermelo.search.solve.solution import load_kernels

    if (compiled := game.compiled) is not None:
        load_kernels(compiled)


def looked_up(game: "Game", start: "State", path: Path) -> "Solved":
    """Return what a file says of a position."""
    from zermelo.search.solve.prove import asked
    from zermelo.search.solve.tabling import load_solution, told_by
    from zermelo.search.tables.believed import load_table
    from zermelo.search.tables.file import is_table

    if (compiled := game.compiled) is None:
        raise UnsuitedError(f"{game.name} is an explicit tree: it is solved without a file")
    if is_table(path):
        return told_by(compiled, load_table(compiled, path), start, path)
    return asked(compiled, load_solution(compiled, path), start, path)


def by_search(
    game: "Game",
    start: "State",
    clock: "Clock",
    spec: str,
    tree: str | None,
    *,
    every_move: bool,
) -> "Solved":
    """Return what a search says, and draw it if that is wanted."""
    from zermelo.search.solve.prove import role_in_turn, searched

    events: list[Event] = []
    if tree is not None:
        from zermelo.pictures.trees.write import check_tree_path

        check_tree_path(tree)
    with output.progress() as shown:
        output.thinking(spec, shown)(clock)
        watch = None if tree is None else events.append
        answer = searched(game, start, clock, spec, watch, every_move=every_move)
    if tree is not None:
        from zermelo.pictures.trees.write import write_tree

        write_tree(events, game, tree, role_in_turn(game, start), f"{spec} on {game.name}")
    return answer


def proven(
    game: "Game",
    start: "State",
    clock: "Clock",
    *,
    megabytes: int,
    fold: bool,
    strong: bool,
    every_move: bool,
    resume: Path | None,
    keep: Path | None,
    certificate: Path | None,
    table: Path | None,
) -> "Solved":
    """Return a proven value; keep the solution, its certificate and its table, as is wanted."""
    from zermelo.search.solve.prove import SEARCH, prove
    from zermelo.search.solve.tabling import keep_solution

    with output.progress() as shown:

        def change(text: str) -> None:
            shown.say(text)
            output.thinking(SEARCH, shown)(clock)

        try:
            answer, solution = prove(
                game,
                start,
                clock,
                megabytes=megabytes,
                report=shown.report,
                change=change,
                fold=fold,
                whole=keep is not None or table is not None,
                lean=certificate is None,
                strong=strong,
                every_move=every_move,
                resume=resume,
            )
        except UnsuitedError as error:
            if table is None or keep is not None or certificate is not None:
                raise
            return tabled_for_everybody(game, start, table, megabytes, error)
        if keep is not None:
            if (compiled := game.compiled) is None or solution is None:
                raise UnsuitedError(
                    f"{game.name} was solved by {answer.method}: there is no worth of every "
                    "position to keep"
                )
            shown.report(f"writing {solution.size:,} positions")
            keep_solution(solution, compiled, keep)
        if certificate is not None:
            shown.report("writing the certificate")
            certify(game, start, answer, solution, certificate)
        if table is not None:
            shown.report("writing the table")
            tabled(game, answer.method, solution, table)
    return answer


def certify(
    game: "Game", start: "State", answer: "Solved", solution: "Solution | None", path: Path
) -> None:
    """Write the certificate of an answer, and say what it cannot claim."""
    from zermelo.search.solve.certificate import solution_certificate
    from zermelo.writing import write_text

    if (compiled := game.compiled) is None:
        raise UnsuitedError(f"a certificate is about rules: {game.name} is an explicit tree")
    text, omitted = solution_certificate(compiled, start, answer, solution)
    write_text(path, text)
    for what in omitted:
        output.tell(f"{path} does not claim {what}")
