"""Rectangular symmetry reduction: A* that settles no cell inside a rectangle of free cells.

Within a rectangle nothing is in the way, so that a path through it need not be searched: it follows
the edge, crosses once in a straight or diagonal line or both, and follows the edge again. Crossing
goes to all cells of the opposite side that the diagonals enclose, and to where the diagonals meet
the other sides (Harabor, Botea and Kilby, Path symmetries in undirected uniform-cost grids, 2011).
"""

from typing import NamedTuple

import numpy as np

from zermelo.grid.kernels.board import (
    DIAGONAL,
    FAR,
    HOW,
    LOW,
    SETTLED,
    GridBoard,
    GridTable,
    Ints,
    distance,
    row_of,
)
from zermelo.grid.kernels.queue import FULL, NONE, Queue, bare_queue, emptied, put, take
from zermelo.kernels.kernel import inner, kernel

STEPPED, CROSSED = 0, 1
"""How a cell was reached. After crossing a rectangle there is no use in crossing it again."""
LONGEST_SIDE = 128
"""Cells that a rectangle has at most in each direction: crossing one tries twice as many."""
ROOM = 4 * LONGEST_SIDE + 16
"""Cells that can be reached from one: the whole edge, or two opposite sides and what is near."""


class Rectangles(NamedTuple):
    """Which cells belong together."""

    owners: Ints  # [cells] the rectangle of each
    corners: Ints  # [rectangles, 4] left, top, right, bottom
    parents: Ints  # [cells] where the last leg of the path begins; is filled by the search


@inner
def inside(corners: Ints, owner: int, x: int, y: int) -> bool:
    """Tell whether a cell of a rectangle does not lie on its edge."""
    one = corners[owner]
    return bool(one[0] < x < one[2] and one[1] < y < one[3])


@inner
def cross(one: Ints, stride: int, x: int, y: int, targets: Ints, size: int) -> int:
    """Add what crossing the rectangle `one` from a cell of its edge leads to; the new size."""
    left, top, right, bottom = one[0], one[1], one[2], one[3]
    wide, tall = right - left, bottom - top
    if y == top or y == bottom:
        for there in range(max(left, x - tall), min(right, x + tall) + 1):
            targets[size] = (top + bottom - y) * stride + there
            size += 1
    if x == left or x == right:
        for there in range(max(top, y - wide), min(bottom, y + wide) + 1):
            targets[size] = there * stride + left + right - x
            size += 1
    for dx in (-1, 1):
        for dy in (-1, 1):
            far = min(right - x if dx > 0 else x - left, bottom - y if dy > 0 else y - top)
            targets[size] = (y + dy * far) * stride + x + dx * far
            size += 1
    return size


@inner
def leave(one: Ints, stride: int, targets: Ints) -> int:
    """Fill in the whole edge of the rectangle `one`, for a start inside it; returns the size."""
    size = 0
    for y in range(one[1], one[3] + 1):
        step = 1 if y == one[1] or y == one[3] else one[2] - one[0]
        for x in range(one[0], one[2] + 1, step):
            targets[size] = y * stride + x
            size += 1
    return size


@inner
def around(
    board: GridBoard, rectangles: Rectangles, cell: int, crossing: bool, targets: Ints
) -> int:
    """Fill in where one can go from a cell, over free cells only; returns how many."""
    stride, corners = board.stride, rectangles.corners
    owner = rectangles.owners[cell]
    y = row_of(board, cell)
    x = cell - y * stride
    if inside(corners, owner, x, y):
        return leave(corners[owner], stride, targets)
    size = 0
    for direction in range(8):
        if (board.steps[cell] >> direction) & 1:
            there = cell + board.ways[direction, 2]
            at_y = row_of(board, there)
            if not inside(corners, rectangles.owners[there], there - at_y * stride, at_y):
                targets[size] = there
                size += 1
    return cross(corners[owner], stride, x, y, targets, size) if crossing else size


@kernel
def rsr(
    board: GridBoard,
    rectangles: Rectangles,
    table: GridTable,
    queue: Queue,
    start: int,
    goal: int,
    base: int,
) -> bool:
    """Search until the goal is settled, or all that can be reached; False if there was no room.

    Args:
        board: the map.
        rectangles: that it is cut into; parents are filled.
        table: is filled.
        queue: what it holds is forgotten.
        start: a free cell.
        goal: another one.
        base: what is added to the words of cells.
    """
    stride, owners, parents = board.stride, rectangles.owners, rectangles.parents
    words, settled, waiting = table.words, table.settled, bare_queue(queue)
    goal_x, goal_y = goal % stride, goal // stride
    targets = np.empty(ROOM, np.int32)
    rest = distance(start % stride - goal_x, start // stride - goal_y)
    marks = put(waiting, emptied(waiting, rest), start, rest)
    words[start] = base | STEPPED
    parents[start] = start
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
        if best < FAR and length + distance(x - goal_x, y - goal_y) >= best:
            continue
        settled[min(done, settled.size - 1)] = cell
        done += 1
        if cell == goal:
            best = length
            continue
        size = around(board, rectangles, cell, word & HOW == STEPPED, targets)
        if owners[cell] == owners[goal]:
            targets[size] = goal
            size += 1
        for index in range(size):
            there = int(targets[index])
            at_y = row_of(board, there)
            at_x = there - at_y * stride
            leg = distance(at_x - x, at_y - y)
            known = base + ((length + leg) << LOW)
            if known >= words[there] & ~(HOW | SETTLED):
                continue
            words[there] = known | (CROSSED if leg > DIAGONAL else STEPPED)
            parents[there] = cell
            reached += 1
            rest = distance(at_x - goal_x, at_y - goal_y)
            marks = put(waiting, marks, there, length + leg + rest)
            if marks.used == FULL:
                return False
    table.counts[0], table.counts[1] = done, reached
    return True


@kernel
def follow(parents: Ints, stride: int, goal: int, path: Ints) -> int:
    """Fill the last places of `path` [cells, 2] with x and y; returns the first of these places.

    A leg over free cells is walked diagonally first, then straight.
    """
    cell, first = goal, len(path)
    while True:
        parent = int(parents[cell])
        y, to_y = cell // stride, parent // stride
        x, to_x = cell - y * stride, parent - to_y * stride
        while cell != parent:
            first -= 1
            path[first, 0], path[first, 1] = x - 1, y - 1
            x += (x < to_x) - (x > to_x)
            y += (y < to_y) - (y > to_y)
            cell = y * stride + x
        if parents[cell] == cell:
            first -= 1
            path[first, 0], path[first, 1] = x - 1, y - 1
            return first
