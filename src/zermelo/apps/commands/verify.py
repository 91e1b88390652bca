"""`zermelo verify`: every claim of a strategy against the exact value of every position."""

from typing import Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started

SHOWN = 5


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
    as_json: options.AsJson = False,
) -> None:
    """Hold every claim of a strategy to exact values.

    The values of all positions that can be reached are found first, so the game must be small
    enough for that. Exit code 1 if a claim is wrong.

    Examples:
      zermelo learn chomp -o chomp.lp && zermelo verify chomp --strategy chomp.lp
    """
    from rich.text import Text

    from zermelo.errors import UnsuitedError
    from zermelo.learn.verify import verify as verified
    from zermelo.logic.strategy import load_strategy
    from zermelo.logic.symmetry.symmetries import symmetries
    from zermelo.logic.wording import in_words

    played = opened(
        game, seconds=max_seconds, megabytes=max_memory, no_cache=no_cache, kernel="view"
    )
    start = started(played, moves, state)
    rules = load_strategy(played, strategy)
    if played.program is None:
        raise UnsuitedError(f"a strategy is for rules, and {game} has none")
    alike = symmetries(played.program, exchange=rules.exchange).generators
    with output.progress() as progress:
        progress.report("solving the game, and asking for every claim")
        found = verified(played, rules.lemmas, alike, start=start, megabytes=max_memory)
    if as_json:
        output.print_json(
            {
                "game": game,
                "strategy": strategy,
                "rules": len(rules.lemmas),
                "states": found.states,
                "covered": found.covered,
                "wrong": len(found.wrong),
                "examples": [
                    {"rule": in_words(lemma, played), "state": played.describe(where)}
                    for lemma, where in found.wrong[:SHOWN]
                ],
            }
        )
    else:
        console = output.console()
        wrong = f"{len(found.wrong):,} wrong claims" if found.wrong else "no claim is wrong"
        text = f"{found.states:,} positions, {found.covered:,} of them covered: {wrong}"
        console.print(Text(text, style="red" if found.wrong else "green"))
        for lemma, where in found.wrong[:SHOWN]:
            console.print(Text(f"  {in_words(lemma, played)}"))
            console.print(Text(f"  in {' '.join(played.describe(where))}", style="dim"))
    if found.wrong:
        raise typer.Exit(1)
