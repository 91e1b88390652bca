"""Shortest paths by uniform-cost search: slow and obvious, what the fast ones are held to."""

from heapq import heappop, heappush
from itertools import count

from zermelo.grid.grid import Cell, Grid


def ucs(grid: Grid, start: Cell, goal: Cell) -> tuple[tuple[Cell, ...], float] | None:
    """Return a shortest path with its length, or None if the goal cannot be reached.

    Cells are settled in the order of their distance; the goal is tested for when it is settled, not
    when it is first seen (Russell and Norvig, Artificial Intelligence, section 3.4).
    """
    order = count()
    waiting = [(0.0, next(order), start, start)]
    parents: dict[Cell, Cell] = {}
    while waiting:
        length, _, cell, parent = heappop(waiting)
        if cell in parents:
            continue
        parents[cell] = parent
        if cell == goal:
            return traced(parents, goal), length
        for neighbour, cost in grid.steps(cell):
            if neighbour not in parents:
                heappush(waiting, (length + cost, next(order), neighbour, cell))
    return None


def traced(parents: dict[Cell, Cell], goal: Cell) -> tuple[Cell, ...]:
    """Return the path to `goal`; the start is its own parent."""
    cells = [goal]
    while parents[cells[-1]] != cells[-1]:
        cells.append(parents[cells[-1]])
    return tuple(reversed(cells))


def jump(grid: Grid, cell: Cell, direction: Cell, goal: Cell) -> Cell | None:
    """Return the jump point that a run in one direction comes to first, or None before a wall.

    A straight run stops where a side opens: the cell beside it is free, the one before that is
    blocked. A diagonal run stops where a straight one from it would come to a jump point.
    """
    dx, dy = direction
    while any((cell[0] + dx, cell[1] + dy) == neighbour for neighbour, _ in grid.steps(cell)):
        x, y = cell = cell[0] + dx, cell[1] + dy
        if cell == goal:
            return cell
        if dx and dy:
            if jump(grid, cell, (dx, 0), goal) or jump(grid, cell, (0, dy), goal):
                return cell
        elif any(
            grid.is_free((x + sx, y + sy)) and not grid.is_free((x - dx + sx, y - dy + sy))
            for sx, sy in ((dy, dx), (-dy, -dx))
        ):
            return cell
    return None
