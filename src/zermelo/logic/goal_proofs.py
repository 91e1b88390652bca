"""Bounds of goals asked of the solver, inside the sandbox: can an end give more than was seen?

An end is any state that is terminal and keeps the invariants, or at least one that comes next to
such a state: a match comes to no others but the initial one.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from zermelo.logic.counts import unflattened
from zermelo.logic.theory import Frame, OutOfTimeError, Theory
from zermelo.logic.trait_proofs import half, keep

Question = Callable[[Frame], int]
"""Lays an atom that tells of a frame what should not be."""


def prove(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tightest bounds that are proved in time; those that are known, where it ran out.

    `cut` says whether it ran out anywhere.

    The message has the `levels` of each role's goals, all `sums`, and bounds that are `known` and
    that were `seen`.
    """
    deadline = time.monotonic() + message["seconds"]
    theory = Theory(message, outputs=("next", "legal", "terminal", "goals"))
    keep(theory, unflattened(message["counts"]))
    asking = Asking(theory)
    low, high, most = message["known"]
    seen_low, seen_high, seen_most = message["seen"]
    found = {"low": list(low), "high": list(high), "most": most, "cut": True}

    def possible(lay: Callable[[int], Question]) -> Callable[[int], bool]:
        return lambda least: asking.possible(lay(least), half(deadline))

    sums = [each for each in message["sums"] if seen_most <= each <= most]
    settled = 0
    with suppress(OutOfTimeError):
        found["most"] = tightest(sums, possible(partial(at_least, theory, low)))
        settled += 1
    for role, levels in enumerate(message["levels"]):
        above = [each for each in levels if each >= seen_high[role]]
        with suppress(OutOfTimeError):
            found["high"][role] = tightest(above, possible(partial(gets, theory, role, 1)))
            settled += 1
        below = [-each for each in reversed(levels) if each <= seen_low[role]]
        with suppress(OutOfTimeError):
            found["low"][role] = -tightest(below, possible(partial(gets, theory, role, -1)))
            settled += 1
    found["cut"] = settled < 1 + 2 * len(message["levels"])
    return found


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


class Asking:
    """A theory that is asked of states, and if need be of the states that come next."""

    def __init__(self, theory: Theory) -> None:
        """Begin; the next states are only laid where they are needed."""
        self.theory = theory
        self.later: Frame | None = None

    def possible(self, question: Question, deadline: float) -> bool:
        """Whether there may be an end of which the question is true."""
        theory = self.theory
        if theory.ask([question(theory.now)], deadline, moving=False) is None:
            return False
        if self.later is None:
            self.later = theory.lay(theory.now.next, None, ("terminal", "goals"))
        return theory.ask([question(self.later)], deadline) is not None


def at_least(theory: Theory, low: Sequence[float], least: int) -> Question:
    """Return whether a state is an end where all roles together get so much."""

    def question(frame: Frame) -> int:
        weighted = [
            (atom, int(value - floor))
            for floor, goals in zip(low, frame.goals, strict=True)
            for value, atom in goals
            if value > floor
        ]
        reached, wrong = theory.atom(), theory.atom()
        theory.writer().add_weight_rule([reached], int(least - sum(low)), weighted)
        theory.rule(wrong, [reached, frame.terminal])
        return wrong

    return question


def gets(theory: Theory, role: int, sign: int, least: int) -> Question:
    """Return whether a state is an end where a role gets so much; by a sign of -1, so little."""

    def question(frame: Frame) -> int:
        enough = theory.any_of(atom for value, atom in frame.goals[role] if sign * value >= least)
        wrong = theory.atom()
        theory.rule(wrong, [enough, frame.terminal])
        return wrong

    return question
