"""`zermelo verify`: every claim and every move of a strategy, in every position."""

from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started


def verify(
    game: options.GameName,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="FILE", help="The strategy to verify.")
    ],
    moves: options.Moves = None,
    state: options.StateFile = None,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Check every claim and every move of a strategy in all positions.

    All positions that can be reached are looked at, so the game must be small enough for that. A
    claim is wrong where its role cannot force it; a move is wrong if it does not get what its rule
    claims. It is also found what each role gets that follows the strategy, whatever the others do.
    Exit code 1 if a claim or a move is wrong.

    Examples:
      zermelo learn chomp -o chomp.lp && zermelo verify chomp --strategy chomp.lp
    """
    from zermelo.answers.verify import verify_answer
    from zermelo.learn.verify import verify as verified
    from zermelo.strategies.strategy import generators_of, read_strategy, strategy_text

    played = opened(
        game,
        seconds=max_seconds,
        megabytes=max_memory,
        no_cache=no_cache,
        kernel="view",
        engine=engine,
    )
    start = started(played, moves, state)
    rules = read_strategy(played, strategy_text(strategy))
    with output.progress() as progress:
        found = verified(
            played,
            rules.lemmas,
            generators_of(rules, played),
            invariants=rules.invariants,
            start=start,
            megabytes=max_memory,
            report=progress.report,
        )
    answer = verify_answer(game, played, strategy, len(rules.lemmas), found)
    output.show(answer, as_json=as_json)
    if answer.wrong:
        raise typer.Exit(1)
