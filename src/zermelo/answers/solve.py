"""What `zermelo solve` answers: the value of a position, and how it was proved."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.answer import (
    ABSENT,
    Absent,
    ByRole,
    CommandAnswer,
    SpelledJoint,
    SpelledLine,
)
from zermelo.game.game import Game, Joint, Role
from zermelo.game.proof import rests_on
from zermelo.search.solve.position_report import MoveValue
from zermelo.search.solve.prove import Solved


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A joint move, the values after it, and how far the end is.

    The distance is None if there is no end, or if not all positions are solved.
    """

    joint: SpelledJoint
    values: ByRole
    distance: int | None


@dataclass(frozen=True, slots=True)
class FoldedBy:
    """The group of symmetries by which positions were counted as one."""

    order: int
    complete: bool | None


@dataclass(frozen=True, slots=True)
class SolveAnswer(CommandAnswer):
    """The value of a position; what needs all positions after it is None without them."""

    game: str
    method: str
    values: ByRole
    distance: int | None
    endless: bool | None
    line: SpelledLine
    best: SpelledLine
    moves: Sequence[SolvedMove] | None
    positions: int | None
    folded: int | None
    symmetries: FoldedBy | None
    nodes: int
    seconds: float
    cpu_seconds: float
    proven: bool
    rests_on: Sequence[str]
    note: str | Absent
    shortest: bool | None


def solve_answer(
    name: str, game: Game, answer: Solved, seconds: float, cpu_seconds: float
) -> SolveAnswer:
    """Return what is known of a position, everything spelled."""

    def spelled(joint: Joint) -> list[str]:
        return [game.spell(Role(role), move) for role, move in enumerate(joint)]

    def by_role(values: tuple[float, ...] | None) -> ByRole:
        return dict(zip(game.roles, values or [None] * len(game.roles), strict=True))

    def solved(one: MoveValue) -> SolvedMove:
        return SolvedMove(spelled(one.joint), by_role(one.worth.values), one.worth.distance)

    strong = answer.positions is not None
    best = [one.joint for one in answer.best] if answer.choices else list(answer.line[:1])
    folding = answer.folding
    return SolveAnswer(
        game=name,
        method=answer.method,
        values=by_role(answer.values),
        distance=answer.distance,
        endless=answer.distance is None if strong else None,
        line=[spelled(joint) for joint in answer.line],
        best=[spelled(joint) for joint in best],
        moves=[solved(one) for one in answer.choices] if strong or answer.choices else None,
        positions=answer.positions,
        folded=answer.folded,
        symmetries=None if folding is None else FoldedBy(folding.order, folding.complete),
        nodes=answer.nodes,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        proven=answer.proven,
        rests_on=rests_on(answer.proof),
        note=answer.note or ABSENT,
        shortest=answer.shortest,
    )
