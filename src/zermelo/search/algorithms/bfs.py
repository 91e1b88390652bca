"""Breadth-first search: all states one move away, then all two moves away, and so on.

The first end that it comes to is a nearest one (Moore, The shortest path through a maze, 1959). A
compiled puzzle is searched a thousand states at a time, by one pass of the circuit; what does not
fit into the memory is kept on disk.
"""

from dataclasses import dataclass
from typing import ClassVar

from zermelo.position.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker
from zermelo.search.events import Watch
from zermelo.search.puzzle.breadth_first import breadth_first
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.quest import Quest
from zermelo.search.puzzle.thinking import PUZZLE, Finding, Thinking


@dataclass(frozen=True, slots=True)
class BreadthFirst:
    """All states by their distance, so that the first solution is a shortest one."""

    needs: ClassVar[Trait] = PUZZLE

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return Thinking(Puzzle(game), bfs, watch=watch)


def bfs(quest: Quest) -> Finding:
    """Look for a nearest end that is worth enough."""
    return Finding(breadth_first(quest), shortest=True)
