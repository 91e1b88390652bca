"""Uniform-cost search: settles cells by their distance from the start, in all directions."""

from functools import partial

from zermelo.grid.arena import Arena
from zermelo.grid.find import Find
from zermelo.grid.grid import Grid
from zermelo.grid.searches.astar import best_first


def prepare(grid: Grid) -> Find:
    """Return the search, made ready for a map."""
    return partial(best_first, Arena(grid), "ucs", 0)
