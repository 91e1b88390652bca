"""`zermelo trace`: one match by a fixed policy, to compare engines with."""

from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started


def trace(
    game: options.GameName,
    policy: Annotated[
        str,
        typer.Option(
            metavar="min|mod",
            help="min: each role plays its smallest legal move by KIF text; "
            "mod: number (7*step + 3*role + 1) mod n of its n sorted legal moves.",
        ),
    ] = "min",
    steps: Annotated[int, typer.Option(metavar="N", min=0, help="Stop after N steps.")] = 500,
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Play one match by a fixed policy.

    Two engines that agree on such matches agree on much.

    Examples:
      zermelo trace tictactoe
      zermelo trace tictactoe --policy mod --steps 4 --json
    """
    from zermelo.answers.trace import trace_answer
    from zermelo.game.trace import trace as traced

    played = opened(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    match = traced(played, policy, steps, started(played, moves, state))
    answer = trace_answer(game, played, policy, match)
    output.show(answer, as_json=as_json)
