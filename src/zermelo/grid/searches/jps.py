"""Jump point search: A* that settles only cells where a shortest path may have to turn."""

from functools import partial

import numpy as np

from zermelo.grid.arena import Arena
from zermelo.grid.find import Find
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route

LONGEST = 127
"""A run that is longer stops here and goes on: a byte holds how far it goes."""


def prepare(grid: Grid) -> Find:
    """Return the search, made ready for a map: how far each run goes is found now."""
    from zermelo.grid.kernels.jumps import fill_jumps

    arena = Arena(grid, longest=LONGEST, width=2)
    jumps = np.empty((arena.size, 8), np.int16)
    fill_jumps(arena.board, jumps)
    runs = np.where(np.abs(jumps) > LONGEST, LONGEST, jumps).astype(np.int8)
    arena.table.words[1::2] = runs.view(np.int64)[:, 0]
    sight = int(np.abs(runs[:, 4:]).max())
    return partial(jump_points, arena, sight)


def jump_points(arena: Arena, sight: int, start: Cell, goal: Cell, watch: bool = False) -> Route:
    """Return a shortest path; no diagonal run is longer than `sight`."""
    from zermelo.grid.kernels.jps import jps

    first, last = arena.number(start), arena.number(goal)
    arena.run(lambda table, queue, base: jps(arena.board, table, queue, first, last, base, sight))
    return arena.route("jps", start, goal, arena.traced(goal), watch)
