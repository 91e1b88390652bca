"""Inhibitors asked of the solver, inside the sandbox: what cannot happen once a latch is on.

A latch is given as a fluent and whether it is on when the fluent holds, or when it does not. As it
stays on, one step is enough: what cannot become true in it, never can.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.counts import unflattened
from zermelo.proofs.theory import StepTheory
from zermelo.proofs.trait_proofs import keep


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the guesses that are proved: pairs of latch and fluent, pairs of latch and goal.

    `latches` has the number of each fluent, plus one, negative where it is on when that does not
    hold; 0 is always on. Guesses are `rising`, [latches, fluents], and `goals`, [latches, goals].
    """
    budget = Budget.of(message)
    theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
    keep(theory, unflattened(message["counts"]))
    latches = message["latches"].tolist()
    rising = message["rising"].reshape(len(latches), -1).astype(np.bool_)
    dead = message["dead"].reshape(len(latches), -1).astype(np.bool_)
    proof = InhibitorProof(theory, latches, rising, dead, budget)
    # Fluents first: goals can be hard to decide, such as a connection across a board.
    fluents = settled(proof.settle_fluents, len(latches))
    goals = settled(proof.settle_goals, len(latches))
    rising[fluents:] = False
    dead[goals:] = False
    return {
        "limit": "" if fluents == goals == len(latches) else budget.limit,
        "rising": rising.astype(np.uint8).ravel(),
        "dead": dead.astype(np.uint8).ravel(),
    }


def settled(settle: Callable[[int], None], latches: int) -> int:
    """Settle latch after latch; returns how many could be settled."""
    for latch in range(latches):
        try:
            settle(latch)
        except UnsettledError:
            return latch
    return latches


class InhibitorProof:
    """Strikes out guesses by models until the solver has none."""

    def __init__(
        self, theory: StepTheory, latches: list[int], rising: Any, dead: Any, budget: Budget
    ) -> None:
        """Take the guesses; they are struck out in place."""
        self.theory, self.latches, self.budget = theory, latches, budget
        self.rising, self.dead = rising, dead
        self.goals = [atom for goals in theory.now.goals for _, atom in goals]
        self.new: dict[int, int] = {}

    def on(self, latch: int) -> list[int]:
        """Return the literals that say that a latch is on."""
        code = self.latches[latch]
        if code == 0:
            return []
        atom = self.theory.now.true[abs(code) - 1]
        return [atom if code > 0 else -atom]

    def becoming(self, fluent: int) -> int:
        """Return an atom: the fluent does not hold, and holds next."""
        if fluent not in self.new:
            now = self.theory.now
            atom = self.new[fluent] = self.theory.atom()
            self.theory.rule(atom, [-now.true[fluent], now.next[fluent]])
        return self.new[fluent]

    def settle_fluents(self, latch: int) -> None:
        """Leave only fluents that cannot become true while a latch is on.

        A latch that is on at the end only inhibits everything, which is not worth telling.
        """
        if self.theory.ask(self.on(latch), self.budget) is None:
            self.rising[latch] = False
        while self.rising[latch].any():
            guesses = np.flatnonzero(self.rising[latch]).tolist()
            found = self.theory.any_of(map(self.becoming, guesses))
            step = self.theory.ask([*self.on(latch), found], self.budget)
            if step is None:
                return
            became = list(set(step.after) - set(step.before))
            active = [
                number
                for number, code in enumerate(self.latches)
                if code == 0 or (abs(code) - 1 in step.before) == (code > 0)
            ]
            self.rising[np.ix_(active, became)] = False

    def settle_goals(self, latch: int) -> None:
        """Leave only goals that no end has while a latch is on."""
        for goal in np.flatnonzero(self.dead[latch]).tolist():
            literals = [*self.on(latch), self.goals[goal], self.theory.now.terminal]
            if self.theory.ask(literals, self.budget, moving=False) is not None:
                self.dead[latch, goal] = False
