"""Proofs of invariants, inside the sandbox: what is left when nothing more can be refuted.

All guesses are assumed at time 1; a model that breaks some at time 2 refutes those, and so on until
there is no such model: the rest hold for ever, if they hold initially. After Flanagan and Leino,
Houdini, an annotation assistant for ESC/Java (2001).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import Count, flattened
from zermelo.proofs.theory import StepTheory

TOGETHER = 0.3
"""What part of the steps all claims together get, before each is asked alone."""
ALONE = 0.1
"""What part of the steps one claim gets alone."""


@dataclass(frozen=True, slots=True)
class GuardedCount:
    """A count with the atoms that assume it at time 1, and that say it is broken at time 2."""

    count: Count
    assumed: int
    broken: int


def hold(theory: StepTheory, counts: Sequence[Count]) -> list[int]:
    """Return the literals to assume for counts to hold at time 1."""
    literals = []
    for count in counts:
        assumed = theory.choice()
        true = [theory.now.true[fluent] for fluent in count.group]
        theory.forbid([assumed, theory.outside(true, count.least, count.most)])
        literals.append(assumed)
    return literals


def claimed(theory: StepTheory, counts: Sequence[Count]) -> list[GuardedCount]:
    """Return counts as claims of a theory."""
    claims = []
    for count, assumed in zip(counts, hold(theory, counts), strict=True):
        following = [theory.now.next[fluent] for fluent in count.group]
        broken = theory.outside(following, count.least, count.most)
        claims.append(GuardedCount(count, assumed, broken))
    return claims


class Houdini:
    """Weeds out claims until the rest prove each other."""

    def __init__(
        self, theory: StepTheory, claims: Sequence[GuardedCount], known: Sequence[int]
    ) -> None:
        """Start with all claims; `known` are literals that may be assumed anyway."""
        self.theory, self.known = theory, list(known)
        self.claims = list(claims)
        self.flat = flattened(claim.count for claim in claims)
        self.live = {claim.assumed: claim for claim in claims}
        self.dropped: dict[int, None] = {}  # in the order in which they were
        self.found = theory.atom()
        for claim in claims:
            theory.rule(self.found, [claim.assumed, claim.broken])

    def literals(self) -> list[int]:
        """Return what is assumed: all that are live, and none of the others."""
        return [*self.known, *self.live, *(-assumed for assumed in self.dropped)]

    def drop(self, claims: Sequence[GuardedCount]) -> None:
        """Assume these no more."""
        for claim in claims:
            del self.live[claim.assumed]
            self.dropped[claim.assumed] = None

    def refute(self, after: Sequence[int]) -> None:
        """Drop all that a state at time 2 breaks."""
        flat = self.flat
        state = np.zeros(len(self.theory.now.true), np.int32)
        state[list(after)] = 1
        starts = np.concatenate([[0], flat["ends"][:-1]])
        number = np.add.reduceat(state[flat["members"]], starts)
        wrong = np.flatnonzero((number < flat["least"]) | (number > flat["most"]))
        claims = [self.claims[index] for index in wrong.tolist()]
        self.drop([claim for claim in claims if claim.assumed in self.live])

    def together(self, budget: Budget) -> None:
        """Drop claims until no model breaks any; UnsettledError when the budget is spent."""
        while self.live:
            step = self.theory.ask([*self.literals(), self.found], budget)
            if step is None:
                return
            self.refute(step.after)

    def alone(self, each: float, budget: Budget) -> bool:
        """Do the same with a question for each claim; return whether all were settled.

        A proof tells which other claims it needs: it stands until one of those is dropped. When
        the budget is spent, what has no proof that stands is dropped. Each question may take the
        part `each` of the steps that there are at first.
        """
        most = int(each * budget.steps)
        proofs: dict[int, frozenset[int]] = {}
        settled = True
        while todo := [claim for one, claim in self.live.items() if one not in proofs]:
            claim = min(todo, key=lambda claim: len(claim.count.group))  # the easiest, often
            own = Budget(min(most, budget.steps), budget.deadline, budget)
            try:
                step = self.theory.ask([*self.literals(), claim.broken], own)
            except UnsettledError:
                settled = False
                self.drop(todo if budget.spent else [claim])
            else:
                if step is None:
                    proofs[claim.assumed] = self.theory.core
                    continue
                self.refute(step.after)
            proofs = {one: core for one, core in proofs.items() if self.stands(one, core)}
        return settled

    def stands(self, claim: int, core: frozenset[int]) -> bool:
        """Whether a claim and all that its proof needs are live."""
        return claim in self.live and core.isdisjoint(self.dropped)


def weed(
    theory: StepTheory, claims: Sequence[GuardedCount], known: Sequence[int], budget: Budget
) -> tuple[list[GuardedCount], bool]:
    """Return the claims that are proved, and whether no limit had a part in it."""
    houdini = Houdini(theory, claims, known)
    try:
        houdini.together(budget.share(TOGETHER))
        settled = True
    except UnsettledError:
        settled = houdini.alone(ALONE, budget)
    return list(houdini.live.values()), settled
