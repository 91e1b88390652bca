"""Searches with a heuristic: for the best worth first, then for the next if there is no such end.

A heuristic is made for one worth. Where it shows that an end of that worth is out of reach, ends of
lower worth may have been left out with it, and are looked for in another search.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.thinking import FoundPath
from zermelo.search.puzzle.catalogue import chosen
from zermelo.search.puzzle.heuristic import Heuristic


@dataclass(frozen=True, slots=True)
class Ran:
    """How a search ended, and how many states it left out because they were hopeless."""

    verdict: SearchVerdict
    hopeless: int = 0


Informed = Callable[[GoalSearch, Heuristic], Ran]


def informed(name: str, search: Informed, goal_search: GoalSearch) -> FoundPath:
    """Search for the best end that there is, with the heuristic that is called `name`."""
    for target in goal_search.puzzle.worths:
        goal_search.target, goal_search.best = target, None
        heuristic = chosen(name, goal_search.puzzle, target, goal_search.start)
        ran = search(goal_search, heuristic)
        if ran.verdict is not SearchVerdict.FAILURE or not ran.hopeless:
            break
    note = "" if heuristic.admissible else f"{heuristic.name} is not admissible: {heuristic.why}"
    return FoundPath(ran.verdict, heuristic.admissible, note)
