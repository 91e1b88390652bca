"""IDA*: depth-first search to a limit on moves made and moves left, with higher and higher limits.

Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985. The first limit is
what the heuristic says of the start; the next one is the least sum that went beyond. It needs no
more memory than one line, looks at states again and again, and never takes its last move back.
"""

from zermelo.search.one_role.fast_limited import FastLimited
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.one_role.informed import Ran, informed
from zermelo.search.one_role.limited import limited
from zermelo.search.one_role.thinking import FoundPath
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.variables import variables_of


def idastar(heuristic: str, fast: bool, goal_search: GoalSearch) -> FoundPath:
    """Look for an end that is worth enough by the shortest way."""
    return informed(heuristic, by_tables if fast else limited, goal_search)


def by_tables(goal_search: GoalSearch, heuristic: Heuristic) -> Ran:
    """Search by the kernel, if the puzzle can be had as tables; otherwise readably."""
    game, estimate = goal_search.puzzle.game, heuristic.estimate
    if isinstance(estimate, Additive) and (compiled := game.compiled) is not None:
        variables = heuristic.variables or variables_of(compiled, goal_search.start)
        found = FastLimited.of(goal_search, estimate, variables)
        if found is not None:
            return found.run()
    return limited(goal_search, heuristic)
