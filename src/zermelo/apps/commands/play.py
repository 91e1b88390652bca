"""`zermelo play`: a person against searches, in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened_game, ready, started

if TYPE_CHECKING:
    from zermelo.game.game import Game
    from zermelo.strategies.strategy import Strategy


def play(
    game: options.GameName,
    role: Annotated[
        list[str] | None,
        typer.Option(
            "--role",
            metavar="R",
            help="The role you play, again for each further person; none: watch. "
            "Else the first that has a choice.",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="SPEC",
            help="The search that plays the other roles; again for one each.",
        ),
    ] = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    moves: options.Moves = None,
    state: options.StateFile = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="FILE", help="Rules for `why`, as learn writes them."),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option("--picture", metavar="FILE", help="Draw the screen at the end: .svg."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="K", min=0, help="Seed of all chance; else any."),
    ] = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Play a game against a search, in the terminal.

    Type a move by its number or by any part of its text that no other move has, or hint, why,
    undo, level, moves, board, help or quit. A search thinks for one second unless --seconds or
    --nodes says otherwise; Ctrl-C stops its thinking, and it plays the best it has found. Ctrl-C
    at the prompt leaves. With --json the match is shown on stderr, and written on stdout at the
    end.

    Examples:
      zermelo play tictactoe
      zermelo play connect_four --role yellow --against alphabeta:depth=4
      zermelo play tictactoe --role x --role o
      zermelo play nim --role none --against random --against greedy --seed 1 --json
    """
    from random import SystemRandom

    from zermelo.answers.play import play_answer
    from zermelo.apps.playing.advice import Adviser
    from zermelo.apps.playing.conversation import Conversation
    from zermelo.apps.playing.keyboard import keyboard
    from zermelo.apps.playing.level import SECONDS_PER_MOVE
    from zermelo.apps.playing.picture import check_picture_path, write_picture
    from zermelo.apps.playing.screen import Screen
    from zermelo.errors import UsageError
    from zermelo.play.running_match import RunningMatch
    from zermelo.play.seats import Seats, people_named, players_named, preferred
    from zermelo.search.base import Limits
    from zermelo.search.spec import parse

    if seconds is not None and nodes is not None:
        raise UsageError("--seconds and --nodes: give one of them")
    if picture is not None:
        check_picture_path(picture)
    for spec in against or ():
        parse(spec)
    played = opened_game(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    rules = None if strategy is None else strategy_of(played, strategy)
    start = started(played, moves, state)
    people = people_named(played, start, role or ())
    named = against or [preferred(played)]
    players = players_named(played, people, named)
    adviser = next(iter(players.values()), parse(named[0]))
    ready([*dict.fromkeys([*players.values(), adviser])], played, start)
    if seconds is None and nodes is None:
        seconds = SECONDS_PER_MOVE
    limits = Limits(nodes=nodes, seconds=seconds, memory=max_memory << 20)
    chance = SystemRandom().getrandbits(31) if seed is None else seed
    seats = Seats(played, players, adviser, limits, chance)
    seats.begin()
    screen = Screen(output.console(stderr=as_json), played)
    session = RunningMatch(played, (start,), people)
    conversation = Conversation(
        session, seats, screen, keyboard(screen), Adviser(rules), output.progress
    )
    ended = conversation.run()
    if picture is not None:
        write_picture(screen.shown, picture, f"zermelo play {game}")
    if as_json:
        output.show(play_answer(game, ended, seats), as_json=True)


def strategy_of(game: "Game", file: str) -> "Strategy":
    """Return the strategy of a file; errors as `load_strategy`."""
    from zermelo.play.known import rules_of

    return rules_of(game, file).strategy
