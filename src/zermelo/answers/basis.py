"""What proofs of properties rest on, and steps that refute them."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.answers.answer import SpelledJoint, SpelledLine
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role
from zermelo.proofs.sample import Refutation

RULES, INITIAL = "rules", "initial position"
LATCHES, INVARIANTS = "latches (proved)", "invariants (proved)"
SAMPLED = {"unrefuted": ["random matches"], "refuted": ["counterexample"], "unknown": list[str]()}
"""What is known of a trait that is not proved, and how."""


@dataclass(frozen=True, slots=True)
class ProofBasis:
    """Whether claims are proven, and what the proofs rest on."""

    proven: bool
    rests_on: Sequence[str]


@dataclass(frozen=True, slots=True)
class StepExample:
    """A step that refutes something; `line` leads there from the start, if that is known."""

    before: Sequence[str]
    moves: SpelledJoint
    after: Sequence[str]
    reachable: bool
    line: SpelledLine | None


def step_example(game: CompiledGame, step: Refutation) -> StepExample:
    """Return a step that refutes something."""

    def spelled(joint: Joint) -> list[str]:
        return [game.spell(Role(role), move) for role, move in enumerate(joint)]

    return StepExample(
        before=game.describe(step.before),
        moves=spelled(step.joint),
        after=game.describe(step.after),
        reachable=step.reachable,
        line=None if step.line is None else [spelled(joint) for joint in step.line],
    )
