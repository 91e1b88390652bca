"""A grid of free and blocked cells, and what a step on it is.

A step goes to one of eight neighbours: straight ones cost 1, diagonal ones the root of 2. A
diagonal step needs both cells beside it free: corners are not cut (the rule of the MovingAI
benchmarks; Sturtevant, Benchmarks for grid-based pathfinding, 2012).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError

Cell = tuple[int, int]
"""x to the right and y down; (0, 0) is the upper left corner."""
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""East, south, west, north, and the diagonals between them, in that order."""
DIAGONAL = sqrt(2)
MOST_CELLS = 1 << 23
"""Lengths of paths on more cells do not fit into the keys of the compiled searches."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Which cells are free, and what the map is called."""

    name: str
    free: NDArray[np.bool_]  # [height, width]

    def __post_init__(self) -> None:
        """Refuse what the searches have no room for; what is asked later cannot change."""
        if self.free.size > MOST_CELLS:
            size = f"{self.width} x {self.height} cells"
            raise LimitError(f"{self.name} has {size}, more than {MOST_CELLS:,}")
        self.free.setflags(write=False)

    @property
    def width(self) -> int:
        """How many cells there are in a row."""
        return int(self.free.shape[1])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return int(self.free.shape[0])

    @cached_property
    def padded(self) -> NDArray[np.bool_]:
        """The same cells with a blocked border around them, so that nobody falls off the edge."""
        padded = np.pad(self.free, 1, constant_values=False)
        padded.setflags(write=False)
        return padded

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell lies on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def is_free(self, cell: Cell) -> bool:
        """Tell whether a cell lies on the map and is free."""
        return self.has(cell) and bool(self.free[cell[1], cell[0]])

    def steps(self, cell: Cell) -> Iterator[tuple[Cell, float]]:
        """Yield every cell that one step leads to from a free cell, and what the step costs."""
        x, y = cell
        for dx, dy in DIRECTIONS:
            beside = (x + dx, y), (x, y + dy)
            if self.is_free((x + dx, y + dy)) and all(map(self.is_free, beside)):
                yield (x + dx, y + dy), DIAGONAL if dx and dy else 1.0


def octile(one: Cell, other: Cell) -> float:
    """Return the length of a shortest path where nothing is in the way.

    >>> octile((0, 0), (3, 1))
    3.414213562373095
    """
    longer, shorter = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])), reverse=True)
    return longer - shorter + shorter * DIAGONAL
