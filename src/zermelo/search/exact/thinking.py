"""From questions to a value: which level is asked for next, for how long, and what is said."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock, OutOfTimeError, Result
from zermelo.search.exact.levels import Levels
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import deep_calls, first_result, refuse_endless
from zermelo.search.proofnumber.bracket import Bracket, bracket_of
from zermelo.search.proofnumber.node import Numbers
from zermelo.search.proofnumber.question import Verdict
from zermelo.search.proofnumber.thinking import ProofMatch, Standing, best_play, known

FIRST_BUDGET = 1 << 12
"""Nodes that a question may take at first, while there is another one that may be easier."""
NO_DEPTH = "exact always searches to the end of the game; it has no result for a depth limit"


class Asking(Protocol):
    """What answers questions to the end of matches, and remembers bounds."""

    clock: Clock
    budget: int | None

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the levels between which the value of a state is known to be."""


@dataclass(slots=True)
class Remembering:
    """A prover, as lines of best play ask it."""

    asking: Asking
    duel: Duel
    levels: Levels

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""
        return self.asking.ask(state, left, threshold)

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""
        for joint, child in self.duel.children(state):
            if self.duel.over(child):
                worth = self.duel.worth(child)
                good = worth >= value if maximising else worth <= value
            else:
                low, high = map(self.levels.goal, self.asking.bounds(child))
                good = low >= value if maximising else high <= value
            if good:
                return joint
        return None

    def open_question(self) -> tuple[Numbers, Joint | None]:
        """Return that nothing is known of a question while it is open."""
        return Numbers(1, 1), None


def think(
    duel: Duel, levels: Levels, at: Callable[[State, Clock], Asking], state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then what every question says of the value, at last the best move."""
    first = first_result(duel, state)
    yield first
    if duel.game.terminal(state):
        return
    if clock.limits.depth is not None:
        yield replace(first, note=NO_DEPTH)
        return
    refuse_endless(duel.game, "use alphabeta with a depth")
    asking = at(state, clock)
    match = ProofMatch(duel, lambda _: prover, lambda _state, _clock: None)
    prover = Remembering(asking, duel, levels)
    standing = Standing(first, bracket_of(duel.game, duel.role))
    bracket = standing.bracket
    with deep_calls(duel.game, None):
        budget = FIRST_BUDGET
        while questions := asked(bracket):
            for threshold in questions:
                asking.budget = budget if len(questions) > 1 else None
                try:
                    verdict = asking.ask(state, None, threshold)
                except OutOfTimeError:
                    yield still_open(match, standing, state, threshold)
                    raise
                if verdict is not None:
                    bracket.take(threshold, verdict)
                    if verdict.proved or not bracket.raised:
                        standing.joint = verdict.joint
                    break
            else:
                budget *= 2
                continue
            if not bracket.closed:
                yield known(match, standing, state, None)
        asking.budget = max(FIRST_BUDGET, clock.count.nodes)  # a line may not take longer than that
        line = best_play(match, prover, bracket, state, None)
    yield known(match, standing, state, None, line)


def asked(bracket: Bracket) -> list[float]:
    """Return the questions to ask next, in turns: two in the middle, as one may be much easier.

    >>> asked(Bracket([0.0, 50.0, 100.0], 0.0, 100.0))
    [50.0, 100.0]
    """
    between = [goal for goal in bracket.goals if bracket.low < goal <= bracket.high]
    if len(between) > 1:
        middle = (len(between) - 1) // 2
        return between[middle : middle + 2]
    question = bracket.question()
    return [] if question is None else [question]


def still_open(match: ProofMatch, standing: Standing, state: State, threshold: float) -> Result:
    """Return what is known while a question is open."""
    bracket = standing.bracket
    note = f"at least {threshold:g}? open"
    if bracket.raised or bracket.lowered:
        return replace(known(match, standing, state, None), note=note)
    return replace(standing.first, note=note)
