"""Iterative deepening: depth-limited search to depth 0, 1, 2 and so on.

It needs no more memory than a line, and the first way that it finds is a shortest one; what is
searched again and again is little beside the last depth (Korf, Depth-first iterative-deepening,
1985). It stops when a depth was searched without a cutoff: then no higher depth finds more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import ClassVar

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.depth_first import depth_first
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.thinking import PUZZLE, FoundPath, PathFollower
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class IterativeDeepeningDfs:
    """Depth-limited search, deeper and deeper: a shortest way in the memory of one line."""

    needs: ClassVar[Trait] = PUZZLE
    depth: int | None = option(None, "where to stop; none: when nothing was cut off", least=0)
    table: bool = option(False, "search no state again with no more moves left than before")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return PathFollower(Puzzle(game), partial(iddfs, self.table), self.depth, watch)


def iddfs(remember: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for a nearest end that is worth enough, with one more move in each pass."""
    verdict = SearchVerdict.CUTOFF
    for limit in depths(goal_search):
        verdict = depth_first(goal_search, limit, {} if remember else None)
        if verdict is not SearchVerdict.CUTOFF:
            break
    # Without success every end was seen by a pass that had room for the shortest way to it first.
    return FoundPath(verdict, shortest=True)


def depths(goal_search: GoalSearch) -> Iterator[int]:
    """Yield the depths of all passes."""
    return iter(count() if goal_search.depth is None else range(goal_search.depth + 1))
