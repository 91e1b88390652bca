"""A grid as kernels see it, lengths as whole numbers, and what is known of a cell in one word.

Cells are numbered row by row, a blocked border included. A straight step counts 470,832 and a
diagonal one 665,857: of all fractions with numbers as small, theirs is nearest to the root of 2,
and wrong by 1.6e-12 (a convergent of its continued fraction). So lengths that are equal compare
equal, and the octile distance is consistent to the last bit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.grid import DIRECTIONS
from zermelo.kernels.kernel import inner

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bytes = NDArray[np.uint8]

STRAIGHT = 470_832
DIAGONAL = 665_857
FAR = 1 << 43
"""More than any path, and than any path with a guess of the rest."""
LOW = 5
"""Bits of a word below the length: how the cell was reached, and whether it is settled."""
HOW = 15
SETTLED = 16
NOWHERE = 8
"""How the start was reached: in no direction."""
ERA = FAR << LOW
CELL = 25
"""Bits of the number of a cell: the largest maps have 8 million cells, and a border."""


class GridBoard(NamedTuple):
    """Where one can go from each cell."""

    steps: Bytes  # [cells] bit d: one step in direction d is allowed
    stride: int  # cells in a row, with the border
    onward: Bytes  # [9, 256] by direction of arrival and steps: those that are worth while
    ways: Longs  # [8, 4] by direction: dx, dy, what is added to the number of a cell, the length
    inverse: int  # see `row_of`
    shift: int


def ways_of(stride: int) -> Longs:
    """Return what a step in each direction is, for rows of so many cells."""
    return np.array(
        [(dx, dy, dy * stride + dx, DIAGONAL if dx and dy else STRAIGHT) for dx, dy in DIRECTIONS]
    )


class GridTable(NamedTuple):
    """What a search keeps; nothing is cleared between two of them.

    A word is the length of the best path to a cell, how it was reached and whether it is settled.
    Each search adds its own base to words, less by an era than that of the one before it: what an
    earlier one left behind is larger than anything that a later one writes.
    """

    words: Longs  # [cells], or [2 * cells] with something else in every other place
    settled: Ints  # [cells] in the order in which they were
    counts: Longs  # [2] how many cells were settled, and how often one was reached


@inner
def row_of(board: GridBoard, cell: int) -> int:
    """Return the row of a cell: its number by the stride, as a product, which is faster."""
    return (cell * board.inverse) >> board.shift


def inverse_of(stride: int) -> tuple[int, int]:
    """Return what a number of at most `CELL` bits is multiplied with, and shifted by, to divide it.

    >>> inverse, shift = inverse_of(514)
    >>> [(cell * inverse) >> shift for cell in (0, 513, 514, 514 * 514 - 1, 514 * 514)]
    [0, 0, 1, 513, 514]
    """
    shift = CELL + stride.bit_length()
    return (1 << shift) // stride + 1, shift


@inner
def distance(dx: int, dy: int) -> int:
    """Return the length of a shortest path over so many columns and rows, all free."""
    dx, dy = abs(dx), abs(dy)
    return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)
