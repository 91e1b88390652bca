"""A*: always go on from the state with the least sum of moves made and moves left.

With a heuristic that never says more moves than there are, the first end taken from the frontier
has a shortest way (Hart, Nilsson and Raphael, 1968). Of equal sums the state with more moves behind
it comes first. States are opened again when a shorter way to them is found, so that the heuristic
need not be consistent.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.best_first import best_first
from zermelo.search.one_role.compiled import KERNEL, is_compiled
from zermelo.search.one_role.fast_best_first import FastBestFirst
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.one_role.informed import Ran, informed
from zermelo.search.one_role.thinking import PUZZLE, FoundPath, PathFollower
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.catalogue import ABOUT, heuristic_names
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class AStar:
    """Best-first by moves made and a bound on the moves left: shortest, with few states."""

    needs: ClassVar[Trait] = PUZZLE
    kernels: ClassVar[tuple[str, ...]] = ("search/one_role/kernels/seen.py",)
    heuristic: str = option("auto", ABOUT, names=heuristic_names)
    kernel: Literal["auto", "on", "off"] = option("auto", KERNEL)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        fast = is_compiled(self.kernel, game, watch)
        return PathFollower(Puzzle(game), partial(astar, self.heuristic, fast), watch=watch)


def astar(heuristic: str, fast: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for an end that is worth enough by the shortest way."""
    return informed(heuristic, in_batches if fast else best_first, goal_search)


def in_batches(goal_search: GoalSearch, heuristic: Heuristic) -> Ran:
    """Search by the circuit, if the heuristic is a sum over fluents; otherwise readably."""
    game, estimate = goal_search.puzzle.game, heuristic.estimate
    if isinstance(estimate, Additive) and (compiled := game.compiled) is not None:
        return FastBestFirst.of(goal_search, compiled, estimate).run()
    return best_first(goal_search, heuristic)
