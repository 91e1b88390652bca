"""What the goals of a game are bounded by at every end: each role's, and the sum of all.

The values that the rules name are a bound by themselves. The solver makes it tighter: first over
any states at all, then, if random matches come nowhere near, over those that keep the invariants.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.logic.counts import Count, flattened
from zermelo.logic.invariants import invariants
from zermelo.logic.tables import asked
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.sample import Matches, goal_table

SECONDS = 5.0
"""For the solver, once without invariants; then for those, and again for the solver."""
STEPS = 800
"""Steps of random matches in which ends are looked for."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GoalBounds:
    """At every end each role gets from `low` to `high`, and all of them together at most `most`."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    most: float


_bounds: WeakKeyDictionary[CircuitGame, tuple[float, GoalBounds]] = WeakKeyDictionary()


def goal_bounds(game: CircuitGame, seconds: float | None = None) -> GoalBounds | None:
    """Return proved bounds on the goals of a game; None if a role has no goals.

    It may take some seconds, the first time that it is asked of a game, or that it may take longer.
    """
    allowed = SECONDS if seconds is None else min(SECONDS, seconds)
    spent, found = _bounds.get(game, (-1.0, None))
    if spent < allowed and game.program is not None and all(game.program.goals):
        found = proved(game, game.program, allowed)
        _bounds[game] = allowed, found
    return found


def proved(game: CircuitGame, program: Program, seconds: float) -> GoalBounds:
    """Return the bounds that the rules and the solver give."""
    levels = [sorted({value for value, _ in goals}) for goals in program.goals]
    named = GoalBounds(
        tuple(float(own[0]) for own in levels),
        tuple(float(own[-1]) for own in levels),
        float(sum(own[-1] for own in levels)),
    )
    seen = ends_seen(game)
    if seen is None or seen == named:
        return named
    found = solved(program, levels, named, seen, (), seconds / 2)
    if found != seen:
        known = invariants(game, program, seconds=seconds)
        found = solved(program, levels, found, seen, known.counts, seconds)
    return initially(game, found)


def ends_seen(game: CircuitGame) -> GoalBounds | None:
    """Return the bounds of what some random matches come to; None if none of them ended."""
    ends: list[Ints] = []
    for layer in islice(Matches(game, seed=0), STEPS):
        numbers, values = goal_table(game, layer.views)
        ended = layer.views.ended & (numbers == 1).all(axis=1)
        if ended.any():
            ends.append(values[ended])
    if not ends:
        return None
    goals = np.concatenate(ends)
    low, high = goals.min(axis=0).tolist(), goals.max(axis=0).tolist()
    most = float(goals.sum(axis=1).max())
    return GoalBounds(tuple(map(float, low)), tuple(map(float, high)), most)


def solved(
    program: Program,
    levels: Sequence[Sequence[int]],
    known: GoalBounds,
    seen: GoalBounds,
    counts: Sequence[Count],
    seconds: float,
) -> GoalBounds:
    """Return bounds that the solver proves, at least as tight as those that are known."""
    sums = sorted({sum(each) for each in product(*levels)}) if len(levels) < 5 else []
    message = {
        "counts": flattened(counts),
        "levels": [list(own) for own in levels],
        "sums": sums or list(range(int(seen.most), int(known.most) + 1)),
        "known": [known.low, known.high, known.most],
        "seen": [seen.low, seen.high, seen.most],
    }
    try:
        answer = asked("zermelo.logic.goal_proofs:prove", program, message, seconds)
    except LimitError:
        return known
    low, high = (tuple(map(float, answer[name])) for name in ("low", "high"))
    return GoalBounds(low, high, float(answer["most"]))


def initially(game: CircuitGame, bounds: GoalBounds) -> GoalBounds:
    """Return bounds that hold in the initial state as well, which is next to no other."""
    view = game.view(game.initial)
    if not view.terminal:
        return bounds
    goals = [float(goal or 0.0) for goal in view.goals]
    return GoalBounds(
        tuple(map(min, bounds.low, goals)),
        tuple(map(max, bounds.high, goals)),
        max(bounds.most, sum(goals)),
    )
