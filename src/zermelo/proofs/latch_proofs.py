"""Proofs of latches, inside the sandbox: fluents for which no model has the wrong change.

All claims are asked of one theory: a model with some wrong change refutes all claims that it has
a wrong change of, until there is none. With the invariants first, for a model that keeps to them
refutes a claim without them, too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import unflattened
from zermelo.proofs.houdini import ALONE, TOGETHER, hold
from zermelo.proofs.theory import SampledStep, StepTheory

Change = tuple[int, int]
"""A fluent, and 1 if it comes to hold, 0 if it ceases to."""
WITH_INVARIANTS = 0.7
"""What part of the steps the proofs with invariants get; those without have fewer claims left."""


class Latching:
    """Claims that some changes never happen, weeded out by models in which they do."""

    def __init__(self, theory: StepTheory, claims: Sequence[Change]) -> None:
        """Lay what the claims forbid; nothing more is added to the theory later."""
        self.theory = theory
        now = theory.now
        self.changed: dict[Change, int] = {}
        self.claimed: dict[Change, int] = {}
        self.found = theory.atom()
        for fluent, rises in claims:
            sign = 1 if rises else -1
            changed, claimed = theory.atom(), theory.choice()
            theory.rule(changed, [-sign * now.true[fluent], sign * now.next[fluent]])
            theory.rule(self.found, [claimed, changed])
            self.changed[fluent, rises] = changed
            self.claimed[fluent, rises] = claimed

    def prove(
        self, claims: Sequence[Change], known: Sequence[int], budget: Budget
    ) -> tuple[list[Change], dict[Change, SampledStep], bool]:
        """Return the claims that are proved, steps that refute others, and if all are settled."""
        live, examples = set(claims), dict[Change, SampledStep]()

        def refute(step: SampledStep) -> None:
            before, after = set(step.before), set(step.after)
            for change in [(f, 0) for f in before - after] + [(f, 1) for f in after - before]:
                if change in live:
                    live.discard(change)
                    examples[change] = step

        together = budget.share(TOGETHER)
        try:
            while live:
                selected = [atom if c in live else -atom for c, atom in self.claimed.items()]
                step = self.theory.ask([*known, *selected, self.found], together)
                if step is None:
                    break
                refute(step)
        except UnsettledError:
            proved, settled = self.alone(live, refute, known, budget)
            return proved, examples, settled
        return sorted(live), examples, True

    def alone(
        self,
        live: set[Change],
        refute: Callable[[SampledStep], None],
        known: Sequence[int],
        budget: Budget,
    ) -> tuple[list[Change], bool]:
        """Return the claims that are proved one by one, and if all are settled.

        `refute` takes from `live`.
        """
        most, settled = int(ALONE * budget.steps), True
        proved = []
        for change in sorted(live):
            if change not in live:
                continue
            own = Budget(min(most, budget.steps), budget.deadline, budget)
            try:
                step = self.theory.ask([*known, self.changed[change]], own)
            except UnsettledError:
                settled = False
                continue
            if step is None:
                proved.append(change)
            else:
                refute(step)
        return proved, settled


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return which of the changes in `claims` can never happen, with and without invariants.

    Also `steps` that refute others, which may be out of reach, and the `idle` claims: no move can
    be made in a state where their fluent holds, or does not, to begin with.
    """
    budget = Budget.of(message)
    theory = StepTheory(message)
    claims: list[Change] = [(fluent, rises) for fluent, rises in message["claims"]]
    latching = Latching(theory, claims)
    known = hold(theory, unflattened(message["invariants"]))
    strong, examples, settled = latching.prove(claims, known, budget.share(WITH_INVARIANTS))
    plain = strong
    if known:
        free = [-literal for literal in known]
        plain, _, plain_settled = latching.prove(strong, free, budget)
        settled &= plain_settled
    idle = []
    still = {(fluent, rises) for fluent, rises in message["still"]}
    for fluent, rises in [claim for claim in strong if claim in still]:
        held = theory.now.true[fluent]
        try:
            if theory.ask([*known, -held if rises else held], budget) is None:
                idle.append((fluent, rises))
        except UnsettledError:
            settled = False
            break
    steps = list({id(step): step for step in examples.values()}.values())
    number = {id(step): index for index, step in enumerate(steps)}
    return {
        "strong": strong,
        "plain": plain,
        "idle": idle,
        "limit": "" if settled else budget.limit,
        "steps": [(step.before, step.joint, step.after) for step in steps],
        "refuted": [(*change, number[id(step)]) for change, step in examples.items()],
    }
