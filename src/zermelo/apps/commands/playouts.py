"""`zermelo playouts`: random matches, as many as fit into the time."""

from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started


def playouts(
    game: options.GameName,
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", metavar="S", min=0.001, help="How long to play.")
    ] = 1.0,
    threads: Annotated[
        int, typer.Option("--threads", "-t", metavar="N", min=1, max=1024, help="Cores to use.")
    ] = 1,
    seed: options.Seed = 0,
    passes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Begin matches for N steps, 1024 at once, whatever the time: "
            "the same seed then gives the same numbers.",
        ),
    ] = None,
    step_limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=(1 << 20) - 1, help="Where a match is cut.")
    ] = 10_000,
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Play random matches, as fast as it goes.

    Every role plays uniformly, the role `random` too. A match that does not end is cut. Matches
    that have begun when the time is up are played to their end, for as long again at most.

    Examples:
      zermelo playouts tictactoe
      zermelo playouts connect_four --seconds 0.2 --threads 2
      zermelo playouts tictactoe --passes 100 --seed 7 --json
    """
    from zermelo.answers.playouts import playouts_answer
    from zermelo.sampling.playouts import play_out

    played = opened(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="playouts",
        engine=engine,
    )
    start = started(played, moves, state)
    with output.progress(None if passes else seconds) as shown:
        result = play_out(
            played,
            seconds=None if passes else seconds,
            passes=passes,
            threads=threads,
            seed=seed,
            start=start,
            step_limit=step_limit,
            report=lambda count, gone: shown.report(f"{count:,} matches", gone),
        )
    answer = playouts_answer(game, played.roles, result, step_limit, threads)
    output.show(answer, as_json=as_json)
