"""All heuristics: every file in `heuristics` is one, and other packages offer more.

A package offers a heuristic by an entry point of the group `zermelo.heuristics`: its name, and the
function that makes it.
"""

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any

from zermelo.errors import UsageError
from zermelo.game.game import State
from zermelo.registry import Registry
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle

Made = Callable[[Puzzle, float, State], Heuristic]
"""Makes a heuristic for a puzzle, the value that its end must have, and the start of the search."""
PARAMETERS = ("puzzle", "target", "start")
AUTO = "auto"
SIMPLEST_FIRST = "none", "goals", "fuzzy", "relaxed", "pattern", "manhattan"
"""The order in which help shows them; all others come after these."""
ABOUT = "what says how many moves are left; auto: pattern, or none where there are no rules"


@cache
def heuristics() -> Registry[Made]:
    """Return the function that makes each heuristic, by the name of its file or entry point.

    >>> list(heuristics())
    ['fuzzy', 'goals', 'manhattan', 'none', 'pattern', 'relaxed']
    """
    package, group = "zermelo.search.heuristics", "zermelo.heuristics"
    lacking = f"does not take ({', '.join(PARAMETERS)})"
    return Registry("heuristic", package, group, makes_heuristic, lacking)


def makes_heuristic(thing: Any) -> bool:
    """Whether something is a function that makes a heuristic of a puzzle."""
    return callable(thing) and tuple(signature(thing).parameters) == PARAMETERS


def heuristic_names() -> list[str]:
    """Return what the option of a search may say: the names of all heuristics, and `auto`."""
    known = heuristics()
    first = [name for name in SIMPLEST_FIRST if name in known]
    return [AUTO, *first, *(name for name in known if name not in first)]


def chosen(name: str, puzzle: Puzzle, target: float, start: State) -> Heuristic:
    """Return the heuristic that is called `name`; UsageError if it cannot be had."""
    if name == AUTO:
        name = "none" if puzzle.game.compiled is None else "pattern"
    if name not in heuristics():
        there_are = ", ".join(heuristics())
        raise UsageError(f"no heuristic is called {name!r}; there are {there_are}")
    return heuristics()[name](puzzle, target, start)
