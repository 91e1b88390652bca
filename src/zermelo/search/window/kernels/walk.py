"""From node to node: to the first child, to the next, and back with a line of moves."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.registers import BREED, CHILD, QUICK, SCOUT, SHALLOW
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    BEST,
    BROOD,
    CEILING,
    CEILING_MOVE,
    CELL,
    DEPTH,
    FLOOR,
    FLOOR_MOVE,
    FRAME,
    HIGH,
    HIGH_NOW,
    IS_REPLIED,
    LANE,
    LENGTH,
    LOW,
    LOW_NOW,
    MAXIMISING,
    MOVE,
    REPLIED,
    TESTING,
    WINDOW,
    Stack,
)

Longs = NDArray[np.int64]


@inner
def begin_moves(stack: Stack, ply: int) -> None:
    """Go to the first move of a node, and to the window that it was entered with.

    Lemmas make that narrower; what one promises the mover is the best so far.
    """
    frames, frame = stack.frames, ply * FRAME
    windows, window = stack.windows, ply * WINDOW
    windows[window + LOW_NOW] = max(windows[window + LOW], windows[window + FLOOR])
    windows[window + HIGH_NOW] = min(windows[window + HIGH], windows[window + CEILING])
    frames[frame + AT] = frames[frame + BEGIN]
    own, bound = (FLOOR_MOVE, FLOOR) if frames[frame + MAXIMISING] else (CEILING_MOVE, CEILING)
    frames[frame + MOVE] = frames[frame + own]
    if frames[frame + MOVE] >= 0:
        windows[window + BEST] = windows[window + bound]
        frames[frame + LENGTH] = 1
        stack.lines[ply * stack.plies] = frames[frame + MOVE]


@inner
def enter_child(stack: Stack, registers: Longs, ply: int) -> None:
    """Prepare the frame of the child being tried; scout tests all but the first."""
    frames, frame, child = stack.frames, ply * FRAME, (ply + 1) * FRAME
    depth = frames[frame + DEPTH]
    frames[child + DEPTH] = depth - 1 if depth > 0 else -1
    frames[child + LANE] = frames[frame + AT] - frames[frame + BROOD]
    if frames[frame + IS_REPLIED]:  # then the node itself is of no replies
        frames[child + LANE] = stack.plies * LANES + frames[frame + LANE]
    frames[child + CELL] = -1
    low = stack.windows[ply * WINDOW + LOW_NOW]
    high = stack.windows[ply * WINDOW + HIGH_NOW]
    frames[frame + TESTING] = 0
    if registers[QUICK] == ply + 1:
        frames[child + DEPTH] = registers[SHALLOW] - 1
        low = -np.inf
        high = np.inf
    elif registers[SCOUT] and not registers[QUICK] and frames[frame + MOVE] >= 0:
        if frames[frame + MAXIMISING]:
            above = np.nextafter(low, np.inf)
            frames[frame + TESTING] = high != above
            high = above
        else:
            below = np.nextafter(high, -np.inf)
            frames[frame + TESTING] = low != below
            low = below
    stack.windows[(ply + 1) * WINDOW + LOW] = low
    stack.windows[(ply + 1) * WINDOW + HIGH] = high


@inner
def take_reply(stack: Stack, ply: int) -> None:
    """Let the first child of a node be the reply that was computed with its cousins."""
    frames, frame = stack.frames, ply * FRAME
    frames[frame + BROOD] = frames[frame + BEGIN]
    frames[frame + REPLIED] = 0
    frames[frame + IS_REPLIED] = 1


@inner
def next_child(stack: Stack, ply: int) -> int:
    """Go on to the next move of a node; returns the phase for that."""
    frames, frame = stack.frames, ply * FRAME
    frames[frame + AT] += 1
    if frames[frame + IS_REPLIED]:  # nothing is computed of the others yet
        return BREED
    return BREED if frames[frame + AT] - frames[frame + BROOD] == LANES else CHILD


@inner
def take_line(stack: Stack, ply: int) -> None:
    """Make the line of a node its best move and the line of the child."""
    line = ply * stack.plies
    length = stack.frames[(ply + 1) * FRAME + LENGTH]
    stack.lines[line] = stack.frames[ply * FRAME + MOVE]
    for index in range(length):
        stack.lines[line + index + 1] = stack.lines[line + stack.plies + index]
    stack.frames[ply * FRAME + LENGTH] = length + 1
