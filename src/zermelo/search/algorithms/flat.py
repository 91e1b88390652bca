"""Flat Monte Carlo: of all moves, the one whose random playouts end best (Abramson, 1990).

Not a tree search: replies are random, so traps are not seen. But with a million playouts a move it
is a good opponent in many games, and it needs to know nothing but the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import ClassVar

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Move, Role, State, Trait, Values
from zermelo.position.playouts import play_out
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.root import ended, first_move


@dataclass(frozen=True, slots=True)
class Flat:
    """Plays the move whose random playouts end best."""

    needs: ClassVar[Trait] = Trait.CIRCUIT
    passes: int = option(100, "steps of each of 1024 matches at once, for every move")
    seed: int = option(0, "seed of the playouts")

    def start(
        self, game: CircuitGame, role: Role, clock: Clock, watch: Watch | None = None
    ) -> Thinker:
        """Bind a match."""
        return partial(think, game, role, self.passes, Random(self.seed))


def think(
    game: CircuitGame, role: Role, passes: int, generator: Random, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield the move with the best mean goal so far, after each move that was tried."""
    over = ended(game, state)
    if over is not None:
        yield over
        return
    best: Result | None = None
    yield Result(first_move(game, role, state), (50.0,) * len(game.roles))
    legal = game.legal(state, role)
    for move in legal:
        values = mean_goals(game, role, move, passes, generator, state) if len(legal) > 1 else None
        clock.tick()
        if best is None or values is None or values[role] > best.values[role]:
            best = Result(move, values or (50.0,) * len(game.roles), depth=1)
            yield best


def mean_goals(
    game: CircuitGame, role: Role, move: Move, passes: int, generator: Random, state: State
) -> Values:
    """Return the mean goals of playouts after `move`, the other roles replying at random."""
    joint = tuple(
        move if other == role else generator.choice(game.legal(state, Role(other)))
        for other in range(len(game.roles))
    )
    child = game.next(state, joint)
    if game.terminal(child):
        return tuple(float(goal or 0) for goal in game.goals(child))
    seed = generator.getrandbits(32)
    return play_out(game, passes=passes, seed=seed, start=child).mean_goals
