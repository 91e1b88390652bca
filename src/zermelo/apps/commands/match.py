"""`zermelo match`: searches against each other."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import NO
from zermelo.apps.opening import opened_game, ready

if TYPE_CHECKING:
    from zermelo.play.series import Played, Row
    from zermelo.position.game import Game

SECONDS = 1.0


def match(
    game: options.GameName,
    searches: Annotated[
        list[str], typer.Argument(metavar="SPEC SPEC...", help="Searches that play each other.")
    ],
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=1, help="Matches at least; rounds are finished."),
    ] = 2,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    seed: options.Seed = 0,
    opening: Annotated[
        int,
        typer.Option(
            "--opening", metavar="N", min=0, max=1000, help="Random moves before they play."
        ),
    ] = 2,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    as_json: options.AsJson = False,
) -> None:
    """Let searches play matches against each other.

    Every random opening is played with the roles exchanged. The score is the mean goal, with a 95%
    interval by the number of matches that were really different. Without a limit, a decision may
    take one second. If no match comes to a result, the exit code is 1.

    Examples:
      zermelo match tictactoe random alphabeta --games 4 --nodes 1000
      zermelo match nim random alphabeta --games 4 --depth 2 --seed 7 --json
    """
    from zermelo.errors import UsageError
    from zermelo.play.series import distinct, series, table
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    if seconds is not None and nodes is not None:
        raise UsageError("--seconds and --nodes: give one of them")
    if seconds is None and nodes is None and depth is None:
        seconds = SECONDS
    players = [parse(spec) for spec in searches]
    played = opened_game(
        game, seconds=max_seconds, megabytes=max_memory, no_cache=no_cache, kernel="view"
    )
    if len(searches) < 2 and len(played.roles) > 1:
        raise UsageError(f"{game} has {len(played.roles)} roles: give at least two searches")
    ready(players, played, played.initial)
    limits = Limits(depth, nodes, seconds, max_memory << 20)
    found: list[Played] = []
    with output.progress(games) as shown:
        shown.report("the first match", 0)
        for each in series(played, players, games=games, limits=limits, seed=seed, opening=opening):
            found.append(each)
            shown.report(f"{len(found)} matches", len(found))
    rows = table(found, len(players))
    different = distinct(found)
    if as_json:
        output.print_json(
            {
                "game": game,
                "games": len(found),
                "distinct": different,
                "results": [as_object(played, searches, each) for each in found],
                "table": [row_object(*pair) for pair in zip(searches, rows, strict=True)],
            }
        )
    else:
        show(game, searches, rows, found, different)
    if all(each.match.error for each in found):
        output.tell(f"zermelo: no match came to a result: {found[0].match.error}")
        raise typer.Exit(NO)


def as_object(game: "Game", searches: list[str], played: "Played") -> dict[str, Any]:
    """Return a match as JSON has it."""
    from zermelo.position.game import Role

    error = played.match.error
    return {
        "roles": {
            role: "random" if seat is None else searches[seat]
            for role, seat in zip(game.roles, played.seats, strict=True)
        },
        "goals": dict(zip(game.roles, played.match.goals, strict=True)),
        "moves": [
            [game.spell(Role(role), move) for role, move in enumerate(turn.joint)]
            for turn in played.match.turns
            if turn.joint is not None
        ],
        "opening": played.opening,
        "errors": [error] if error else [],
    }


def row_object(search: str, row: "Row") -> dict[str, Any]:
    """Return what a search came to as JSON has it."""
    return {
        "search": search,
        "games": row.games,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "score": row.score.mean if row.score else None,
        "interval": [row.score.low, row.score.high] if row.score else None,
    }


def show(
    game: str, searches: list[str], rows: list["Row"], played: list["Played"], different: int
) -> None:
    """Print the table for people."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("search", style="bold cyan", no_wrap=True)
    for heading in ("games", "won", "drawn", "lost", "score", "95% interval"):
        table.add_column(heading, justify="right")
    for search, row in zip(searches, rows, strict=True):
        counts = map(str, (row.games, row.wins, row.draws, row.losses))
        scored = ("", "")
        if row.score:
            interval = f"{row.score.low:.3f} to {row.score.high:.3f}"
            scored = (f"{row.score.mean:.3f}", interval)
        table.add_row(search, *counts, *scored)
    output.console().print(table)
    print(f"{len(played)} matches of {game}, {different} of them different.")
    for error in dict.fromkeys(each.match.error for each in played if each.match.error):
        count = sum(each.match.error == error for each in played)
        print(f"{count} without a result: {error}")
