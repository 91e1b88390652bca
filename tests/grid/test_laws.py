"""All searches find paths as short as uniform-cost search does, and look where they have to."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from tests.grid.maps import free_cells, some_maps
from zermelo.grid.arena import Arena
from zermelo.grid.find import grid_searches, prepared
from zermelo.grid.grid import DIRECTIONS, Cell, Grid, octile
from zermelo.grid.reference import jump, ucs
from zermelo.grid.route import Route


def is_path(grid: Grid, route: Route) -> bool:
    """Tell whether every step of a path is allowed, and it leads from start to goal."""
    cells = route.cells
    allowed = all(there in dict(grid.steps(here)) for here, there in pairwise(cells))
    return allowed and cells[0] == route.start and cells[-1] == route.goal


def hold_to_definition(maps: int, seed: int) -> None:
    chance = Random(seed)
    for grid in some_maps(maps, seed):
        finds = {name: prepared(grid, name) for name in grid_searches()}
        for _ in range(3):
            start, goal = free_cells(grid, 2, chance)
            best = ucs(grid, start, goal)
            for name, find in finds.items():
                route = find(start, goal)
                told = f"{name} on {grid.name} from {start} to {goal}"
                if best is None:
                    assert not route.found, told
                    assert route.length is None
                else:
                    assert route.length == pytest.approx(best[1], abs=1e-9), told
                    assert is_path(grid, route), told


def test_every_search_finds_a_shortest_path() -> None:
    hold_to_definition(maps=100, seed=0)


@pytest.mark.slow
def test_every_search_finds_a_shortest_path_on_thousands_of_maps() -> None:
    hold_to_definition(maps=4000, seed=1)


def distances(grid: Grid, start: Cell) -> dict[Cell, float]:
    """Return how far all cells that can be reached are away, by the definition."""
    found = {}
    for y, x in np.argwhere(grid.free).tolist():
        best = ucs(grid, start, (x, y))
        if best is not None:
            found[x, y] = best[1]
    return found


@pytest.mark.parametrize("search", ["astar", "ucs"])
def test_cells_are_settled_that_might_be_on_a_shorter_path_and_no_others(search: str) -> None:
    """With no guess A* is uniform-cost search: what is nearer than the goal is settled, once."""
    chance = Random(3)
    for grid in some_maps(12, seed=3, most=9):
        find = prepared(grid, search)
        start, goal = free_cells(grid, 2, chance)
        far = distances(grid, start)
        if goal not in far:
            continue
        seen = find(start, goal, watch=True).seen
        assert seen is not None
        settled = [(x, y) for x, y in seen.settled.tolist()]
        through = {
            cell: length + (octile(cell, goal) if search == "astar" else 0)
            for cell, length in far.items()
        }
        surely = {cell for cell, length in through.items() if length < far[goal] - 1e-6}
        perhaps = {cell for cell, length in through.items() if length < far[goal] + 1e-6}
        assert surely <= set(settled) <= perhaps
        assert search == "astar" or len(settled) == len(set(settled))


def test_jumps_of_the_kernel_are_those_of_the_definition() -> None:
    from zermelo.grid.kernels.jumps import fill_jumps

    chance = Random(5)
    for grid in some_maps(25, seed=5, most=14):
        arena = Arena(grid)
        jumps = np.empty((arena.size, 8), np.int16)
        fill_jumps(arena.board, jumps)
        for cell in free_cells(grid, 6, chance):
            for number, (dx, dy) in enumerate(DIRECTIONS):
                far = int(jumps[arena.number(cell), number])
                there = jump(grid, cell, (dx, dy), goal=(-1, -1))
                stop = (cell[0] + far * dx, cell[1] + far * dy) if far > 0 else None
                assert stop == there, f"{grid.name} from {cell} to {dx},{dy}"


def test_runs_of_more_than_127_cells_stop_halfway_and_go_on() -> None:
    free = np.ones((5, 400), np.bool_)
    free[1:4, 200] = False
    grid = Grid("long", free)
    for search in ("jps", "rsr"):
        route = prepared(grid, search)((0, 2), (399, 2))
        assert route.length == pytest.approx(399 - 4 + 4 * 2**0.5)
        assert is_path(grid, route)


def test_a_path_from_a_cell_to_itself_has_no_steps() -> None:
    grid = next(some_maps(1))
    (cell,) = free_cells(grid, 1, Random(0))
    for search in grid_searches():
        route = prepared(grid, search)(cell, cell)
        assert route.cells == (cell,)
        assert route.length == 0
