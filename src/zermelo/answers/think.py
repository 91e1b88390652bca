"""What `zermelo think` answers: a decision, with what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.answers.answer import ABSENT, INLINED, Absent, ByRole, CommandAnswer, SpelledLine
from zermelo.answers.why import SpelledWhy
from zermelo.game.game import Game, Role
from zermelo.game.proof import rests_on
from zermelo.play.thought import Thought, spelled_line


@dataclass(frozen=True, slots=True)
class SpelledThought:
    """What a search found for a role, with moves in KIF, and what it spent."""

    role: str | None
    move: str | None
    values: ByRole
    line: SpelledLine
    depth: int
    nodes: int
    leaves: int
    cuts: int
    seconds: float
    proven: bool
    rests_on: Sequence[str]
    bound: str
    shortest: bool | Absent | None = ABSENT  # of games of one role
    note: str | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class ThinkAnswer(CommandAnswer):
    """The move that a search chose."""

    game: str
    search: str
    thought: SpelledThought = field(metadata=INLINED)
    why: SpelledWhy | Absent = ABSENT


def spelled_thought(game: Game, role: Role, found: Thought) -> SpelledThought:
    """Return a decision, everything spelled."""
    result = found.result
    return SpelledThought(
        role=game.roles[role],
        move=None if result.move is None else game.spell(role, result.move),
        values=dict(zip(game.roles, result.reported, strict=True)),
        line=spelled_line(game, result),
        depth=result.depth,
        nodes=found.count.nodes,
        leaves=found.count.leaves,
        cuts=found.count.cuts,
        seconds=found.seconds,
        proven=result.proven,
        rests_on=rests_on(result.proof),
        bound=result.bound.value,
        shortest=result.shortest if len(game.roles) == 1 else ABSENT,
        note=result.note or ABSENT,
    )
