"""A*: settles cells by the length of the path that may lead through them."""

from functools import partial

from zermelo.grid.arena import Arena
from zermelo.grid.find import Find
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route


def prepare(grid: Grid) -> Find:
    """Return the search, made ready for a map."""
    return partial(best_first, Arena(grid), "astar", 1)


def best_first(
    arena: Arena, name: str, guess: int, start: Cell, goal: Cell, watch: bool = False
) -> Route:
    """Return a shortest path; `guess` is 0 to look in all directions alike."""
    from zermelo.grid.kernels.astar import astar

    first, last = arena.number(start), arena.number(goal)
    arena.run(lambda table, queue, base: astar(arena.board, table, queue, first, last, base, guess))
    return arena.route(name, start, goal, arena.traced(goal), watch)
