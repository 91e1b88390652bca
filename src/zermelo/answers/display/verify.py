"""How what was found of a strategy is shown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.verify import VerifyAnswer
from zermelo.text.plural import several


def parts(answer: VerifyAnswer) -> Iterator[RenderableType]:
    """Yield whether all is right, what each role gets for sure, and what is wrong."""
    said = "no claim is wrong, no move is wrong"
    if answer.wrong:
        claims, moves = answer.wrong_claims, answer.wrong - answer.wrong_claims
        said = f"{several(claims, 'wrong claim')}, {several(moves, 'wrong move')}"
    covered = f"{several(answer.states, 'position')}, {answer.covered:,} of them covered"
    checked = several(answer.moves_checked, "move")
    yield Text(f"{covered}, {checked} checked: {said}", style="red" if answer.wrong else "green")
    for role, value in answer.guaranteed.items():
        sure = "no end for sure" if value is None else f"at least {value}"
        yield Text(f"following the strategy, {role} gets {sure}")
    for example in answer.examples:
        yield Text(f"  wrong {example.kind}: {example.rule}")
        yield Text(f"  in {' '.join(example.state)}", style="dim")
