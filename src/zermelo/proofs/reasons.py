"""Why a state is decided, inside the sandbox: a few literals that are enough, from the solver.

A claim says that some roles together can bring it about that, at the end, a goal of one role is at
least a threshold, or below it. A state has it at an end by the goals; before the end, if its roles
have moves after which, whatever the others do, the next state has it by a lemma. Where one of the
others has no move, the match does not go on, so nothing is forced there. That no state with certain
literals fails to have the claim is a question without a model; the assumptions that the solver
used, made fewer one by one, are the reason. It holds in every state that keeps the invariants, also
in states that no search has seen.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zermelo.proofs.counts import unflattened
from zermelo.proofs.single_goals import other_goals
from zermelo.proofs.theory import StepTheory
from zermelo.proofs.trait_proofs import keep


def reasons(message: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Make what answers questions about the claims of a message."""
    return Reasons(message).answer


class Reasons:
    """A theory with lemmas: one atom a claim says that the next state has it by none of them."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        """Lay the rules; `claims` have `side`, `role`, `value` and `least`.

        If it is proved that ends have a `single` goal for each role, no others are thought of.
        """
        self.theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
        keep(self.theory, unflattened(message["counts"]))
        if message["single"]:
            self.theory.forbid([other_goals(self.theory, self.theory.now)])
        self.claims = message["claims"]
        theory, now = self.theory, self.theory.now
        self.fails = []
        self.uncovered = []
        for claim in self.claims:
            goals = now.goals[claim["role"]]
            reached = theory.any_of(atom for value, atom in goals if value >= claim["value"])
            fails = theory.atom()
            theory.rule(fails, [now.terminal, -reached if claim["least"] else reached])
            if claim["least"]:  # a role with two goals has not got what it was to force
                theory.rule(fails, [now.terminal, theory.outside([a for _, a in goals], 0, 1)])
            self.fails.append(fails)
            self.uncovered.append(theory.choice())
        self.without_move = self.stuck()
        self.questions: dict[tuple[int, tuple[int, ...]], int] = {}

    def stuck(self) -> list[int]:
        """Return a literal for each role: it has no move; none where that is never so.

        Mostly the invariants rule it out, and then it need not be part of any question.
        """
        theory, now = self.theory, self.theory.now
        without = [-theory.any_of(legal) for legal in now.legal]
        some = theory.atom()
        for each in without:
            theory.rule(some, [-now.terminal, each])
        return [] if theory.excluded([some]) else without

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Add lemmas, or find a reason, as the message asks."""
        if "lemmas" in message:
            for number, literals in message["lemmas"]:
                self.add(number, literals)
            return {}
        asked = self.question(message["claim"], tuple(message["moves"]))
        return {"core": self.reason(asked, message["state"], -1 if message["backward"] else 1)}

    def add(self, number: int, literals: Sequence[int]) -> None:
        """Let all states with these literals have a claim; fluents from 1, negative if absent."""
        following = self.theory.now.next
        body = [following[abs(each) - 1] * (1 if each > 0 else -1) for each in literals]
        self.theory.forbid([self.uncovered[number], *body])

    def question(self, number: int, moves: tuple[int, ...]) -> int:
        """Return an atom: a state has not the claim by these moves of its side, or at the end.

        Without moves the state must be the end, unless the side of the claim is nobody: then every
        joint move has to do.
        """
        key = number, moves
        if key not in self.questions:
            theory, now = self.theory, self.theory.now
            asked = self.questions[key] = theory.atom()
            theory.rule(asked, [self.fails[number]])
            roles = self.claims[number]["side"]
            if roles and not moves:
                theory.rule(asked, [-now.terminal])
                return asked
            side = list(zip(roles, moves, strict=True))
            for role, move in side:
                theory.rule(asked, [-now.terminal, -now.legal[role][move]])
            for role, without in enumerate(self.without_move):
                if role not in roles:
                    theory.rule(asked, [-now.terminal, without])
            done = [now.does[role][move] for role, move in side]
            theory.rule(asked, [theory.moving, *done, self.uncovered[number]])
        return self.questions[key]

    def reason(self, asked: int, state: Sequence[int], order: int) -> list[int] | None:
        """Return literals of a state that are enough for a claim; None if not even all are.

        What is there is tried first without what is absent: it says more, and where exactly one of
        some fluents holds, it says all. Then one after the other is left out, in the order of the
        fluents or, if that is -1, backward.
        """
        core = self.core(asked, [each for each in state if each > 0])
        if core is None:
            core = self.core(asked, state)
        if core is None:
            return None
        for literal in sorted(core, key=lambda each: (each > 0, order * abs(each))):
            if literal in core:
                fewer = self.core(asked, [each for each in core if each != literal])
                core = core if fewer is None else fewer
        return core

    def core(self, asked: int, state: Sequence[int]) -> list[int] | None:
        """Return those of the literals that the solver needs to find no model; None if there is."""
        true = self.theory.now.true
        literals = {true[abs(each) - 1] * (1 if each > 0 else -1): each for each in state}
        if not self.theory.excluded([asked, *literals]):
            return None
        return [literals[each] for each in literals if each in self.theory.core]
