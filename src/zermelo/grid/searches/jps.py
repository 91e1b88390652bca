"""Jump point search: A* that settles only cells where a shortest path may have to turn."""

from functools import partial

import numpy as np

from zermelo.grid.arena import Arena
from zermelo.grid.find import Find
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route


def prepare(grid: Grid) -> Find:
    """Return the search, made ready for a map: how far each run goes is found now."""
    from zermelo.grid.kernels.jumps import LONGEST_RUN, fill_jumps, pack_jumps

    arena = Arena(grid, longest=LONGEST_RUN, width=2)
    jumps = np.empty((arena.size, 8), np.int16)
    fill_jumps(arena.board, jumps)
    sight = pack_jumps(jumps, arena.table.words)
    return partial(jump_points, arena, sight)


def jump_points(arena: Arena, sight: int, start: Cell, goal: Cell, watch: bool = False) -> Route:
    """Return a shortest path; no diagonal run is longer than `sight`."""
    from zermelo.grid.kernels.jps import jps

    first, last = arena.number(start), arena.number(goal)
    arena.run(lambda table, queue, base: jps(arena.board, table, queue, first, last, base, sight))
    return arena.route("jps", start, goal, arena.traced(goal), watch)
