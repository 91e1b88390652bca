"""Depth-limited search: depth-first, but no line longer than the depth.

Its answer is a way, *failure* or *cutoff*: failure if there is no end that is worth enough, cutoff
if there is none within the depth but lines went on (Russell and Norvig, Artificial Intelligence: A
Modern Approach, section 3.4.4). A line never comes back to a state that is on it already.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.depth_first import depth_first
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.one_role.thinking import PUZZLE, FoundPath, PathFollower
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class DepthLimited:
    """Depth-first to a depth; says whether it failed or was cut off."""

    needs: ClassVar[Trait] = PUZZLE
    depth: int = option(10, "how many moves a line may have", least=0)
    table: bool = option(False, "search no state again with no more moves left than before")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return PathFollower(Puzzle(game), partial(dls, self.table), self.depth, watch)


def dls(remember: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for any end that is worth enough within the depth."""
    return FoundPath(
        depth_first(goal_search, goal_search.depth, {} if remember else None), shortest=False
    )
