"""Bounds of goals asked of the solver, inside the sandbox: can an end give more than was seen?

An end is any state that is terminal and keeps the invariants, or at least one that comes next to
such a state: a match comes to no others but the initial one. Cheap invariants are tried first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, pairwise, product
from math import prod
from typing import Any

from zermelo.proofs.budget import Budget, UnsettledError
from zermelo.proofs.claim_proofs import PosedQuestion
from zermelo.proofs.stepwise import Rung, rungs
from zermelo.proofs.theory import StepTheory, TimeFrame

QUESTION = 1 / 12
"""What part of the steps that are left one question may take."""
MOST_COMBINATIONS = 100_000
"""Of goals of all roles, that are looked through for the greatest sum."""
Levels = Sequence[int]


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tightest bounds that are proved; those that are known, where steps ran out.

    The message has the `levels` of each role's goals, bounds that are `known` and that were `seen`,
    and guesses as `zermelo.proofs.invariants` makes them. `groups` and `pairs` are the guesses, by
    their numbers, that were proved and used; `cut` says whether steps ran out anywhere.
    """
    budget = Budget.of(message)
    theory = StepTheory(message, outputs=("next", "legal", "terminal", "goals"))
    low, high, most = message["known"]
    bounding = Bounding(theory, message["levels"], list(low), list(high), most)
    before, used = (list(low), list(high), most), Rung(())
    for rung in rungs(theory, message, budget):
        bounding.cut = False
        bounding.tighten(message["seen"], rung.known, budget)
        bounds = (list(bounding.low), list(bounding.high), bounding.most)
        if bounds != before:
            before, used = bounds, rung
        if list(bounds) == message["seen"]:
            break
    return {
        "groups": used.groups,
        "pairs": used.pairs,
        "low": bounding.low,
        "high": bounding.high,
        "most": bounding.most,
        "cut": bounding.cut,
        "limit": budget.limit if bounding.cut else "",
    }


@dataclass(slots=True)
class Bounding:
    """Bounds that get tighter."""

    theory: StepTheory
    levels: Sequence[Levels]
    low: list[int]
    high: list[int]
    most: int
    pairs: dict[tuple[int, int], int] = field(default_factory=dict)  # what two roles get at most
    asked: dict[tuple[object, ...], PosedQuestion] = field(default_factory=dict)
    cut: bool = False

    def tighten(self, seen: Sequence[Any], known: tuple[int, ...], budget: Budget) -> None:
        """Ask for tighter bounds than there are, under what is known; never tighter than seen."""
        seen_low, seen_high, seen_most = seen
        roles = range(len(self.levels))

        def possible(key: tuple[object, ...], wrong: Callable[[TimeFrame], int]) -> bool:
            question = self.asked.setdefault(key, PosedQuestion(self.theory, wrong))
            return question.excluded(known, budget.share(QUESTION)) is None

        def sum_of(chosen: tuple[int, ...], least: int) -> bool:
            return possible(("sum", chosen, least), self.at_least(chosen, least))

        def gets(role: int, sign: int, least: int) -> bool:
            return possible(("goal", role, sign, least), self.gets(role, sign, least))

        def narrower(levels: Levels, asked: Callable[[int], bool], bound: int) -> int:
            try:
                return tightest(levels, asked) if levels else bound
            except UnsettledError:
                self.cut = True
                return bound

        for role in roles:
            above = [one for one in self.levels[role] if seen_high[role] <= one <= self.high[role]]
            self.high[role] = narrower(above, partial(gets, role, 1), self.high[role])
            below = [-one for one in self.levels[role][::-1] if one <= seen_low[role]]
            below = [one for one in dict.fromkeys([*below, 0]) if -one >= self.low[role]]
            self.low[role] = -narrower(sorted(below), partial(gets, role, -1), -self.low[role])
        whole = sums(self.levels, tuple(roles), seen_most, self.most)
        before, self.cut = self.cut, False
        self.most = narrower(whole, partial(sum_of, tuple(roles)), self.most)
        if self.cut and len(roles) > 2:
            for pair in combinations(roles, 2):
                top = self.pairs.get(pair, sum(self.high[role] for role in pair))
                some = sums(self.levels, pair, 0, top)
                self.pairs[pair] = narrower(some, partial(sum_of, pair), top)
            self.most = min(self.most, combined(self.levels, self.high, self.pairs))
        self.most = min(self.most, sum(self.high))
        self.cut |= before

    def at_least(self, roles: tuple[int, ...], least: int) -> Callable[[TimeFrame], int]:
        """Return what says that a state is an end where some roles together get so much."""

        def wrong(frame: TimeFrame) -> int:
            weighted = [pair for role in roles for pair in self.weights(frame, role)]
            reached = self.theory.atom()
            self.theory.weigh(reached, least, weighted)
            return self.ended(frame, [reached])

        return wrong

    def weights(self, frame: TimeFrame, role: int) -> list[tuple[int, int]]:
        """Return atoms with weights that make what a role gets.

        Of several goals the greatest counts: that is at least what any search makes of them.
        """
        weighted, above = [], self.theory.never
        by_value = sorted(frame.goals[role], reverse=True)
        for (value, goal), (lower, _) in pairwise([*by_value, (0, 0)]):
            above = self.theory.any_of([goal, above])
            if value > lower:
                weighted.append((above, value - lower))
        return weighted

    def gets(self, role: int, sign: int, least: int) -> Callable[[TimeFrame], int]:
        """Return what says that a state is an end where a role gets so much; by -1, so little.

        A role that has no goal, or several, is taken to get 0.
        """

        def wrong(frame: TimeFrame) -> int:
            reasons = [atom for value, atom in frame.goals[role] if sign * value >= least]
            if least <= 0:
                reasons.append(self.theory.outside([atom for _, atom in frame.goals[role]], 1, 1))
            return self.ended(frame, reasons)

        return wrong

    def ended(self, frame: TimeFrame, reasons: Iterable[int]) -> int:
        """Return an atom: the state is an end, and one of the reasons is true."""
        atom = self.theory.atom()
        for reason in reasons:
            self.theory.rule(atom, [reason, frame.terminal])
        return atom


def sums(levels: Sequence[Levels], roles: tuple[int, ...], least: int, most: int) -> list[int]:
    """Return every sum of goals of some roles between two bounds."""
    found = {0}
    for role in roles:
        found = {total + value for total in found for value in {0, *levels[role]}}
    return sorted(total for total in found if least <= total <= most)


def combined(
    levels: Sequence[Levels], high: Sequence[int], pairs: Mapping[tuple[int, int], int]
) -> int:
    """Return what all roles get together at most, by what every two of them get at most.

    >>> combined([[0, 100]] * 3, [100] * 3, {(0, 1): 100, (0, 2): 100, (1, 2): 100})
    100
    """
    choices = [
        sorted({0, *(value for value in own if value <= top)})
        for own, top in zip(levels, high, strict=True)
    ]
    if prod(map(len, choices)) > MOST_COMBINATIONS:
        # Every role is in all pairs but those of the others.
        return sum(pairs.values()) // (len(levels) - 1)
    return max(
        sum(goals)
        for goals in product(*choices)
        if all(goals[one] + goals[other] <= most for (one, other), most in pairs.items())
    )


def tightest(levels: Sequence[int], possible: Callable[[int], bool]) -> int:
    """Return the highest level that is possible; the first is, and often no other."""
    if len(levels) > 1 and not possible(levels[1]):
        return levels[0]
    low, high = min(1, len(levels) - 1), len(levels) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if possible(levels[middle]):
            low = middle
        else:
            high = middle - 1
    return levels[low]
