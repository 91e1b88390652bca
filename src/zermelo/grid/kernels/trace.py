"""Paths out of the words that a search leaves behind."""

import numpy as np

from zermelo.circuit.kernels.kernel import kernel
from zermelo.grid.kernels.board import HOW, LOW, NOWHERE, SETTLED, Ints, Longs, Table


@kernel
def trace(table: Table, width: int, goal: int, base: int, ways: Longs, cells: Ints) -> int:
    """Fill `cells` with a shortest path, from its end to its start; returns how many there are.

    From the goal back against the direction of arrival, until a cell was settled with the length
    that is left: there the path may turn.

    Args:
        table: as the search left it.
        width: words of a record.
        goal: where the path ends; it was settled.
        base: of the search.
        ways: what a step in each direction is, as in a board.
        cells: [cells] is filled.
    """
    words = table.words
    cell, word = goal, words[width * goal]
    length = (word - base) >> LOW
    direction = word & HOW
    size = 0
    while True:
        cells[size] = np.int32(cell)
        size += 1
        if direction == NOWHERE:
            return size
        cell -= ways[direction, 2]
        length -= ways[direction, 3]
        word = words[width * cell]
        if word & ~HOW == base + (length << LOW) | SETTLED:
            direction = word & HOW
