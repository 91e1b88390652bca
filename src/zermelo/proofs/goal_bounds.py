"""What the goals of a game are bounded by at every end: each role's, and the sum of all.

The values that the rules name are a bound by themselves, and the cases that goals are defined by
may give a tighter one. The solver makes it tighter still: first over any states at all, then over
those that keep the invariants that are cheap to prove. A role that has no goal at an end, or
several, is taken to get 0, as the searches do.
"""

from dataclasses import dataclass, field
from itertools import islice
from operator import le
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.ground.program import Program
from zermelo.proofs.candidates import Candidates
from zermelo.proofs.counts import Count
from zermelo.proofs.goal_cases import goal_cases
from zermelo.proofs.invariants import guesses
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import sample
from zermelo.proofs.tables import asked
from zermelo.sampling.matches import RandomMatchBatch, goal_table

if TYPE_CHECKING:
    from zermelo.proofs.knowledge import Knowledge

STEPS_FOR_BOUNDS = 40_000_000
"""Of the solver: see `Budget`. Most games need a tenth of it."""
POSITIONS = 20_000
"""Of random matches, by which invariants are guessed."""
LAYERS = 800
"""Moves of random matches in which ends are looked for."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GoalBounds:
    """At every end each role gets from `low` to `high`, and all of them together at most `most`.

    That is proved of the ends after any position which keeps the `invariants`.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    most: int
    cut: bool = field(default=False, compare=False)  # steps ran out: they may be tighter than that
    invariants: tuple[Count, ...] = field(default=(), compare=False)

    @property
    def possible(self) -> bool:
        """Whether an end can be within the bounds; if not, it is proved that there is none."""
        return all(map(le, self.low, self.high)) and sum(self.low) <= self.most


_bounds: WeakKeyDictionary[CompiledGame, GoalBounds | None] = WeakKeyDictionary()


def goal_bounds(game: CompiledGame) -> GoalBounds | None:
    """Return proved bounds on the goals of a game; None if a role has no goals.

    It takes some seconds, the first time that it is asked of a game.
    """
    if game not in _bounds:
        known = game.program is not None and all(game.program.goals)
        _bounds[game] = proved(game, game.program) if known and game.program else None
    return _bounds[game]


def known_bounds(game: CompiledGame, found: "Knowledge") -> GoalBounds | None:
    """Return bounds that follow from what is known of a game; None if a role has no goals."""
    program = game.program
    if program is None or not all(program.goals):
        return None
    counts = found.invariants.counts
    return proved(game, program, Candidates(counts, len(counts), (), ()))


def proved(game: CompiledGame, program: Program, guessed: Candidates | None = None) -> GoalBounds:
    """Return the bounds that the rules and the solver give, with invariants among some guesses."""
    named = named_bounds(program)
    seen = ends_seen(game) or GoalBounds(named.high, named.low, sum(named.low))
    if seen == named:
        return initially(game, named)
    if guessed is None:
        guessed = guesses(
            game, Patterns(game.lexicon.fluent_terms), sample(game, positions=POSITIONS)
        )
    return initially(game, solved(program, named, seen, guessed))


def named_bounds(program: Program) -> GoalBounds:
    """Return the bounds that the goals named by the rules give, without a solver."""
    values = [{0, *(value for value, _ in goals)} for goals in program.goals]
    low, high = [min(own) for own in values], [max(own) for own in values]
    cases = goal_cases(program)
    most = cases.most() if cases is not None else None
    return GoalBounds(tuple(low), tuple(high), sum(high) if most is None else min(most, sum(high)))


def ends_seen(game: CompiledGame) -> GoalBounds | None:
    """Return the bounds of what some random matches come to; None if none of them ended."""
    ends: list[Ints] = []
    for layer in islice(RandomMatchBatch(game, seed=0), LAYERS):
        numbers, values = goal_table(game, layer.views)
        ended = layer.views.ended & (numbers == 1).all(axis=1)
        if ended.any():
            ends.append(values[ended])
    if not ends:
        return None
    goals = np.concatenate(ends)
    low, high = goals.min(axis=0).tolist(), goals.max(axis=0).tolist()
    return GoalBounds(tuple(low), tuple(high), int(goals.sum(axis=1).max()))


def solved(
    program: Program, known: GoalBounds, seen: GoalBounds, guessed: Candidates
) -> GoalBounds:
    """Return bounds that the solver proves, at least as tight as those that are known."""
    message = guessed.message() | {
        "levels": [sorted({value for value, _ in goals}) for goals in program.goals],
        "known": [known.low, known.high, known.most],
        "seen": [seen.low, seen.high, seen.most],
    }
    try:
        answer = asked("zermelo.proofs.goal_proofs:prove", program, message, steps=STEPS_FOR_BOUNDS)
    except LimitError:
        return GoalBounds(known.low, known.high, known.most, cut=True)
    low, high = tuple(answer["low"]), tuple(answer["high"])
    counts = [guessed.groups[index] for index in answer["groups"]]
    counts += [guessed.pairs[index] for index in answer["pairs"]]
    most, cut = min(answer["most"], sum(high)), bool(answer["cut"])
    found = GoalBounds(low, high, most, cut, tuple(counts))
    return found if found.possible else known


def initially(game: CompiledGame, bounds: GoalBounds) -> GoalBounds:
    """Return bounds that hold in the initial state as well, which is next to no other."""
    view = game.view(game.initial)
    if not view.terminal:
        return bounds
    goals = [int(goal or 0) for goal in view.goals]
    return GoalBounds(
        tuple(map(min, bounds.low, goals)),
        tuple(map(max, bounds.high, goals)),
        max(bounds.most, sum(goals)),
        bounds.cut,
        bounds.invariants,
    )
