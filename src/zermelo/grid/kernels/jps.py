"""Jump point search: A* that settles only cells where a shortest path may have to turn.

A record of a cell is two words: what the search knows of it, and eight bytes that say how far each
direction goes. So everything about a cell is fetched at once, and a jump is an addition (Harabor
and Grastien, Online graph pruning for pathfinding on grid maps, 2011; with their later tables).
Waiting for memory took half of the time: so when a cell is put into the queue, the rows are fetched
that it will be asked for, and the arrays are used as bare memory.
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
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest, prefetch, times

SIGNS = np.uint64(0x8080808080808080)
OTHERS = np.uint64(0x7F7F7F7F7F7F7F7F)
COLLECT = np.uint64(0x0102040810204080)
FIRST = np.uint64(56)


@inner
def signs(word: np.uint64) -> np.uint64:
    """Return the highest bits of the eight bytes of a word, the others being 0, as one byte."""
    return np.uint64(times(word >> np.uint64(7), COLLECT) >> FIRST)


@inner
def reached_goal(direction: int, far: int, ahead: int, beside: int) -> int:
    """Return how far to jump if the goal, or the turn to it, may come before what `far` says.

    Args:
        direction: of the run.
        far: steps to a jump point, or minus those to a wall.
        ahead: columns to the goal, counted in the direction.
        beside: rows to it.
    """
    if direction < 4:
        near = ahead if direction % 2 == 0 else beside
        off = beside if direction % 2 == 0 else ahead
        return near if off == 0 and 0 < near <= abs(far) else far
    near = min(ahead, beside)
    return near if 0 < near <= abs(far) else far


@kernel
def jps(
    board: GridBoard, table: GridTable, queue: Queue, start: int, goal: int, base: int, sight: int
) -> bool:
    """Search until the goal is settled, or all that can be reached; False if there was no room.

    Args:
        board: the map.
        table: with records of two words; is filled.
        queue: what it holds is forgotten.
        start: a free cell.
        goal: another one.
        base: what is added to the words of cells.
        sight: no diagonal run is longer.
    """
    stride, last = board.stride, table.settled.size - 1
    onward, ways = bare(board.onward.reshape(-1)), bare(board.ways.reshape(-1))
    records, settled, waiting = bare(table.words), bare(table.settled), bare_queue(queue)
    goal_x, goal_y = goal % stride, goal // stride
    rest = distance(start % stride - goal_x, start // stride - goal_y)
    marks = put(waiting, emptied(waiting, rest), start, rest)
    records[2 * start] = base | NOWHERE
    done, reached, best = 0, 1, FAR
    while True:
        cell, marks = take(waiting, marks, best)
        if cell == NONE:
            break
        word, runs = records[2 * cell], records[2 * cell + 1]
        if word & SETTLED:
            continue
        records[2 * cell] = word | SETTLED
        length = (word - base) >> LOW
        y = row_of(board, cell)
        x = cell - y * stride
        to_x, to_y = goal_x - x, goal_y - y
        if best < FAR and length + distance(to_x, to_y) >= best:
            continue
        settled[min(done, last)] = cell
        done += 1
        if cell == goal:
            best = length
            continue
        some = (((np.uint64(runs) & OTHERS) + OTHERS) | np.uint64(runs)) & SIGNS
        allowed = np.uint64(onward[((word & HOW) << 8) + np.int64(signs(some))])
        near = min(abs(to_x), abs(to_y)) <= sight
        if not near:  # the goal comes into no run from here: those to walls are of no use
            allowed &= signs(some & ~np.uint64(runs))
        while allowed:
            direction = lowest(allowed)
            allowed &= allowed - np.uint64(1)
            far = (runs << (56 - 8 * direction)) >> 56
            way = 4 * direction
            dx, dy = ways[way], ways[way + 1]
            if near:
                ahead = dx * to_x if dx else to_x
                far = reached_goal(direction, far, ahead, dy * to_y if dy else to_y)
                if far <= 0:
                    continue
            there = cell + far * ways[way + 2]
            longer = length + far * ways[way + 3]
            known = base + (longer << LOW)
            if known >= records[2 * there] & ~(HOW | SETTLED):
                continue
            records[2 * there] = known | direction
            rest = distance(to_x - far * dx, to_y - far * dy)
            marks = put(waiting, marks, there, longer + rest)
            if marks.used == FULL:
                return False
            reached += 1
            for rows in (-2, -1, 1, 2):
                prefetch(records, 2 * (there + rows * stride))
    table.counts[0], table.counts[1] = done, reached
    return True
