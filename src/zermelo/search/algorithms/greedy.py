"""Greedy: take the move after which the state looks best.

It looks one move ahead and believes its evaluator: the yardstick for all that look further, and a
way to see what an evaluator is worth by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from zermelo.evaluate.base import Evaluator, Guess
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Game, Role, State, Trait, Values
from zermelo.search.base import Clock, Prospect, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.root import ended, first_move, unsearched


@dataclass(frozen=True, slots=True)
class Greedy:
    """Looks one move ahead and believes its evaluator."""

    needs: ClassVar[Trait] = Trait.TURNS
    evaluator: Evaluator = option(Goal(), "how to guess the worth of a state")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return partial(think, game, role, self.evaluator.start(game), watch)


def think(
    game: Game, role: Role, guess: Guess, watch: Watch | None, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the one that `guess` likes best; of equals, the first."""
    over = ended(game, state)
    yield over or unsearched(game, role, state, tuple(guess(state)))
    if over or clock.limits.depth == 0:
        return
    trail = Trail(clock, watch)
    trail.enter(state, None)
    others = [first_move(game, Role(other), state) for other in range(len(game.roles))]
    best: Result | None = None
    every: list[Prospect] = []
    for move in game.legal(state, role):
        joint = (*others[:role], move, *others[role + 1 :])
        child = game.next(state, joint)
        trail.enter(child, joint)
        values = worth(game, guess, child)
        every.append(Prospect(move, values[role]))
        trail.leaf(values[role])
        trail.leave(values[role])
        if best is None or values[role] > best.values[role]:
            best = Result(move, values, (joint,), depth=1)
            trail.best(values[role], float("-inf"), float("inf"))
    assert best is not None, "there is a first move"
    trail.leave(best.values[role])
    yield replace(best, prospects=tuple(every))


def worth(game: Game, guess: Guess, state: State) -> Values:
    """Return what the rules give at the end, else a guess; a goal that is not defined is even."""
    if not game.terminal(state):
        return tuple(guess(state))
    return tuple(50.0 if goal is None else float(goal) for goal in game.goals(state))
