"""Depth-first search: follow one line to its end, then the next; any solution will do.

States that were searched before are not searched again, so that it comes to an end in every puzzle
with finitely many states. Without the table it only looks out for circles (Russell and Norvig,
Artificial Intelligence: A Modern Approach, section 3.4).
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
class DepthFirst:
    """Follows one line to its end, then the next: any solution."""

    needs: ClassVar[Trait] = PUZZLE
    table: bool = option(True, "search no state twice")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return PathFollower(Puzzle(game), partial(dfs, self.table), watch=watch)


def dfs(remember: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for any end that is worth enough."""
    return FoundPath(
        depth_first(goal_search, goal_search.depth, {} if remember else None), shortest=False
    )
