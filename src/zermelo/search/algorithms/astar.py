"""A*: always go on from the state with the least sum of moves made and moves left.

With a heuristic that never says more moves than there are, the first end taken from the frontier
has a shortest way (Hart, Nilsson and Raphael, 1968). Of equal sums the state with more moves behind
it comes first. States are opened again when a shorter way to them is found, so that the heuristic
need not be consistent.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.position.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.puzzle.best_first import best_first
from zermelo.search.puzzle.heuristics.choose import ABOUT, Name
from zermelo.search.puzzle.informed import informed
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.quest import Quest
from zermelo.search.puzzle.thinking import PUZZLE, Finding, Thinking


@dataclass(frozen=True, slots=True)
class AStar:
    """Best-first by moves made and a bound on the moves left: shortest, with few states."""

    needs: ClassVar[Trait] = PUZZLE
    heuristic: Name = option("auto", ABOUT)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return Thinking(Puzzle(game), partial(astar, self.heuristic), watch=watch)


def astar(heuristic: Name, quest: Quest) -> Finding:
    """Look for an end that is worth enough by the shortest way."""
    return informed(heuristic, best_first, quest)
