"""What the table knows of the nodes of a search, and is told of them."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.images import fold, image_of, origin_of
from zermelo.search.window.kernels.leaf import VALUE
from zermelo.search.window.kernels.stack import (
    BEST,
    DEPTH,
    FRAME,
    HIGH,
    LANE,
    LENGTH,
    LOW,
    MAXIMISING,
    MOVE,
    PLACE,
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
    fetch,
    find_from,
    hash_of,
    holds,
    home,
    keep,
    move_of,
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
def place_of(stack: Stack, table: TableArrays, ply: int) -> int:
    """Return where the table has a node, or would keep it; it is looked for once."""
    frame = ply * FRAME
    place = stack.frames[frame + PLACE]
    if place < 0:
        place = home(table, stack.hashes[ply * LANES + stack.frames[frame + LANE]])
    place = find_from(table, stack.keys, row_of(stack, ply), place)
    stack.frames[frame + PLACE] = place
    return int(place)


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
    move = move_of(table.cells[place_of(stack, table, ply) + table.words + REST])
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
    at = place_of(stack, table, ply)
    keep(table, stack.keys, row, at, frames[frame + DEPTH], value, low, high, move, sure)
