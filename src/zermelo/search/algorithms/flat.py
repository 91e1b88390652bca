"""Flat Monte Carlo: of all moves, the one whose random playouts end best (Abramson, 1990).

Not a tree search: replies are random, so traps are not seen. But with a million playouts a move it
is a good opponent in many games, and it needs to know nothing but the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from random import Random
from typing import ClassVar

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, Trait, Values
from zermelo.sampling.playouts import play_out
from zermelo.search.base import Clock, Prospect, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.root import ended, final_goals, require_moves, unsearched


@dataclass(frozen=True, slots=True)
class Flat:
    """Plays the move whose random playouts end best."""

    needs: ClassVar[Trait] = Trait.CIRCUIT
    passes: int = option(100, "steps of each of 1024 matches at once, for every move", least=1)
    seed: int = option(0, "seed of the playouts", least=0)

    def start(
        self, game: CompiledGame, role: Role, clock: Clock, watch: Watch | None = None
    ) -> Thinker:
        """Bind a match."""
        return partial(think, game, role, self.passes, Random(self.seed), watch)


def think(
    game: CompiledGame,
    role: Role,
    passes: int,
    generator: Random,
    watch: Watch | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best by mean goals of those tried so far."""
    over = ended(game, state)
    if not over:
        require_moves(game, state)
    yield over or unsearched(game, role, state)
    legal = game.legal(state, role)
    if over or len(legal) == 1:
        return
    trail = Trail(clock, watch)
    trail.enter(state, None)
    best: Result | None = None
    every: list[Prospect] = []
    for move in legal:
        joint = tuple(
            move if other == role else generator.choice(game.legal(state, Role(other)))
            for other in range(len(game.roles))
        )
        child = game.next(state, joint)
        trail.enter(child, joint)
        values = mean_goals(game, passes, generator, child, clock)
        every.append(Prospect(move, values[role]))
        trail.leaf(values[role])
        trail.leave(values[role])
        if best is None or values[role] > best.values[role]:
            best = Result(move, values, depth=1)
            trail.best(values[role], -inf, inf)
        yield replace(best, prospects=tuple(every))
    assert best is not None, "there is a first move"
    trail.leave(best.values[role])


def mean_goals(
    game: CompiledGame, passes: int, generator: Random, state: State, clock: Clock
) -> Values:
    """Return the mean goals of playouts from a state, or its own goals at the end."""
    if game.terminal(state):
        return final_goals(game, state)
    seed = generator.getrandbits(32)

    def in_time(*_: object) -> None:
        clock.tick(0)

    found = play_out(game, passes=passes, seed=seed, start=state, report=in_time)
    return found.mean_goals
