"""What `zermelo evaluate` answers: the value of a position by an evaluator, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import ABSENT, NOT_IN_JSON, Absent, ByRole, CommandAnswer
from zermelo.evaluate.heat import Heat
from zermelo.evaluate.term import Term

MOST_TERMS = 20_000
"""Terms that JSON has; of more, those nearest to the value."""


@dataclass(frozen=True, slots=True)
class SpelledTerm:
    """What is counted, its value, and what it is made of."""

    text: str
    value: float
    parts: "Sequence[SpelledTerm] | Absent" = ABSENT


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The gain of each cell of a board, rows from top to bottom; None where no cell is."""

    board: str
    gains: Sequence[Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class RoleHeat:
    """What a role would gain by a change of each cell."""

    role: str
    boards: Sequence[HeatMap]


@dataclass(frozen=True, slots=True)
class EvaluateAnswer(CommandAnswer):
    """The values that an evaluator gives to a position, and the terms that they are made of."""

    game: str
    evaluator: str
    values: ByRole
    terms: Mapping[str, SpelledTerm]
    heat: RoleHeat
    explained: Sequence[Term] = field(metadata=NOT_IN_JSON, repr=False)  # the whole terms
    maps: Sequence[Heat] = field(metadata=NOT_IN_JSON, repr=False)
    depth: int = field(metadata=NOT_IN_JSON)  # levels of terms to show


def spelled_terms(roles: Sequence[str], terms: Sequence[Term]) -> dict[str, SpelledTerm]:
    """Return the term of each role, cut where there are too many; none if there are none."""
    return {
        role: spelled_term(term, [MOST_TERMS // len(terms)])
        for role, term in zip(roles, terms, strict=bool(terms))
    }


def spelled_term(term: Term, left: list[int]) -> SpelledTerm:
    """Return a term; `left` counts down how many more there may be."""
    left[0] -= 1
    if not term.parts or left[0] <= 0:
        return SpelledTerm(term.text, term.value)
    parts = [spelled_term(part, left) for part in term.parts if left[0] > 0]
    return SpelledTerm(term.text, term.value, parts)


def role_heat(role: str, maps: Sequence[Heat]) -> RoleHeat:
    """Return the heat of all boards for a role."""
    return RoleHeat(role, [HeatMap(one.board.name, one.gains) for one in maps])
