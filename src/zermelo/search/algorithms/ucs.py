"""Uniform-cost search: always go on from the state with the least cost so far.

Dijkstra's algorithm (1959) for a graph that is not known beforehand. Every move costs 1, as GDL
knows no other cost; so it differs from breadth-first search only in that an end counts when it is
taken from the frontier and not when it is first seen. That would also be right with other costs.
"""

from dataclasses import dataclass
from typing import ClassVar

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker
from zermelo.search.events import Watch
from zermelo.search.heuristics.none import NOTHING
from zermelo.search.one_role.best_first import best_first
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.one_role.thinking import PUZZLE, FoundPath, PathFollower
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class UniformCost:
    """Always on from the state that is nearest to the start: A* without a heuristic."""

    needs: ClassVar[Trait] = PUZZLE

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return PathFollower(Puzzle(game), ucs, watch=watch)


def ucs(goal_search: GoalSearch) -> FoundPath:
    """Look for an end that is worth enough at the least cost."""
    return FoundPath(best_first(goal_search, NOTHING).verdict, shortest=True)
