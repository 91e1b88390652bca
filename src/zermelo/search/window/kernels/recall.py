"""What the table knows of the nodes of a search, and is told of them."""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.leaf import VALUE
from zermelo.search.window.kernels.stack import (
    BEST,
    DEPTH,
    FRAME,
    HIGH,
    LENGTH,
    LOW,
    MAXIMISING,
    MOVE,
    SURE,
    WINDOW,
    Stack,
    row_of,
)
from zermelo.search.window.kernels.table import (
    FIRST,
    ON,
    PROVEN,
    REST,
    TableArrays,
    find,
    holds,
    keep,
    move_of,
)
from zermelo.search.window.kernels.table import HIGH as TABLE_HIGH
from zermelo.search.window.kernels.table import LOW as TABLE_LOW

Floats = NDArray[np.float64]


@inner
def known(stack: Stack, table: TableArrays, values: Floats, ply: int, at: int) -> bool:
    """Whether the entry at a place of the table settles the window of a node."""
    frame = ply * FRAME
    rest = table.cells[at + table.words + REST]
    if not holds(rest, stack.frames[frame + DEPTH]):
        return False
    low = table.bounds[at + table.words + TABLE_LOW]
    high = table.bounds[at + table.words + TABLE_HIGH]
    at_least = low >= stack.windows[ply * WINDOW + HIGH] or low == high
    if not at_least and high > stack.windows[ply * WINDOW + LOW]:
        return False
    values[VALUE] = low if at_least else high
    stack.frames[frame + SURE] = rest & PROVEN != np.uint64(0)
    move = move_of(rest)
    if move >= 0:
        stack.frames[frame + LENGTH] = 1
        stack.lines[ply * stack.plies] = move
    return True


@inner
def best_before(stack: Stack, table: TableArrays, ply: int) -> int:
    """Return the move that the table would try first in a node; -1 is none."""
    if not table.state[ON] or not table.state[FIRST]:
        return -1
    at = find(table, stack.rows, row_of(stack, ply))
    return move_of(table.cells[at + table.words + REST])


@inner
def remember(stack: Stack, table: TableArrays, ply: int) -> None:
    """Keep the answer for a node in the table."""
    frames, frame, window = stack.frames, ply * FRAME, ply * WINDOW
    value = stack.windows[window + BEST]
    low = stack.windows[window + LOW]
    high = stack.windows[window + HIGH]
    # Where all moves failed their mover, the best of them means nothing.
    good = value > low if frames[frame + MAXIMISING] else value < high
    move = frames[frame + MOVE] if good else -1
    row = row_of(stack, ply)
    sure = frames[frame + SURE] != 0
    keep(table, stack.rows, row, frames[frame + DEPTH], value, low, high, move, sure)
