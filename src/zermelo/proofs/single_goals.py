"""Whether every end has exactly one goal for each role, after positions that keep some invariants.

Rules should be so, but a board with two complete lines is an end with two goals: no match comes
there, and a lemma about one line is true only if such ends are left out. They are, where it is
proved that none comes next after a position that keeps the invariants.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import Count, flattened, unflattened
from zermelo.proofs.tables import asked
from zermelo.proofs.theory import StepTheory, TimeFrame
from zermelo.proofs.trait_proofs import keep


def has_single_goals(
    program: Program, invariants: Sequence[Count], *, seconds: float | None = None
) -> bool:
    """Return whether it is proved of all ends that come next after another position."""
    message = {"counts": flattened(invariants)}
    try:
        answer = asked("zermelo.proofs.single_goals:prove", program, message, seconds)
    except LimitError:
        return False
    return bool(answer["proved"])


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether it is `proved`, inside the sandbox."""
    theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
    keep(theory, unflattened(message["counts"]))
    try:
        step = theory.ask([other_goals(theory, theory.following)], Budget.of(message))
    except UnsettledError:
        return {"proved": False}
    return {"proved": step is None}


def other_goals(theory: StepTheory, frame: TimeFrame) -> int:
    """Return an atom: the state is an end, and a role has no goal, or several."""
    wrong = theory.atom()
    for goals in frame.goals:
        theory.rule(wrong, [frame.terminal, theory.outside([atom for _, atom in goals], 1, 1)])
    return wrong
