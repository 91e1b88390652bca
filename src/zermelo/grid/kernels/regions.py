"""Which cells can be reached from which."""

from zermelo.grid.kernels.board import Bytes, Ints
from zermelo.kernels.kernel import kernel


@kernel
def fill_regions(steps: Bytes, stride: int, free: Bytes, regions: Ints, todo: Ints) -> int:
    """Number the regions of free cells from 1 on, and return how many there are.

    Corners are not cut, so that cells are connected just if straight steps connect them.

    Args:
        steps: [cells] as in a board.
        stride: cells in a row.
        free: [cells] 1 where a cell is free.
        regions: [cells] is filled; 0 for blocked cells.
        todo: [cells] to work in.
    """
    regions[:] = 0
    count = 0
    for first in range(steps.size):
        if not free[first] or regions[first]:
            continue
        count += 1
        regions[first] = count
        todo[0] = first
        size = 1
        while size:
            size -= 1
            cell = todo[size]
            for direction in range(4):
                ahead = stride if direction % 2 else 1
                there = cell + ahead if direction < 2 else cell - ahead
                if (steps[cell] >> direction) & 1 and regions[there] == 0:
                    regions[there] = count
                    todo[size] = there
                    size += 1
    return count
