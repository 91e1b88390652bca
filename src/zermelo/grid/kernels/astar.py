"""A*: of all cells that were reached, settle the one through which the path may be shortest.

Of equal paths one is enough. A step is left out if another path, that does not come through this
cell, reaches the same neighbour as early and takes its diagonal steps first: which steps remain
depends on the direction of arrival and on what is free around the cell (Sturtevant and Rabin,
Canonical orderings on grids, 2016).
"""

import numpy as np

from zermelo.grid.kernels.board import (
    FAR,
    HOW,
    LOW,
    NOWHERE,
    SETTLED,
    GridBoard,
    GridTable,
    distance,
    row_of,
)
from zermelo.grid.kernels.queue import FULL, NONE, Queue, bare_queue, emptied, put, take
from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import bare, lowest, prefetch


@kernel
def astar(
    board: GridBoard, table: GridTable, queue: Queue, start: int, goal: int, base: int, guess: int
) -> bool:
    """Search until the goal is settled, or all that can be reached; False if there was no room.

    Args:
        board: the map.
        table: is filled.
        queue: what it holds is forgotten.
        start: a free cell.
        goal: another one, or a blocked cell to settle all that can be reached.
        base: what is added to the words of cells.
        guess: 1 to be guided by the octile distance, 0 for uniform-cost search.
    """
    steps, stride, last = bare(board.steps), board.stride, table.settled.size - 1
    onward, ways = bare(board.onward.reshape(-1)), bare(board.ways.reshape(-1))
    words, settled, waiting = bare(table.words), bare(table.settled), bare_queue(queue)
    goal_x, goal_y = goal % stride, goal // stride
    rest = guess * distance(start % stride - goal_x, start // stride - goal_y)
    marks = put(waiting, emptied(waiting, rest), start, rest)
    words[start] = base | NOWHERE
    done, reached, best = 0, 1, FAR
    while True:
        cell, marks = take(waiting, marks, best)
        if cell == NONE:
            break
        word = words[cell]
        if word & SETTLED:
            continue
        words[cell] = word | SETTLED
        length = (word - base) >> LOW
        y = row_of(board, cell)
        x = cell - y * stride
        if best < FAR and length + guess * distance(x - goal_x, y - goal_y) >= best:
            continue
        settled[min(done, last)] = cell
        done += 1
        if cell == goal:
            best = length
            continue
        allowed = np.uint64(onward[((word & HOW) << 8) + steps[cell]])
        while allowed:
            direction = lowest(allowed)
            allowed &= allowed - np.uint64(1)
            way = 4 * direction
            there = cell + ways[way + 2]
            longer = length + ways[way + 3]
            known = base + (longer << LOW)
            if known >= words[there] & ~(HOW | SETTLED):
                continue
            words[there] = known | direction
            rest = guess * distance(x + ways[way] - goal_x, y + ways[way + 1] - goal_y)
            marks = put(waiting, marks, there, longer + rest)
            if marks.used == FULL:
                return False
            reached += 1
            prefetch(words, there - stride)
            prefetch(words, there + stride)
    table.counts[0], table.counts[1] = done, reached
    return True
