"""`zermelo verify`: every claim and every move of a strategy, in every position."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.apps import options, output
from zermelo.apps.opening import opened, started
from zermelo.text.plural import several

if TYPE_CHECKING:
    from zermelo.answers.verify import VerifyAnswer


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
    if as_json:
        output.print_json(answer)
    else:
        show(answer, len(found.wrong))
    if answer.wrong:
        raise typer.Exit(1)


def show(found: "VerifyAnswer", claims: int) -> None:
    """Print what was found for people; so many of all that is wrong are claims."""
    from rich.text import Text

    console = output.console()
    said = "no claim is wrong, no move is wrong"
    if found.wrong:
        said = f"{several(claims, 'wrong claim')}, {several(found.wrong - claims, 'wrong move')}"
    covered = f"{several(found.states, 'position')}, {found.covered:,} of them covered"
    checked = several(found.moves_checked, "move")
    text = f"{covered}, {checked} checked: {said}"
    console.print(Text(text, style="red" if found.wrong else "green"))
    for role, value in found.guaranteed.items():
        sure = "no end for sure" if value is None else f"at least {value}"
        console.print(Text(f"following the strategy, {role} gets {sure}"))
    for example in found.examples:
        console.print(Text(f"  wrong {example.kind}: {example.rule}"))
        console.print(Text(f"  in {' '.join(example.state)}", style="dim"))
