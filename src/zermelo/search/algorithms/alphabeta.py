"""Alpha-beta: minimax without what cannot matter (Knuth and Moore, 1975).

The algorithm itself is in `search/window/alphabeta.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial

from zermelo.game.game import Game, Role
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.windowed import Tabled, think


@dataclass(frozen=True, slots=True)
class Alphabeta(Tabled):
    """Minimax that leaves out what cannot matter."""

    aspiration: float | None = option(
        None, "first look this far around the guess of the root only; none: everywhere", least=0
    )

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        bench = self.bench(Window, game, role, clock, watch)
        return partial(think, bench, self.depth, self.aspiration)
