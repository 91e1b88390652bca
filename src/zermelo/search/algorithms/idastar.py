"""IDA*: depth-first search to a limit on moves made and moves left, with higher and higher limits.

Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985. The first limit is
what the heuristic says of the start; the next one is the least sum that went beyond. It needs no
more memory than one line, looks at states again and again, and never takes its last move back.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.position.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.puzzle.heuristics.choose import ABOUT, Name
from zermelo.search.puzzle.informed import informed
from zermelo.search.puzzle.limited import limited
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.quest import Quest
from zermelo.search.puzzle.thinking import PUZZLE, Finding, Thinking


@dataclass(frozen=True, slots=True)
class IDAStar:
    """A* in the memory of one line: depth-first to higher and higher limits."""

    needs: ClassVar[Trait] = PUZZLE
    heuristic: Name = option("auto", ABOUT)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return Thinking(Puzzle(game), partial(idastar, self.heuristic), watch=watch)


def idastar(heuristic: Name, quest: Quest) -> Finding:
    """Look for an end that is worth enough by the shortest way."""
    return informed(heuristic, limited, quest)
