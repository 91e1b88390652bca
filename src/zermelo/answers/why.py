"""Why a move was chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.answers.answer import SpelledLine

if TYPE_CHECKING:
    from zermelo.play.why import Why


@dataclass(frozen=True, slots=True)
class OtherMove:
    """Another move, and its exact value for the role; None where that is unknown."""

    move: str
    worth: float | None


@dataclass(frozen=True, slots=True)
class SpelledWhy:
    """Why a role would play a move: its rule, the values of the others, the best line."""

    role: str
    move: str | None
    rule: str | None
    status: str
    proven: bool
    rests_on: Sequence[str]
    worth: float | None
    others: Sequence[OtherMove]
    line: SpelledLine
    line_from: str
    text: Sequence[str]


def spelled_why(why: "Why") -> SpelledWhy:
    """Return the reasons for a move."""
    return SpelledWhy(
        role=why.role,
        move=why.move,
        rule=why.rule or None,
        status=why.status,
        proven=why.status == "proved",
        rests_on=why.rests_on,
        worth=why.worth,
        others=[OtherMove(move, worth) for move, worth in why.others],
        line=why.line,
        line_from=why.line_from,
        text=why.text,
    )
