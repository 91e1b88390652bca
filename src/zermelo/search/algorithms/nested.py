"""Nested Monte Carlo search: random matches behind every move, and the best is remembered.

Cazenave, Nested Monte-Carlo Search (IJCAI 2009); with `adapt`, nested rollout policy adaptation
(Rosin, IJCAI 2011). `zermelo.search.plan.nested` has the algorithms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.thinking import PUZZLE
from zermelo.search.plan.nested import LANES, adapting, nested
from zermelo.search.plan.progress import Standing
from zermelo.search.plan.thinking import PlanFollower


@dataclass(frozen=True, slots=True)
class Nested:
    """Plays nested matches, each trying its moves by matches of the level below."""

    needs: ClassVar[Trait] = PUZZLE | Trait.CIRCUIT
    level: int = option(2, "how deep matches are nested", least=1)
    adapt: bool = option(False, "adapt how moves are chosen at random instead of trying each")
    lanes: int = option(LANES, "matches that are played at random side by side", least=1)
    seed: int = option(0, "seed of all that is left to chance", least=0)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        method = adapting if self.adapt else nested

        def played(standing: Standing, clock: Clock) -> Iterator[object]:
            return method(standing, clock, level=self.level, seed=self.seed, lanes=self.lanes)

        return PlanFollower(game, played)
