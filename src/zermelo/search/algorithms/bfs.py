"""Breadth-first search: all states one move away, then all two moves away, and so on.

The first end that it comes to is a nearest one (Moore, The shortest path through a maze, 1959). A
compiled puzzle is searched a thousand states at a time, by one pass of the circuit; what does not
fit into the memory is kept on disk.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.breadth_first import breadth_first
from zermelo.search.one_role.compiled import KERNEL, is_compiled
from zermelo.search.one_role.flooded import flooded
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.one_role.thinking import PUZZLE, FoundPath, PathFollower
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class BreadthFirst:
    """All states by their distance, so that the first solution is a shortest one."""

    needs: ClassVar[Trait] = PUZZLE
    kernels: ClassVar[tuple[str, ...]] = ("search/one_role/kernels/seen.py",)
    fold: bool = option(False, "look at one state only of those that are alike by a symmetry")
    memory: int | None = option(
        None, "megabytes for states, what is more goes to disk; none: as the caller allows", least=1
    )
    kernel: Literal["auto", "on", "off"] = option("auto", KERNEL)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        fast = is_compiled(self.kernel, game, watch)
        return PathFollower(Puzzle(game), partial(bfs, self, fast), watch=watch)


def bfs(options: BreadthFirst, fast: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for a nearest end that is worth enough."""
    if not fast:
        return FoundPath(breadth_first(goal_search), shortest=True)
    memory = None if options.memory is None else options.memory << 20
    verdict, levels = flooded(goal_search, fold=options.fold, memory=memory)
    deepest = f"{sum(levels):,} states, up to {len(levels) - 1} moves from the start"
    return FoundPath(verdict, shortest=True, note=deepest)
