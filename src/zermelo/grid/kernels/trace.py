"""Paths out of the words that a search leaves behind."""

from zermelo.grid.kernels.board import (
    HOW,
    LOW,
    NOWHERE,
    SETTLED,
    GridBoard,
    GridTable,
    Ints,
    row_of,
)
from zermelo.kernels.kernel import kernel


@kernel
def trace(board: GridBoard, table: GridTable, width: int, goal: int, base: int, path: Ints) -> int:
    """Fill the last places of `path` with a shortest path; returns the first of these places.

    From the goal back against the direction of arrival, until a cell was settled with the length
    that is left: there the path may turn.

    Args:
        board: the map.
        table: as the search left it.
        width: words of a record.
        goal: where the path ends; it was settled.
        base: of the search.
        path: [cells, 2] x and y.
    """
    words, ways = table.words, board.ways
    cell, word = goal, words[width * goal]
    length = (word - base) >> LOW
    direction = word & HOW
    first = len(path)
    while True:
        first -= 1
        y = row_of(board, cell)
        path[first, 0], path[first, 1] = cell - y * board.stride - 1, y - 1
        if direction == NOWHERE:
            return first
        cell -= ways[direction, 2]
        length -= ways[direction, 3]
        word = words[width * cell]
        if word & ~HOW == base + (length << LOW) | SETTLED:
            direction = word & HOW
