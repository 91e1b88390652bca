"""IDA*: depth-first search to a limit on moves made and moves left, with higher and higher limits.

Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985. The algorithm itself
is in `search/one_role/idastar.py`; these are its options.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.compiled import KERNEL, is_compiled
from zermelo.search.one_role.idastar import idastar
from zermelo.search.one_role.thinking import PUZZLE, PathFollower
from zermelo.search.puzzle.catalogue import ABOUT, heuristic_names
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class IDAStar:
    """A* in the memory of one line: depth-first to higher and higher limits."""

    needs: ClassVar[Trait] = PUZZLE
    heuristic: str = option("auto", ABOUT, names=heuristic_names)
    kernel: Literal["auto", "on", "off"] = option("auto", KERNEL)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        fast = is_compiled(self.kernel, game, watch)
        return PathFollower(Puzzle(game), partial(idastar, self.heuristic, fast), watch=watch)
