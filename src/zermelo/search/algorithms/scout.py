"""Scout, or principal variation search: the first move is believed to be the best, and the others
are only tested (Pearl, 1980; Marsland and Campbell, 1982; Reinefeld, 1983).

The first child of a node is searched with its whole window, every other one with an empty window
that just asks whether it is better. Only if it is, it is searched again.
"""

from dataclasses import dataclass
from functools import partial
from math import inf, nextafter
from typing import ClassVar

from zermelo.game.game import Game, Joint, Role, State
from zermelo.search.base import Clock, Thinker
from zermelo.search.events import Watch
from zermelo.search.parts.windows import Answer
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.windowed import Tabled, think


@dataclass(frozen=True, slots=True)
class Scout(Tabled):
    """Alpha-beta that tests all moves but the first with an empty window."""

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        bench = self.bench(Scouting, game, role, clock, watch)
        return partial(think, bench, self.depth, None)


@dataclass(slots=True)
class Scouting(Window):
    """Searches with windows that test before they look closer."""

    scouts: ClassVar[bool] = True

    def another(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint,
        ply: int,
        maximising: bool,
    ) -> Answer:
        """Return a bound if it is no better than what is known, else an answer for the window."""
        if maximising:
            test = low, nextafter(low, inf)
        else:
            test = nextafter(high, -inf), high
        answer = self.value(state, depth, test[0], test[1], joint, ply)
        # The test gave a bound inside the window: only a second look tells the value.
        if test != (low, high) and low < answer[0] < high:
            answer = self.value(state, depth, low, high, joint, ply)
        return answer
