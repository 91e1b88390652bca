"""What the table knows of the nodes of a search, and is told of them."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.images import fold, image_of, origin_of
from zermelo.search.window.kernels.leaf import VALUE
from zermelo.search.window.kernels.stack import (
    BEST,
    CELL,
    DEPTH,
    FRAME,
    HIGH,
    LANE,
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
    TableArrays,
    fetch,
    find_from,
    hash_of,
    holds,
    home,
    keep,
    move_of,
    place,
    rest_of,
)
from zermelo.search.window.kernels.table import HIGH as TABLE_HIGH
from zermelo.search.window.kernels.table import LOW as TABLE_LOW

Floats = NDArray[np.float64]


@inner
def hash_lanes(stack: Stack, table: TableArrays, begin: int, end: int) -> None:
    """Hash the nodes of some lanes, and have their places in the table fetched meanwhile."""
    for lane in range(begin, end):
        if stack.images.symmetries:
            row = lane * stack.words
            stack.turned[lane] = fold(stack.images, stack.rows, stack.keys, row, stack.words)
        hashed = hash_of(stack.keys, lane * stack.words, stack.words)
        stack.hashes[lane] = hashed
        fetch(table, hashed)


@inner
def turned_at(stack: Stack, ply: int) -> int:
    """Return the symmetry by which a node is known to the table."""
    if stack.images.symmetries == 0:
        return 0
    return int(stack.turned[ply * LANES + stack.frames[ply * FRAME + LANE]])


@inner
def hashed_at(stack: Stack, ply: int) -> np.uint64:
    """Return the hash of a node."""
    hashed: np.uint64 = stack.hashes[ply * LANES + stack.frames[ply * FRAME + LANE]]
    return hashed


@inner
def cell_of(stack: Stack, table: TableArrays, ply: int) -> int:
    """Return the cell that the table has a node in, or would keep it; it is looked for once."""
    frame, hashed = ply * FRAME, hashed_at(stack, ply)
    cell = stack.frames[frame + CELL]
    if cell < 0:
        cell = home(table, hashed)
    cell = find_from(table, stack.keys, row_of(stack, ply), hashed, cell)
    stack.frames[frame + CELL] = cell
    return int(cell)


@inner
def known(stack: Stack, table: TableArrays, values: Floats, ply: int, cell: int) -> bool:
    """Whether the entry in a cell of the table settles the window of a node."""
    frame = ply * FRAME
    rest = rest_of(table, cell)
    if not holds(rest, stack.frames[frame + DEPTH]):
        return False
    at = place(table, cell)
    low = table.bounds[at + table.words + TABLE_LOW]
    high = table.bounds[at + table.words + TABLE_HIGH]
    at_least = low >= stack.windows[ply * WINDOW + HIGH] or low == high
    if not at_least and high > stack.windows[ply * WINDOW + LOW]:
        return False
    values[VALUE] = low if at_least else high
    stack.frames[frame + SURE] = rest & PROVEN != np.uint64(0)
    move = origin_of(stack.images, turned_at(stack, ply), move_of(rest))
    if move >= 0:
        stack.frames[frame + LENGTH] = 1
        stack.lines[ply * stack.plies] = move
    return True


@inner
def best_before(stack: Stack, table: TableArrays, ply: int) -> int:
    """Return the move that the table would try first in a node; -1 is none."""
    if not table.state[ON] or not table.state[FIRST]:
        return -1
    move = move_of(rest_of(table, cell_of(stack, table, ply)))
    return origin_of(stack.images, turned_at(stack, ply), move)


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
    move = image_of(stack.images, turned_at(stack, ply), move)
    row = row_of(stack, ply)
    sure = frames[frame + SURE] != 0
    cell, hashed = cell_of(stack, table, ply), hashed_at(stack, ply)
    depth = frames[frame + DEPTH]
    keep(table, stack.keys, row, hashed, cell, depth, value, low, high, move, sure)
