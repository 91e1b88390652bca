"""`zermelo compare`: several searches, the same question, side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.answers.answer import shown_value
from zermelo.apps import options, output
from zermelo.apps.guard import exit_code
from zermelo.apps.opening import opened_game, ready, started
from zermelo.errors import ZermeloError

if TYPE_CHECKING:
    from zermelo.answers.compare import CompareAnswer
    from zermelo.answers.think import SpelledThought
    from zermelo.game.game import Game, State
    from zermelo.search.base import Search


def compare(
    game: options.GameName,
    search: Annotated[
        list[str] | None,
        typer.Option("--search", metavar="SPEC", help="A search; give several of these."),
    ] = None,
    moves: options.Moves = None,
    state: options.StateFile = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Ask several searches the same question, side by side.

    Nodes are states that were entered, leaves those whose value was looked up or guessed, cuts the
    nodes at which children were left out. Where the tree is uniform, the leaves of the minimal tree
    are shown too: nothing proves the value with fewer, unless a table knows states that come again.

    Examples:
      zermelo compare tictactoe --search minimax --search alphabeta --depth 3
      zermelo compare nim --search alphabeta --search scout --search mtd --depth 3 --json
    """
    from zermelo.answers.compare import CompareAnswer, ComparedSearch, RefusedSearch
    from zermelo.answers.think import spelled_thought
    from zermelo.play.thought import role_in_turn, thought
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    specs = search or ["minimax", "alphabeta"]
    searches = [parse(spec) for spec in specs]
    answered: list[Search] = []
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    role = role_in_turn(played, start)
    limits = Limits(depth, nodes, seconds, max_memory << 20)
    rows: list[ComparedSearch | RefusedSearch] = []
    refused: list[ZermeloError] = []
    with output.progress(len(specs)) as shown:
        for number, (spec, each) in enumerate(zip(specs, searches, strict=True)):
            begin = output.thinking(spec, shown, number)
            try:
                ready([each], played, start)
                found = thought(played, each, start, role, limits, begin=begin)
                rows.append(ComparedSearch(spec, spelled_thought(played, role, found)))
                answered.append(each)
            except ZermeloError as error:
                rows.append(RefusedSearch(spec, str(error)))
                refused.append(error)
    if len(specs) == 1 and refused:
        raise refused[0]
    fewest = fewest_leaves(played, start, answered, depth)
    answer = CompareAnswer(game, played.roles[role], rows, fewest)
    if as_json:
        output.print_json(answer)
    else:
        show(answer, played.roles)
    if not answered:
        raise typer.Exit(exit_code(refused[0]))


def fewest_leaves(
    game: "Game", state: "State", searches: list["Search"], depth: int | None
) -> int | None:
    """Return the leaves of the minimal tree; None if depths differ or the tree is not uniform."""
    from zermelo.errors import UnsuitedError
    from zermelo.search.parts.minimal import minimal

    if len(game.roles) > 2 or not searches:
        return None
    own = {getattr(search, "depth", None) for search in searches}
    depths = {min((d for d in (each, depth) if d is not None), default=None) for each in own}
    if len(depths) > 1:
        return None
    try:
        return minimal(game, state, depths.pop())
    except UnsuitedError:  # several roles choose at once
        return None


def show(answer: "CompareAnswer", roles: Sequence[str]) -> None:
    """Print the rows as a table, and why searches were refused below it."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from zermelo.answers.compare import ComparedSearch, RefusedSearch

    answered = any(isinstance(row, ComparedSearch) for row in answer.rows)
    thinker = f"{answer.role} to think, in {answer.game}" if answered else answer.game
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=thinker)
    table.add_column("search", style="bold cyan", no_wrap=True)
    table.add_column("move", no_wrap=True)
    for role in roles:
        table.add_column(role, justify="right")
    for heading in ("nodes", "leaves", "cuts", "seconds"):
        table.add_column(heading, justify="right")
    for row in answer.rows:
        if isinstance(row, RefusedSearch):
            table.add_row(row.search, "refused")
            continue
        found = row.thought
        values = [bounded(found, role) for role in found.values]
        counts = [f"{count:,}" for count in (found.nodes, found.leaves, found.cuts)]
        table.add_row(row.search, found.move, *values, *counts, f"{found.seconds:.3f}")
    output.console().print(table)
    for row in answer.rows:
        if isinstance(row, RefusedSearch):
            print(f"{row.search}: {row.error}")
    if answer.minimal is not None:
        print(f"The minimal tree has {answer.minimal:,} leaves.")


def bounded(found: "SpelledThought", role: str) -> str:
    """Return what a role gets, as the bound that it is; what is good for one is bad for the other.

    >>> from dataclasses import replace
    >>> from zermelo.answers.think import SpelledThought
    >>> values = {"x": 50.0, "o": 50.0}
    >>> found = SpelledThought("x", None, values, (), 0, 0, 0, 0, 0.0, True, (), "at least")
    >>> bounded(found, "x"), bounded(found, "o"), bounded(replace(found, bound="exact"), "x")
    ('>= 50', '<= 50', '50')
    """
    value = found.values[role]
    text = "not searched" if value is None else shown_value(value)
    if value is None or found.bound == "exact":
        return text
    return f"{'>=' if (found.bound == 'at least') == (role == found.role) else '<='} {text}"
