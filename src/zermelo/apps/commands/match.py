"""`zermelo match`: players against each other."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.guard import NO
from zermelo.apps.opening import opened_game, ready

if TYPE_CHECKING:
    from zermelo.play.standings import Row, SeriesMatch
    from zermelo.search.base import Limits

SECONDS_PER_MOVE = 1.0
GAMES = 2


def match(
    game: options.GameName,
    searches: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC SPEC...",
            help="Searches that play each other; mcts@nodes=500 has a limit of its own.",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="Matches at least; rounds are finished. Default: one round, or all openings.",
        ),
    ] = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    start_clock: Annotated[
        float | None,
        typer.Option("--start-clock", metavar="S", min=0, help="Time to get ready."),
    ] = None,
    play_clock: Annotated[
        float | None,
        typer.Option(
            "--play-clock", metavar="S", min=0.01, help="Time for a move; who takes longer is late."
        ),
    ] = None,
    seed: options.Seed = 0,
    opening: Annotated[
        int,
        typer.Option(
            "--opening", metavar="N", min=0, max=1000, help="Random moves before they play."
        ),
    ] = 2,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help="Openings to play instead: one a line, joint moves between ';'.",
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Keep every turn there; the same command goes on where it stopped.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="DIR",
            help=f"Write every match as JSON there, beside a store: {options.STORE}, or --store.",
        ),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Let searches play matches against each other.

    Every opening is played with the roles exchanged, in all seatings. The score is the mean goal,
    with a 95% interval by the number of matches that were really different. Without a limit, a
    decision may take one second. A player that is late, fails or plays what is not legal gets a
    random move, and the error is counted. If no match comes to a result, or a search never made a
    move of its own, the exit code is 1.

    Examples:
      zermelo match tictactoe random alphabeta --games 4 --nodes 1000
      zermelo match nim random alphabeta --games 4 --depth 2 --seed 7 --json
      zermelo match nim_3p maxn paranoid --games 6 --nodes 20
      zermelo match tictactoe random greedy --play-clock 2 --record played
      zermelo match tictactoe alphabeta@nodes=100 alphabeta@nodes=900 --store matches.db
    """
    from zermelo.answers.match import match_answer
    from zermelo.apps.matches import play_series
    from zermelo.errors import UsageError
    from zermelo.play.openings import load_openings
    from zermelo.play.player import Clocks, player
    from zermelo.play.series import round_up, series, table

    limits = limits_of(depth, nodes, seconds, play_clock, max_memory)
    players = [player(spec) for spec in searches]
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    if len(searches) < 2 and len(played.roles) > 1:
        raise UsageError(f"{game} has {len(played.roles)} roles: give at least two searches")
    chosen = () if openings is None else load_openings(played, openings)
    ready([each.search for each in players], played, played.initial)
    total = round_up(played, len(players), games or GAMES)
    if games is None and chosen:
        total = round_up(played, len(players), 1) * len(chosen)
    terms = partial(
        series,
        played,
        players,
        games=total,
        limits=limits,
        seed=seed,
        opening=opening,
        clocks=Clocks(start_clock, play_clock),
        openings=chosen,
    )
    place = record / options.STORE if store is None and record is not None else store
    found = play_series(terms, played, searches, total, place, record)
    rows = table(found, len(players))
    answer = match_answer(game, played, searches, found, rows)
    output.show(answer, as_json=as_json)
    end(searches, rows, found)


def limits_of(
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    play_clock: float | None,
    megabytes: int,
) -> "Limits":
    """Return the limits of a decision; UsageError if they do not go together."""
    from zermelo.errors import UsageError
    from zermelo.search.base import Limits

    if seconds is not None and nodes is not None:
        raise UsageError("--seconds and --nodes: give one of them")
    if (depth, nodes, seconds, play_clock) == (None, None, None, None):
        seconds = SECONDS_PER_MOVE
    return Limits(depth, nodes, seconds, megabytes << 20)


def end(searches: list[str], rows: "list[Row]", found: "list[SeriesMatch]") -> None:
    """Exit with 1 if nothing can be learned from the matches, and say why."""
    from zermelo.play.match import errors_of

    if all(each.match.error for each in found):
        output.tell(f"zermelo: no match came to a result: {found[0].match.error}")
        raise typer.Exit(NO)
    for number, (search, row) in enumerate(zip(searches, rows, strict=True)):
        if row.errors and row.errors == row.decisions:
            problems = (
                decision.problem
                for each in found
                for _, role, decision in errors_of(each.match)
                if each.seats[role] == number
            )
            output.tell(f"zermelo: {search} never made a move of its own: {next(problems)}")
            raise typer.Exit(NO)
