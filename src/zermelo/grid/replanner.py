"""A path on a map that changes while one walks on it: D* Lite."""

from collections.abc import Iterable

import numpy as np

from zermelo.grid.arena import require_free, steps_of
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Cells, Route, SeenCells


class Replanner:
    """Keeps a shortest path to one goal while cells change and the start moves."""

    def __init__(self, grid: Grid, start: Cell, goal: Cell) -> None:
        """Begin; nothing is searched before `route` is asked for."""
        from zermelo.grid.kernels.board import FAR, ways_of
        from zermelo.grid.kernels.dstar import NOT_WAITING, DstarState, update

        require_free(grid, start, "the start")
        require_free(grid, goal, "the goal")
        self.grid = grid
        self.stride = grid.width + 2
        self.start, self.goal, self.last = start, goal, start
        size = grid.padded.size
        self.plan: DstarState = DstarState(
            grid.padded.astype(np.uint8).reshape(-1),
            steps_of(grid.padded).reshape(-1),
            ways_of(self.stride),
            np.full(size, FAR, np.int64),
            np.full(size, FAR, np.int64),
            np.empty((size, 3), np.int64),
            np.full(size, NOT_WAITING, np.int32),
            np.zeros(4, np.int64),
        )
        self.settled = np.empty(size, np.int32)
        self.plan.looks[self.number(goal)] = 0
        update(self.plan, self.stride, self.number(start), self.number(goal), self.number(goal))

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return (cell[1] + 1) * self.stride + cell[0] + 1

    def places(self, numbers: Cells) -> Cells:
        """Return x and y of cells."""
        y, x = np.divmod(numbers, self.stride)
        return np.stack([x - 1, y - 1], axis=1)

    def move(self, cell: Cell) -> None:
        """Go on from another free cell; PlayError if it is blocked, or not on the map."""
        require_free(self.grid, cell, "the cell")
        self.start = cell

    def change(self, cells: Iterable[Cell]) -> None:
        """Block cells that are free and free those that are blocked."""
        from zermelo.grid.kernels.dstar import depart, toggle

        start, goal = self.number(self.start), self.number(self.goal)
        depart(self.plan, self.stride, self.number(self.last), start)
        self.last = self.start
        free = self.grid.free.copy()
        for cell in cells:
            if not self.grid.has(cell):
                require_free(self.grid, cell, "the cell")
            free[cell[1], cell[0]] ^= True
            toggle(self.plan, self.stride, start, goal, self.number(cell))
        self.grid = Grid(self.grid.name, free)

    def route(self, watch: bool = False) -> Route:
        """Return a shortest path from where one is now, mended after the last changes."""
        from zermelo.grid.kernels.dstar import EXPANDED, REACHED, SIZE, descend, replan

        start, goal = self.number(self.start), self.number(self.goal)
        self.plan.state[REACHED] = 0
        replan(self.plan, self.stride, start, goal, self.settled)
        path = np.empty(self.settled.size, np.int32)
        size = descend(self.plan, self.stride, start, goal, path)
        expanded, reached = int(self.plan.state[EXPANDED]), int(self.plan.state[REACHED])
        seen = None
        if watch:
            waiting = self.plan.heap[: int(self.plan.state[SIZE]), 2].astype(np.int32)
            done = self.settled[: min(expanded, self.settled.size)]
            seen = SeenCells(self.places(done), self.places(waiting))
        steps = self.places(path[:size])
        return Route("dstar", self.start, self.goal, steps, expanded, reached, seen)
