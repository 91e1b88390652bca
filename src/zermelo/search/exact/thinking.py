"""From questions to a value: which level is asked for next, for how long, and what is said."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from zermelo.game.game import State
from zermelo.search.base import Clock, OutOfTimeError, Result
from zermelo.search.exact.levels import Levels
from zermelo.search.exact.line import Asked, best_line
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import deep_calls, first_result, refuse_endless
from zermelo.search.proofnumber.bracket import Bracket, bracket_of
from zermelo.search.proofnumber.thinking import Standing, known

FIRST_BUDGET = 1 << 12
"""Nodes that a question may take at first, while there is another one that may be easier."""
NO_DEPTH = "exact always searches to the end of the game; it has no result for a depth limit"


class Asking(Asked, Protocol):
    """A prover with a clock, and a budget of nodes for each question."""

    clock: Clock
    budget: int | None


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
                    yield still_open(duel, standing, state, threshold)
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
                yield known(duel, standing, state, None)
        asking.budget = max(FIRST_BUDGET, clock.count.nodes)  # a line may not take longer than that
        line = best_line(duel, levels, asking, bracket, state)
    yield known(duel, standing, state, None, line)


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


def still_open(duel: Duel, standing: Standing, state: State, threshold: float) -> Result:
    """Return what is known while a question is open."""
    bracket = standing.bracket
    note = f"at least {threshold:g}? open"
    if bracket.raised or bracket.lowered:
        return replace(known(duel, standing, state, None), note=note)
    return replace(standing.first, note=note)
