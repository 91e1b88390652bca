"""D* Lite: searches from the goal, and mends its paths when cells change."""

from functools import partial

from zermelo.grid.find import Find
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.replanner import Replanner
from zermelo.grid.route import Route


def prepare(grid: Grid) -> Find:
    """Return the search for a map that stays as it is; `Replanner` is for one that changes."""
    return partial(once, grid)


def once(grid: Grid, start: Cell, goal: Cell, watch: bool = False) -> Route:
    """Return a shortest path."""
    return Replanner(grid, start, goal).route(watch)
