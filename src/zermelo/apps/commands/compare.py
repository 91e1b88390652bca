"""`zermelo compare`: several searches, the same question, side by side."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, ready, started

if TYPE_CHECKING:
    from zermelo.position.game import Game, State
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
    as_json: options.AsJson = False,
) -> None:
    """Ask several searches the same question, side by side.

    Nodes are states that were entered, leaves those whose worth was looked up or guessed, cuts the
    nodes at which children were left out. Where the tree is uniform, the leaves of the minimal tree
    are told too: nothing proves the value with fewer, unless a table knows states that come again.

    Examples:
      zermelo compare tictactoe --search minimax --search alphabeta --depth 3
      zermelo compare nim --search alphabeta --search scout --search mtd --depth 3 --json
    """
    from zermelo.play.thought import as_object, role_in_turn, thought
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    specs = search or ["minimax", "alphabeta"]
    searches = [parse(spec) for spec in specs]
    played = opened_game(
        game, seconds=max_seconds, megabytes=max_memory, no_cache=no_cache, kernel="view"
    )
    start = started(played, moves, state)
    ready(searches, played, start)
    role = role_in_turn(played, start)
    limits = Limits(depth, nodes, seconds, max_memory << 20)
    rows: list[dict[str, Any]] = []
    with output.progress(len(specs)) as shown:
        for number, (spec, each) in enumerate(zip(specs, searches, strict=True)):
            begin = output.thinking(spec, shown, number)
            found = thought(played, each, start, role, limits, begin=begin)
            rows.append({"search": spec, **as_object(played, role, found)})
    fewest = fewest_leaves(played, start, searches, depth)
    if as_json:
        answer = {"game": game, "role": played.roles[role], "rows": rows, "minimal": fewest}
        output.print_json(answer)
    else:
        show(game, rows, fewest)


def fewest_leaves(
    game: "Game", state: "State", searches: list["Search"], depth: int | None
) -> int | None:
    """Return the leaves of the minimal tree; None if depths differ or the tree is not uniform."""
    from zermelo.errors import UnsuitedError
    from zermelo.search.minimal import minimal

    if len(game.roles) > 2:
        return None
    own = {getattr(search, "depth", None) for search in searches}
    depths = {min((d for d in (each, depth) if d is not None), default=None) for each in own}
    if len(depths) > 1:
        return None
    try:
        return minimal(game, state, depths.pop())
    except UnsuitedError:  # several roles choose at once
        return None


def show(game: str, rows: list[dict[str, Any]], fewest: int | None) -> None:
    """Print the rows as a table."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=f"{rows[0]['role']} to think, in {game}")
    table.add_column("search", style="bold cyan", no_wrap=True)
    table.add_column("move", no_wrap=True)
    for role in rows[0]["values"]:
        table.add_column(role, justify="right")
    for heading in ("nodes", "leaves", "cuts", "seconds"):
        table.add_column(heading, justify="right")
    for row in rows:
        values = [bounded(row, role) for role in row["values"]]
        counts = [f"{row[key]:,}" for key in ("nodes", "leaves", "cuts")]
        table.add_row(row["search"], row["move"], *values, *counts, f"{row['seconds']:.3f}")
    output.console().print(table)
    if fewest is not None:
        print(f"The minimal tree has {fewest:,} leaves.")


def bounded(row: dict[str, Any], role: str) -> str:
    """Return what a role gets, as the bound that it is; what is good for one is bad for the other.

    >>> row = {"role": "x", "values": {"x": 50.0, "o": 50.0}, "bound": "at least"}
    >>> bounded(row, "x"), bounded(row, "o"), bounded(row | {"bound": "exact"}, "x")
    ('>= 50', '<= 50', '50')
    """
    text = output.worth(row["values"][role])
    if row["bound"] == "exact":
        return text
    return f"{'>=' if (row['bound'] == 'at least') == (role == row['role']) else '<='} {text}"
