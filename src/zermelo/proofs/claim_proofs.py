"""The traits that searches rest on, asked of the solver, inside the sandbox: cheapest proof first.

On each rung of `zermelo.proofs.stepwise` every trait that is still open is asked about; what is
proved says which invariants that took.
"""

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.stepwise import rungs
from zermelo.proofs.theory import StepTheory, TimeFrame
from zermelo.proofs.trait_proofs import other_sum, simultaneous, stuck

QUESTION = 1 / 8
"""What part of the steps that are left one question may take."""


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the traits that are proved, each with the `groups` and `pairs` that its proof needs.

    `next` says that wrong states are excluded only as states that come next. `limit` says what has
    cut a trait that is not there, if anything has.
    """
    budget = Budget.of(message)
    theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
    asking = {
        "turns": PosedQuestion(theory, lambda frame: simultaneous(theory, frame)),
        "playable": PosedQuestion(theory, lambda frame: stuck(theory, frame)),
    }
    if message["total"] is not None:
        total, counted = message["total"], message["counted"]
        asking["constant_sum"] = PosedQuestion(
            theory, lambda frame: other_sum(theory, frame, total, counted)
        )
    found: dict[str, dict[str, Any]] = {}
    cut: set[str] = set()
    for rung in rungs(theory, message, budget):
        for name, question in asking.items():
            if name in found:
                continue
            try:
                answer = question.excluded(rung.known, budget.share(QUESTION))
            except UnsettledError:
                cut.add(name)
                continue
            cut.discard(name)
            if answer is not None:
                found[name] = {"next": answer, "groups": rung.groups, "pairs": rung.pairs}
        if found.keys() == asking.keys():
            break
    return {"found": found, "limit": budget.limit if cut - found.keys() else ""}


class PosedQuestion:
    """A question whether some state is wrong; its rules are laid when they are needed."""

    def __init__(self, theory: StepTheory, wrong: Callable[[TimeFrame], int]) -> None:
        """Take what makes an atom that says of a frame that it is wrong."""
        self.theory, self.wrong = theory, wrong
        self.now: int | None = None
        self.later: int | None = None

    def excluded(self, known: tuple[int, ...], budget: Budget) -> bool | None:
        """Return None if some state may be wrong; else whether only states that come next are not.

        Raises:
            UnsettledError: the budget was spent.
        """
        theory = self.theory
        if self.now is None:
            self.now = self.wrong(theory.now)
        if theory.ask([*known, self.now], budget.share(1 / 2), moving=False) is None:
            return False
        if self.later is None:
            self.later = self.wrong(theory.following)
        return True if theory.ask([*known, self.later], budget) is None else None
