"""How far it is from each cell to the next jump point in each direction, or to a wall.

The same for all searches on a map, so that it is found once: each cell asks the next one (Harabor
and Grastien, Improving jump point search, 2014, section 5).
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.kernels.board import GridBoard, Longs
from zermelo.kernels.kernel import kernel

Steps = NDArray[np.int16]
MOST_JUMPS = 32_000
LONGEST_RUN = 127
"""A run that is longer stops here and goes on: a byte holds how far it goes."""


@kernel
def fill_jumps(board: GridBoard, jumps: Steps) -> None:
    """Fill `jumps` [cells, 8]: steps to a jump point, or minus the steps that are free to a wall.

    A straight run comes to a jump point where a side opens, a diagonal one where a straight run
    from it does.
    """
    steps = board.steps
    for direction in range(8):
        ahead = board.ways[direction, 2]
        across = 0 if direction == 4 or direction == 7 else 2  # east or west
        down = 1 if direction < 6 else 3  # south or north
        for number in range(steps.size):
            cell = steps.size - 1 - number if ahead > 0 else number
            if not (steps[cell] >> direction) & 1:
                jumps[cell, direction] = 0
                continue
            there = cell + ahead
            if direction < 4:
                opens = board.onward[direction, steps[there]] & (255 ^ (1 << direction)) != 0
            else:
                opens = jumps[there, across] > 0 or jumps[there, down] > 0
            far = int(jumps[there, direction])
            if opens:
                jumps[cell, direction] = 1
            elif far > 0:
                jumps[cell, direction] = min(far + 1, MOST_JUMPS)
            else:
                jumps[cell, direction] = max(far - 1, -MOST_JUMPS)


@kernel
def pack_jumps(jumps: Steps, records: Longs) -> int:
    """Fill every other place of `records` [2 * cells] with the eight bytes of a cell.

    Returns how many steps the longest diagonal run has.
    """
    sight = 0
    for cell in range(len(jumps)):
        packed = np.uint64(0)
        for direction in range(8):
            far = int(jumps[cell, direction])
            if abs(far) > LONGEST_RUN:
                far = LONGEST_RUN
            if direction >= 4:
                sight = max(sight, abs(far))
            packed |= np.uint64(far & 0xFF) << np.uint64(8 * direction)
        records[2 * cell + 1] = np.int64(packed)
    return sight
