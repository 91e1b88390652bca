"""DUAL*: SSS* with max and min in each other's places (Kumar and Kanal, 1984; Reinefeld, 1989).

Where SSS* starts from the best that max can dream of and comes down, DUAL* starts from the worst
and comes up: it works on the reply of min that promises min most. It looks at the same leaves as
MTD(-inf), and like SSS* at none that alpha-beta leaves out.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, Trait
from zermelo.search.algorithms.sss import think
from zermelo.search.base import DUEL, Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.endgames import ENDGAMES, endgames_of
from zermelo.search.parts.proved import LEMMAS, proved_by


@dataclass(frozen=True, slots=True)
class Dual:
    """Works on the reply that promises the other side most."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    lemmas: str | None = option(None, LEMMAS)
    endgames: str | None = option(None, ENDGAMES)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        proved = None if self.lemmas is None else proved_by(game, role, self.lemmas)
        endgames = None if self.endgames is None else endgames_of(game, role, self.endgames)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved, endgames=endgames)
        return partial(think, duel, self.depth, -1, watch)
