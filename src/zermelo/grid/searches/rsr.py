"""Rectangular symmetry reduction: A* that settles no cell inside a rectangle of free cells."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.arena import NOTHING, Arena
from zermelo.grid.find import Find
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route

if TYPE_CHECKING:
    from zermelo.grid.kernels.rsr import Rectangles


def prepare(grid: Grid) -> Find:
    """Return the search, made ready for a map: it is cut into rectangles now."""
    from zermelo.grid.kernels.rsr import LONGEST_SIDE

    return partial(around_rectangles, Arena(grid, longest=LONGEST_SIDE), rectangles_of(grid))


def rectangles_of(grid: Grid) -> "Rectangles":
    """Return the rectangles that a map is cut into."""
    from zermelo.grid.kernels.rectangles import cut_rectangles
    from zermelo.grid.kernels.rsr import LONGEST_SIDE, Rectangles

    runs = runs_of(grid.padded)
    size, stride = runs.size, grid.width + 2
    longest = min(LONGEST_SIDE, max(grid.width, grid.height))
    owners, corners = np.empty(size, np.int32), np.empty((size, 4), np.int32)
    heads, nexts = np.empty(longest * longest + 1, np.int32), np.empty(size, np.int32)
    count = cut_rectangles(runs, stride, longest, owners, corners, heads, nexts)
    return Rectangles(owners, corners[:count].copy(), nexts)


def runs_of(padded: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return how many cells are free from each cell on to the right, itself included."""
    columns = np.arange(padded.shape[1], dtype=np.int32)
    walls = np.where(padded, np.int32(padded.shape[1]), columns)
    next_wall = np.minimum.accumulate(walls[:, ::-1], axis=1)[:, ::-1]
    return (next_wall - columns).reshape(-1)


def around_rectangles(
    arena: Arena, rectangles: "Rectangles", start: Cell, goal: Cell, watch: bool = False
) -> Route:
    """Return a shortest path."""
    from zermelo.grid.kernels.rsr import follow, rsr

    first, last = arena.number(start), arena.number(goal)
    arena.run(
        lambda table, queue, base: rsr(arena.board, rectangles, table, queue, first, last, base)
    )
    steps = NOTHING
    if arena.is_known(last):
        begin = follow(rectangles.parents, arena.stride, last, arena.path)
        steps = arena.path[begin:].copy()
    return arena.route("rsr", start, goal, steps, watch)
