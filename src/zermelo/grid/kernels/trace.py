"""Paths out of the words that a search leaves behind."""

import numpy as np

from zermelo.circuit.kernels.kernel import kernel
from zermelo.grid.kernels.board import (
    DIAGONAL,
    HOW,
    LOW,
    NOWHERE,
    SETTLED,
    STRAIGHT,
    Ints,
    Table,
    offsets,
)


@kernel
def trace(table: Table, width: int, goal: int, base: int, stride: int, cells: Ints) -> int:
    """Fill `cells` with a shortest path, from its end to its start; returns how many there are.

    From the goal back against the direction of arrival, until a cell was settled with the length
    that is left: there the path may turn.

    Args:
        table: as the search left it.
        width: words of a record.
        goal: where the path ends; it was settled.
        base: of the search.
        stride: cells in a row.
        cells: [cells] is filled.
    """
    words, offset = table.words, offsets(stride)
    cell, word = goal, words[width * goal]
    length = (word - base) >> LOW
    direction = word & HOW
    size = 0
    while True:
        cells[size] = np.int32(cell)
        size += 1
        if direction == NOWHERE:
            return size
        cell -= offset[direction]
        length -= STRAIGHT if direction < 4 else DIAGONAL
        word = words[width * cell]
        if word & ~HOW == base + (length << LOW) | SETTLED:
            direction = word & HOW
