"""Random: any legal move is as good as any other. The yardstick that everything must beat."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random as Generator
from typing import ClassVar

from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import ended, unsearched

NOTE = "chosen at random: nothing is searched"


@dataclass(frozen=True, slots=True)
class Random:
    """Plays a random legal move."""

    needs: ClassVar[Trait] = Trait(0)
    seed: int = option(0, "seed of its choices", least=0)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return partial(think, game, role, Generator(self.seed))


def think(
    game: Game, role: Role, generator: Generator, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield one move, chosen uniformly; it has no value."""
    over = ended(game, state)
    if over is not None:
        yield over
        return
    first = unsearched(game, role, state)
    yield replace(first, move=generator.choice(game.legal(state, role)), note=NOTE)
