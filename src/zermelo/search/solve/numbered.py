"""The worth of positions by their numbers: for questions about one position and best play from it.

To find any position, all rows must be sorted, which takes longer than to settle them. But where the
numbers of the children are known, whoever knows the number of a position knows those of all that
can follow it.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.proofs.symmetry.folding import Folding
from zermelo.search.solve.graph import PositionGraph
from zermelo.search.solve.retrograde import Keys
from zermelo.search.worth import Worth

BLOCK = 1 << 14
"""Positions whose moves are counted together."""


@dataclass(slots=True, eq=False)
class NumberedSolution:
    """Positions as they were explored; those that may be asked for are the start and what follows
    a position that was asked for."""

    graph: PositionGraph
    keys: Keys
    folding: Folding | None
    numbers: dict[bytes, int] = field(init=False)  # of rows
    moves: NDArray[np.int64] = field(init=False)  # [blocks] before each

    def __post_init__(self) -> None:
        """Begin with the start."""
        sizes = self.graph.sizes
        blocks = np.add.reduceat(sizes, np.arange(0, len(sizes), BLOCK), dtype=np.int64)
        self.moves = np.concatenate([[0], np.cumsum(blocks)])
        self.numbers = {self.graph.rows[0].tobytes(): 0}

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.graph.movers)

    @property
    def positions(self) -> int:
        """How many positions they stand for."""
        return self.graph.stand_for

    def worth(self, row: Words) -> Worth | None:
        """Return what a row is worth; None if it is not known where it is."""
        if self.folding:
            row = self.folding.folded(row[None])[0][0]
        number = self.numbers.get(row.tobytes())
        if number is None:
            return None
        for child in self.children(number).tolist():
            self.numbers[self.graph.rows[child].tobytes()] = child
        value, distance = self.keys.at(number)
        total = self.graph.total
        return Worth((value,) if total is None else (value, total - value), distance)

    def children(self, number: int) -> NDArray[np.int32]:
        """Return the numbers of the positions that follow one."""
        sizes, block = self.graph.sizes, number // BLOCK
        first = int(self.moves[block])
        first += int(sizes[block * BLOCK : number].sum(dtype=np.int64))
        found: NDArray[np.int32] = self.graph.children[first : first + int(sizes[number])]
        return found
