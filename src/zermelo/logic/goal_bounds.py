"""What the goals of a game are bounded by at every end: each role's, and the sum of all.

The values that the rules name are a bound by themselves. The solver makes it tighter: first over
any states at all, then, if random matches come nowhere near, over those that keep the invariants.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.logic.counts import Count, flattened
from zermelo.logic.invariants import invariants
from zermelo.logic.sample import Sample, sample
from zermelo.logic.tables import asked
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.sample import Matches, goal_table

if TYPE_CHECKING:
    from zermelo.logic.knowledge import Knowledge

STAGES = (0.0, 3.0, 8.0, 30.0)
"""Seconds for invariants: none, a few, then more where more might be proved; a busy machine needs
them."""
SECONDS = 4.0
"""For the solver, in each stage at least."""
STEPS = 800
"""Steps of random matches in which ends are looked for."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GoalBounds:
    """At every end each role gets from `low` to `high`, and all of them together at most `most`."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    most: float
    cut: bool = field(default=False, compare=False)  # time ran out: they may be tighter than that


_bounds: WeakKeyDictionary[CircuitGame, GoalBounds | None] = WeakKeyDictionary()


def goal_bounds(game: CircuitGame) -> GoalBounds | None:
    """Return proved bounds on the goals of a game; None if a role has no goals.

    It takes some seconds, the first time that it is asked of a game.
    """
    if game not in _bounds:
        known = game.program is not None and all(game.program.goals)
        _bounds[game] = proved(game, game.program) if known and game.program else None
    return _bounds[game]


def known_bounds(game: CircuitGame, found: "Knowledge") -> GoalBounds | None:
    """Return bounds that follow from what is known of a game; None if a role has no goals."""
    program = game.program
    if program is None or not all(program.goals):
        return None
    levels, named = named_bounds(program)
    seen = ends_seen(game)
    if seen is None or seen == named:
        return named
    return initially(game, solved(program, levels, named, seen, found.invariants.counts, SECONDS))


def named_bounds(program: Program) -> tuple[list[list[int]], GoalBounds]:
    """Return all values of each role's goals that the rules name, and the bounds that they are."""
    levels = [sorted({value for value, _ in goals}) for goals in program.goals]
    low, high = ([float(own[end]) for own in levels] for end in (0, -1))
    return levels, GoalBounds(tuple(low), tuple(high), sum(high))


def proved(game: CircuitGame, program: Program) -> GoalBounds:
    """Return the bounds that the rules and the solver give."""
    levels, named = named_bounds(program)
    seen = ends_seen(game)
    if seen is None or seen == named:
        return named
    found = named
    states: Sample | None = None
    for stage in STAGES:
        counts: Sequence[Count] = ()
        complete = True
        if stage:
            states = states or sample(game)
            known = invariants(game, program, seconds=stage, seen=states)
            counts, complete = known.counts, known.complete
        found = solved(program, levels, found, seen, counts, max(SECONDS, stage))
        if found == seen:
            return initially(game, replace(found, cut=False))
        found = replace(found, cut=found.cut or not complete)
        if stage and not found.cut:
            break
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
    sums = {0}
    for own in levels:
        sums = {total + value for total in sums for value in own}
    message = {
        "counts": flattened(counts),
        "levels": [list(own) for own in levels],
        "sums": sorted(sums),
        "known": [known.low, known.high, known.most],
        "seen": [seen.low, seen.high, seen.most],
    }
    try:
        answer = asked("zermelo.logic.goal_proofs:prove", program, message, seconds)
    except LimitError:
        return replace(known, cut=True)
    low, high = (tuple(map(float, answer[name])) for name in ("low", "high"))
    return GoalBounds(low, high, min(float(answer["most"]), sum(high)), bool(answer["cut"]))


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
        bounds.cut,
    )
