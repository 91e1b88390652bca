"""A grid made ready for kernels: cells by number, steps by bits, room to search in."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import PlayError
from zermelo.grid.grid import DIRECTIONS, Cell, Grid
from zermelo.grid.route import Cells, Route, SeenCells

if TYPE_CHECKING:
    from zermelo.grid.kernels.board import GridTable
    from zermelo.grid.kernels.queue import Queue

Run = Callable[["GridTable", "Queue", int], bool]
"""A kernel with everything but the table, the queue and the base; False if it had no room."""
FIRST_BASE = 1 << 62
NOTHING: Cells = np.empty((0, 2), np.int32)


class Arena:
    """Searches one map again and again, in the same arrays."""

    def __init__(self, grid: Grid, *, longest: int = 1, width: int = 1) -> None:
        """Make room.

        Args:
            grid: the map.
            longest: columns or rows that a step of the search spans at most.
            width: words of a record.
        """
        from zermelo.grid.kernels.board import (
            DIAGONAL,
            ERA,
            GridBoard,
            GridTable,
            inverse_of,
            ways_of,
        )
        from zermelo.grid.kernels.queue import WIDTH, Queue
        from zermelo.grid.kernels.trace import trace

        self.grid = grid
        self.stride = grid.width + 2
        steps = steps_of(grid.padded)
        ways = ways_of(self.stride)
        inverse, shift = inverse_of(self.stride)
        self.board: GridBoard = GridBoard(
            steps.reshape(-1), self.stride, onward(), ways, inverse, shift
        )
        self.size = steps.size
        self.width = width
        self.table: GridTable = GridTable(
            np.empty(width * self.size, np.int64),
            np.empty(self.size, np.int32),
            np.zeros(2, np.int64),
        )
        buckets = (2 * DIAGONAL * longest >> WIDTH) + 2  # one step back, and the bucket in turn
        heads = np.empty(1 << (buckets - 1).bit_length(), np.int64)
        self.queue: Queue = Queue(heads, np.empty(self.size, np.int64))
        self.path = np.empty((self.size, 2), np.int32)
        self.base, self.era = 0, ERA
        self.trace = trace

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return (cell[1] + 1) * self.stride + cell[0] + 1

    def places(self, numbers: NDArray[np.int32]) -> Cells:
        """Return x and y of cells."""
        y, x = np.divmod(numbers, self.stride)
        return np.stack([x - 1, y - 1], axis=1)

    def run(self, kernel: Run) -> None:
        """Search with a base of its own; with twice the room where it was not enough."""
        while True:
            if self.base < self.era:
                self.table.words[:: self.width] = np.iinfo(np.int64).max
                self.base = FIRST_BASE
            self.base -= self.era
            if kernel(self.table, self.queue, self.base):
                return
            room = np.empty(2 * self.queue.entries.size, np.int64)
            self.queue = self.queue._replace(entries=room)

    def traced(self, goal: Cell) -> Cells:
        """Return the path to a goal by the directions of arrival; nothing if it has none."""
        end = self.number(goal)
        if not self.is_known(end):
            return NOTHING
        first = self.trace(self.board, self.table, self.width, end, self.base, self.path)
        return self.path[first:].copy()

    def is_known(self, number: int) -> bool:
        """Tell whether the last search reached a cell."""
        return bool(self.table.words[self.width * number] < self.base + self.era)

    def seen(self) -> SeenCells:
        """Return what the last search has looked at."""
        from zermelo.grid.kernels.board import SETTLED

        words = self.table.words[:: self.width]
        waiting = np.flatnonzero((words < self.base + self.era) & (words & SETTLED == 0))
        done = min(int(self.table.counts[0]), self.size)
        settled = self.table.settled[:done]
        return SeenCells(self.places(settled), self.places(waiting.astype(np.int32)))

    def route(self, search: str, start: Cell, goal: Cell, steps: Cells, watch: bool) -> Route:
        """Return a path with what the last search spent on it."""
        expanded, reached = self.table.counts.tolist()
        seen = self.seen() if watch else None
        return Route(search, start, goal, steps, expanded, reached, seen)


def require_free(grid: Grid, cell: Cell, what: str) -> None:
    """Raise PlayError if a cell cannot be the start or the goal of a path."""
    x, y = cell
    if not grid.has(cell):
        size = f"x is 0 to {grid.width - 1}, y is 0 to {grid.height - 1}"
        raise PlayError(f"{what} {x},{y} lies outside {grid.name}: {size}")
    if not grid.is_free(cell):
        raise PlayError(f"{what} {x},{y} is blocked in {grid.name}: choose a free cell")


def steps_of(padded: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return for each cell of a map with a border the directions that a step may take, as bits."""
    steps = np.zeros(padded.shape, np.uint8)
    inside = padded[1:-1, 1:-1]

    def shifted(dx: int, dy: int) -> NDArray[np.bool_]:
        rows, columns = padded.shape
        return padded[1 + dy : rows - 1 + dy, 1 + dx : columns - 1 + dx]

    for direction, (dx, dy) in enumerate(DIRECTIONS):
        allowed = inside & shifted(dx, dy) & shifted(dx, 0) & shifted(0, dy)
        steps[1:-1, 1:-1] |= allowed.astype(np.uint8) << direction
    return steps


@cache
def onward() -> NDArray[np.uint8]:
    """Return the steps worth while, [9, 256] by direction of arrival and the steps allowed.

    After a diagonal step: on, or along one of its two parts. After a straight step: on, and to a
    side that opens, straight or diagonally: the cell beside is free, the one before that blocked.
    From the start (arrival 8): all.
    """
    table = np.zeros((9, 256), np.uint8)
    bit = {direction: 1 << number for number, direction in enumerate(DIRECTIONS)}
    table[8] = np.arange(256)
    for number, (dx, dy) in enumerate(DIRECTIONS):
        for steps in range(256):
            chosen = bit[dx, dy]
            if dx and dy:
                chosen |= bit[dx, 0] | bit[0, dy]
            for sx, sy in ((dy, dx), (-dy, -dx)) if not (dx and dy) else ():
                if steps & bit[sx, sy] and not steps & bit[sx - dx, sy - dy]:
                    chosen |= bit[sx, sy] | bit[sx + dx, sy + dy]
            table[number, steps] = steps & chosen
    table.setflags(write=False)
    return table
