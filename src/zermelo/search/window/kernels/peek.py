"""Asking the table about all children of a node before one of them is searched."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.leaf import SETTLED, VALUE, worth
from zermelo.search.window.kernels.order import (
    MoveOrderArrays,
    note_cut,
)
from zermelo.search.window.kernels.recall import (
    remember,
)
from zermelo.search.window.kernels.registers import (
    BACK,
    CHILD,
    CUTS,
    DONE,
    ENTER,
    NO_WORTH,
    PAUSED,
    QUICK,
    ROLE,
)
from zermelo.search.window.kernels.replies import asks_table
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    BEST,
    CEILING,
    DEPTH,
    END,
    FLOOR,
    FRAME,
    HIGH_NOW,
    LANE,
    LENGTH,
    LOW_NOW,
    MAXIMISING,
    MOVE,
    SURE,
    WINDOW,
    Stack,
    ends,
)
from zermelo.search.window.kernels.table import HIGH as TABLE_HIGH
from zermelo.search.window.kernels.table import LOW as TABLE_LOW
from zermelo.search.window.kernels.table import (
    PEEK,
    PROVEN,
    TableArrays,
    find_from,
    holds,
    home,
    place,
    rest_of,
)

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@inner
def peeked(
    game: Narrow,
    stack: Stack,
    table: TableArrays,
    order: MoveOrderArrays,
    registers: Longs,
    values: Floats,
    ply: int,
) -> int:
    """Look whether a child of a node is known to cut, once its first brood is computed.

    Returns the phase: BACK with the value of the node, else CHILD; ENTER where a child has ended
    without a value.
    """
    frames, frame = stack.frames, ply * FRAME
    if frames[frame + AT] != frames[frame + BEGIN]:
        return CHILD
    windows, window = stack.windows, ply * WINDOW
    status = cutting(game, stack, table, registers, values, ply)
    if status != DONE:
        return CHILD if status == PAUSED else ENTER
    frames[frame + MOVE] = stack.pool[frames[frame + AT]]
    frames[frame + LENGTH] = 1
    stack.lines[ply * stack.plies] = frames[frame + MOVE]
    if frames[frame + END] - frames[frame + BEGIN] > 1:
        registers[CUTS] += 1
        note_cut(game, stack, order, ply)
    value = max(values[VALUE], windows[window + FLOOR])
    windows[window + BEST] = min(value, windows[window + CEILING])
    values[VALUE] = windows[window + BEST]
    remember(stack, table, ply)
    return BACK


@inner
def cutting(
    game: Narrow, stack: Stack, table: TableArrays, registers: Longs, values: Floats, ply: int
) -> int:
    """Find a child that is known to cut (DONE): it is being tried from now on, with its value."""
    frames, frame, child = stack.frames, ply * FRAME, (ply + 1) * FRAME
    depth, begin = frames[frame + DEPTH], frames[frame + BEGIN]
    below = depth - 1 if depth > 0 else -1
    maximising = frames[frame + MAXIMISING] != 0
    low, high = stack.windows[ply * WINDOW + LOW_NOW], stack.windows[ply * WINDOW + HIGH_NOW]
    over = ends(game, stack, ply + 1)
    for lane in range(min(frames[frame + END] - begin, LANES)):
        sure = True
        if over >> np.uint64(lane) & np.uint64(1) != np.uint64(0):
            frames[child + LANE] = lane
            if worth(game, stack, values, ply + 1, registers[ROLE]) != SETTLED:
                frames[frame + AT] = begin + lane
                return NO_WORTH
            value = values[VALUE]
        else:
            row = ((ply + 1) * LANES + lane) * stack.words
            hashed = stack.hashes[(ply + 1) * LANES + lane]
            cell = find_from(table, stack.keys, row, hashed, home(table, hashed))
            rest, at = rest_of(table, cell), place(table, cell) + table.words
            if not holds(rest, below):
                continue
            value = table.bounds[at + (TABLE_LOW if maximising else TABLE_HIGH)]
            sure = rest & PROVEN != np.uint64(0)
        if value >= high if maximising else value <= low:
            frames[frame + AT] = begin + lane
            frames[frame + SURE] = sure
            values[VALUE] = value
            return DONE
    return PAUSED


@inner
def is_peeking(stack: Stack, table: TableArrays, registers: Longs, ply: int) -> bool:
    """Whether the table is asked about all children of a node before one is entered."""
    if not table.state[PEEK] or ply == 0 or registers[QUICK]:
        return False
    return asks_table(table, stack.frames[ply * FRAME + DEPTH])
