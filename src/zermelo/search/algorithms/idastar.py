"""IDA*: depth-first search to a limit on moves made and moves left, with higher and higher limits.

Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985. The first limit is
what the heuristic says of the start; the next one is the least sum that went beyond. It needs no
more memory than one line, looks at states again and again, and never takes its last move back.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import Clock, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.one_role.compiled import KERNEL, is_compiled
from zermelo.search.one_role.fast_limited import FastLimited
from zermelo.search.one_role.goal_search import Quest
from zermelo.search.one_role.informed import Ran, informed
from zermelo.search.one_role.limited import limited
from zermelo.search.one_role.thinking import PUZZLE, Finding, Thinking
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.choose import ABOUT, Name
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.variables import variables_of


@dataclass(frozen=True, slots=True)
class IDAStar:
    """A* in the memory of one line: depth-first to higher and higher limits."""

    needs: ClassVar[Trait] = PUZZLE
    heuristic: Name = option("auto", ABOUT)
    kernel: Literal["auto", "on", "off"] = option("auto", KERNEL)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        fast = is_compiled(self.kernel, game, watch)
        return Thinking(Puzzle(game), partial(idastar, self.heuristic, fast), watch=watch)


def idastar(heuristic: Name, fast: bool, quest: Quest) -> Finding:
    """Look for an end that is worth enough by the shortest way."""
    return informed(heuristic, by_tables if fast else limited, quest)


def by_tables(quest: Quest, heuristic: Heuristic) -> Ran:
    """Search by the kernel, if the puzzle can be had as tables; otherwise readably."""
    game, estimate = quest.puzzle.game, heuristic.estimate
    if isinstance(estimate, Additive) and isinstance(game, CompiledGame):
        variables = heuristic.variables or variables_of(game, quest.start)
        found = FastLimited.of(quest, estimate, variables)
        if found is not None:
            return found.run()
    return limited(quest, heuristic)
