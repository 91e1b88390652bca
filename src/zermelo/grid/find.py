"""Shortest paths on grids: `find(grid, start, goal, "jps")`, or a search made ready for many.

>>> from zermelo.grid.generate import generated
>>> find(generated("random:width=8,height=8,density=0"), (0, 0), (7, 3), "jps").length
8.242640687119286
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Protocol

from zermelo.errors import UsageError
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route
from zermelo.registry import modules_in


class Find(Protocol):
    """A search that was made ready for a map."""

    def __call__(self, start: Cell, goal: Cell, watch: bool = False) -> Route:
        """Return a shortest path between two free cells, with all that was seen if watched."""


Prepare = Callable[[Grid], Find]


@cache
def grid_searches() -> Mapping[str, Prepare]:
    """Return what makes each search ready, by name.

    >>> list(grid_searches())
    ['astar', 'dstar', 'jps', 'rsr', 'ucs']
    """
    return {name: module.prepare for name, module in modules_in("zermelo.grid.searches")}


def required(search: str) -> Prepare:
    """Return what makes a search ready; UsageError if there is none of that name."""
    known = grid_searches()
    if search not in known:
        near = get_close_matches(search, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise UsageError(f"no search on grids is called {search!r}; {hint}")
    return known[search]


def prepared(grid: Grid, search: str) -> Find:
    """Return a search made ready for a map; UsageError if there is none of that name."""
    return required(search)(grid)


def find(grid: Grid, start: Cell, goal: Cell, search: str = "jps", *, watch: bool = False) -> Route:
    """Return a shortest path from start to goal.

    Args:
        grid: the map.
        start: a free cell.
        goal: another one, or the same.
        search: its name.
        watch: whether to tell which cells were looked at.

    Raises:
        PlayError: start or goal is blocked, or not on the map.
        UsageError: there is no such search.
    """
    from zermelo.grid.arena import require_free

    require_free(grid, start, "the start")
    require_free(grid, goal, "the goal")
    return prepared(grid, search)(start, goal, watch)
