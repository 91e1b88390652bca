"""A map cut into rectangles of free cells, the largest first.

Every free cell is asked for the largest rectangle whose upper left corner it is. As rectangles are
taken, others only shrink: a cell whose answer is no longer true is put back with its new one
(Harabor, Botea and Kilby, Path symmetries in undirected uniform-cost grids, 2011, section 3).
"""

from zermelo.grid.kernels.board import Ints
from zermelo.kernels.kernel import inner, kernel

NOBODY = -1


@inner
def largest(runs: Ints, stride: int, cell: int, longest: int) -> tuple[int, int]:
    """Return columns and rows of the largest rectangle with its upper left corner in a cell."""
    wide, tall, narrow = 0, 0, longest
    for row in range(longest):
        narrow = min(narrow, runs[cell + row * stride])
        if narrow == 0:
            break
        if narrow * (row + 1) > wide * tall:
            wide, tall = narrow, row + 1
    return wide, tall


@kernel
def cut_rectangles(
    runs: Ints, stride: int, longest: int, owners: Ints, corners: Ints, heads: Ints, nexts: Ints
) -> int:
    """Give every free cell to a rectangle; returns how many rectangles there are.

    Args:
        runs: [cells] free cells to the right of each, itself included; is used up.
        stride: cells in a row.
        longest: cells that a rectangle may have in each direction.
        owners: [cells] is filled: the rectangle of each cell, NOBODY where it is blocked.
        corners: [cells, 4] is filled: left, top, right and bottom of each rectangle.
        heads: [longest * longest + 1] to work in.
        nexts: [cells] to work in.
    """
    heads[:] = NOBODY
    owners[:] = NOBODY
    for number in range(runs.size):
        cell = runs.size - 1 - number  # of equals the upper left one is taken first
        wide, tall = largest(runs, stride, cell, longest)
        nexts[cell] = heads[wide * tall]
        heads[wide * tall] = cell
    count = 0
    for area in range(longest * longest, 0, -1):
        while heads[area] != NOBODY:
            cell = heads[area]
            heads[area] = nexts[cell]
            wide, tall = largest(runs, stride, cell, longest)
            if wide * tall != area:
                nexts[cell] = heads[wide * tall]
                heads[wide * tall] = cell
                continue
            for row in range(cell, cell + tall * stride, stride):
                owners[row : row + wide] = count
                runs[row : row + wide] = 0
                left = row - 1
                while runs[left] > 0:
                    runs[left] = row - left
                    left -= 1
            corners[count, 0], corners[count, 1] = cell % stride, cell // stride
            corners[count, 2] = corners[count, 0] + wide - 1
            corners[count, 3] = corners[count, 1] + tall - 1
            count += 1
    return count
