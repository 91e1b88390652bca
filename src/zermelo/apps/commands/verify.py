"""`zermelo verify`: every claim and every move of a strategy, in every position."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started
from zermelo.text.plural import several

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame
    from zermelo.game.game import State
    from zermelo.learn.verify import Verified
    from zermelo.proofs.lemmas import Lemma

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
    """Check every claim and every move of a strategy in all positions.

    All positions that can be reached are looked at, so the game must be small enough for that. A
    claim is wrong where its role cannot force it; a move is wrong if it does not get what its rule
    claims. It is also found what each role gets that follows the strategy, whatever the others do.
    Exit code 1 if a claim or a move is wrong.

    Examples:
      zermelo learn chomp -o chomp.lp && zermelo verify chomp --strategy chomp.lp
    """
    from zermelo.learn.verify import verify as verified
    from zermelo.strategies.strategy import generators_of, read_strategy, strategy_text
    from zermelo.strategies.wording import in_words

    played = opened(
        game, seconds=max_seconds, megabytes=max_memory, no_cache=no_cache, kernel="view"
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
    wrong = [("claim", *one) for one in found.wrong] + [("move", *one) for one in found.wrong_moves]
    if as_json:
        output.print_json(
            {
                "game": game,
                "strategy": strategy,
                "rules": len(rules.lemmas),
                "states": found.states,
                "covered": found.covered,
                "moves_checked": found.moves_checked,
                "wrong": len(wrong),
                "guaranteed": dict(zip(played.roles, found.guaranteed, strict=True)),
                "proven": not wrong,
                "rests_on": ["complete enumeration"],
                "examples": [
                    {
                        "kind": kind,
                        "rule": in_words(lemma, played),
                        "state": played.describe(where),
                    }
                    for kind, lemma, where in wrong[:SHOWN]
                ],
            }
        )
    else:
        show(played, found, wrong)
    if wrong:
        raise typer.Exit(1)


def show(
    game: "CompiledGame", found: "Verified", wrong: Sequence[tuple[str, "Lemma", "State"]]
) -> None:
    """Print what was found for people."""
    from rich.text import Text

    from zermelo.strategies.wording import in_words

    console = output.console()
    claims, moves = len(found.wrong), len(found.wrong_moves)
    said = "no claim is wrong, no move is wrong"
    if wrong:
        said = f"{several(claims, 'wrong claim')}, {several(moves, 'wrong move')}"
    covered = f"{several(found.states, 'position')}, {found.covered:,} of them covered"
    checked = several(found.moves_checked, "move")
    text = f"{covered}, {checked} checked: {said}"
    console.print(Text(text, style="red" if wrong else "green"))
    for role, value in zip(game.roles, found.guaranteed, strict=True):
        sure = "no end for sure" if value is None else f"at least {value}"
        console.print(Text(f"following the strategy, {role} gets {sure}"))
    for kind, lemma, where in wrong[:SHOWN]:
        console.print(Text(f"  wrong {kind}: {in_words(lemma, game)}"))
        console.print(Text(f"  in {' '.join(game.describe(where))}", style="dim"))
