"""`zermelo perft`: paths of a game, counted by depth."""

import time
from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started


def perft(
    game: options.GameName,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", min=0, max=1000, help="How deep.")
    ] = 4,
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Count paths of joint moves by depth.

    It is the first check of any engine: the counts of well-known games are published. Paths that
    lead to the same state are counted apart, but looked at once.

    Examples:
      zermelo perft tictactoe --depth 5
      zermelo perft connect_four:width=5,height=4 --depth 6 --json
      zermelo perft tictactoe --depth 2 --moves '(mark 2 2) noop'
    """
    from zermelo.answers.display.perft import HEADING, line
    from zermelo.answers.perft import perft_answer
    from zermelo.game.perft import Level, fast_perft

    played = opened(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    played.view(start)  # loads the kernels, so that it is not part of the time
    begin = time.perf_counter()
    levels: list[Level] = []
    elapsed: list[float] = []
    with output.progress() as shown:
        if not as_json:
            print(HEADING)
        for level in fast_perft(played, depth, start, megabytes=max_memory):
            elapsed.append(time.perf_counter() - begin)
            if not as_json:  # at once: the next depth may take hours
                print(line(len(levels), level, elapsed[-1]), flush=True)
            levels.append(level)
            shown.report(f"depth {len(levels)}: from {level.states:,} states")
    if as_json:
        seconds = time.perf_counter() - begin
        output.show(perft_answer(game, levels, elapsed, seconds), as_json=True)
