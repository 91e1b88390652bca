"""Minimax pruned by a solver: a match is settled from its end back, move by move.

In a match of the solver all roles help one of them. To settle a state, first the match behind its
move is settled. Then the solver is asked for the best goal of the other moves, if all roles help
the one that moves: if that is no better, they cannot matter, and nobody but the solver has seen
them. If it is better, the match that brings it is settled behind its first move in the same way,
and the better move is kept. Moves that were compared stay excluded, so that each is looked at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from zermelo.errors import UnsuitedError
from zermelo.game.game import Joint, Role, State
from zermelo.search.asp.cases import Case, bounded, compared, in_words
from zermelo.search.asp.rules import Rulebook
from zermelo.search.asp.solver import BestGoal, Match, Solver
from zermelo.search.events import Trail
from zermelo.search.parts.duel import Duel


@dataclass(frozen=True, slots=True)
class SettledValue:
    """What a state, or a move in it, is worth for max, and the line that leads to that."""

    value: float
    line: Match = ()


@dataclass(slots=True)
class SolverPruned:
    """A search of one root; `known` and `book` outlive it."""

    duel: Duel
    trail: Trail
    solver: Solver
    levels: tuple[tuple[int, ...], ...]  # [role] its goals, best first
    known: dict[State, SettledValue]
    book: Rulebook | None = None

    def first(self, state: State) -> tuple[Role, BestGoal]:
        """Return who moves, its best goal if all roles help, and a match that brings it.

        Raises:
            UnsuitedError: no end has a goal for that role.
        """
        role = self.mover(state)
        excluded: list[Joint] = []
        if self.book is not None and (move := self.book.find(state, role)) is not None:
            excluded = [joint for joint in self.duel.joints(state) if joint[role] != move]
        best = self.solver.best(state, role, excluded, self.levels[role])
        if best.goal is None:
            game = self.duel.game
            raise UnsuitedError(f"{game.name}: no match ends with a goal for {game.roles[role]}")
        return role, best

    def settle(self, state: State, match: Match) -> SettledValue:
        """Return what a state is worth; `match` starts there, and the state was entered."""
        if state in self.known:
            self.trail.known(self.known[state].value, "settled before")
            return self.known[state]
        if self.duel.game.terminal(state):
            value = self.duel.worth(state)
            self.trail.leaf(value)
            return SettledValue(value)
        role = self.mover(state)
        best = self.follow(state, match)
        self.trail.best(best.value, -inf, inf)
        rest = [joint for joint in self.duel.joints(state) if joint != match[0]]
        cases: list[Case] = []
        while not cases or cases[-1].goes_on:
            case, best = self.compare(state, role, best, rest)
            cases.append(case)
        self.known[state] = best
        if self.book is not None and critical(cases):
            self.solver.add_rules(self.book.learn(state, role, best.line[0][role]))
        return best

    def follow(self, state: State, match: Match) -> SettledValue:
        """Return what the first move of a match is worth, by settling the match behind it."""
        joint = match[0]
        child = self.duel.game.next(state, joint)
        self.trail.enter(child, joint)
        answer = self.settle(child, match[1:])
        self.trail.leave(answer.value)
        return SettledValue(answer.value, (joint, *answer.line))

    def compare(
        self, state: State, role: Role, best: SettledValue, rest: list[Joint]
    ) -> tuple[Case, SettledValue]:
        """Return the case of the rest of the moves, and the better one.

        A move that had to be looked at closer is taken from the rest.
        """
        value = self.duel.values(best.value)[role]
        if not rest:
            return self.told(Case.ALONE, role, value), best
        if self.book is not None and self.book.find(state, role) == best.line[0][role]:
            return self.told(Case.RULE, role, value, rest), best
        bound = self.bound(state, role, value, rest)
        if bound.goal is None or bound.goal <= value:
            return self.told(bounded(bound.goal, value), role, value, rest), best
        other = self.follow(state, bound.match)
        rest.remove(bound.match[0])
        worth = self.duel.values(other.value)[role]
        case = self.told(compared(worth, value), role, value, other=worth)
        if case is Case.BETTER:
            self.trail.best(other.value, -inf, inf)
        return case, other if case is Case.BETTER else best

    def bound(self, state: State, role: Role, value: float, rest: Sequence[Joint]) -> BestGoal:
        """Return the best goal of some moves if all roles help, if it is at least a value.

        What is settled of them is not asked of the solver: it would be told no more.
        """
        settled = {joint: self.settled(state, role, joint) for joint in rest}
        known = {joint: goal for joint, goal in settled.items() if goal is not None}
        best = max(known, key=lambda joint: known[joint]) if known else None
        if best is not None and known[best] > value:
            return BestGoal(known[best], (best,))
        # Whether others are as good matters only to events and to rules.
        ties = self.trail.watch is not None or self.book is not None
        goals = [goal for goal in self.levels[role] if goal > value or (ties and goal == value)]
        excluded = [joint for joint in self.duel.joints(state) if settled.get(joint, 0) is not None]
        if goals and len(known) < len(rest):
            found = self.solver.best(state, role, excluded, goals, value)
            if found.goal is not None:
                return found
        return BestGoal(known[best] if best is not None else None)

    def settled(self, state: State, role: Role, joint: Joint) -> float | None:
        """Return what a move is worth for a role, if the state behind it was settled."""
        answer = self.known.get(self.duel.game.next(state, joint))
        return None if answer is None else self.duel.values(answer.value)[role]

    def mover(self, state: State) -> Role:
        """Return who decides; the role that thinks, where nobody has a choice."""
        return self.duel.role if self.duel.maximising(state) else Role(1 - self.duel.role)

    def told(
        self,
        case: Case,
        role: Role,
        value: float,
        unseen: Sequence[Joint] = (),
        other: float | None = None,
    ) -> Case:
        """Record a case, with the moves that only the solver has seen."""
        words = in_words(case, self.duel.game.roles[role], value, other)
        self.trail.case(value, words, tuple(unseen))
        return case


def critical(cases: Sequence[Case]) -> bool:
    """Whether a move turned out to be better than another, and was compared with all of them.

    It is at least as good as any then: a rule that says so changes no value.
    """
    return cases[-1] is not Case.RULE and any(case.strict for case in cases)
