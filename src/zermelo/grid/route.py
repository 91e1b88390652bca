"""What a search on a grid answers with."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.grid import DIAGONAL, Cell

Cells = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SeenCells:
    """Which cells a search has looked at; for pictures."""

    settled: Cells  # [any number, 2] x and y, in the order in which they were
    waiting: Cells  # [any number, 2] reached, but not settled


@dataclass(frozen=True, eq=False)
class Route:
    """A shortest path from start to goal, or the news that there is none."""

    search: str
    start: Cell
    goal: Cell
    steps: Cells  # [cells of the path, 2] x and y; none if the goal cannot be reached
    expanded: int  # cells that were settled, once for each time
    reached: int  # how often a cell was reached by a better path
    seen: SeenCells | None = None

    @property
    def found(self) -> bool:
        """Whether there is a path."""
        return len(self.steps) > 0

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the path, from start to goal."""
        return tuple((x, y) for x, y in self.steps.tolist())

    @cached_property
    def length(self) -> float | None:
        """The length of the path: straight steps count 1, diagonal ones the root of 2."""
        if not self.found:
            return None
        diagonal = int(np.count_nonzero(np.diff(self.steps, axis=0).all(axis=1)))
        return len(self.steps) - 1 - diagonal + diagonal * DIAGONAL
