"""The board of a game, and what stands between its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.boards.axis import Axis
from zermelo.boards.board import placed
from zermelo.boards.box_edges import outlines
from zermelo.boards.grid import FluentGrid
from zermelo.boards.sides import COMPASS, Sides, sides_of
from zermelo.text.ground_term import GroundTerm

BOXES = "(boxes)"
"""The shape of what would stand on a board on which nothing does."""


def fenced(
    fluents: Iterable[GroundTerm], grids: Sequence[FluentGrid]
) -> tuple[tuple[FluentGrid, ...], tuple[Sides, ...]]:
    """Return the grids of a board, and what stands between its cells.

    What stands there is on no grid any more; where nothing else did, the boxes that it makes are
    the board.
    """
    kinds = placed(fluents)
    base = grids[0] if grids else None
    outlined, turned = outlines(kinds, base)
    found = outlined or sides_of(kinds, base)
    shapes = {sides.shape for sides in found}
    if found and (base is None or base.shape in shapes):
        boxes = boxes_of(found)
        return ((boxes,), found) if boxes is not None else (tuple(grids), ())
    left = (grid for grid in grids if grid.shape not in shapes)
    return tuple(transposed(grid) if turned else grid for grid in left), found


def transposed(grid: FluentGrid) -> FluentGrid:
    """Return a grid with its columns as rows."""
    return replace(
        grid,
        column=grid.row,
        row=grid.column,
        columns=grid.rows,
        rows=grid.columns,
        cells=frozenset((row, column) for column, row in grid.cells),
    )


def boxes_of(found: Sequence[Sides]) -> FluentGrid | None:
    """Return the board of the boxes that sides make, where no fluents stand in them."""
    segments = [segment for sides in found for segment in sides.segments.values()]
    there = {frozenset({segment[:2], segment[2:]}) for segment in segments}
    wide = int(max(max(x1, x2) for x1, _, x2, _ in segments))
    high = int(max(max(y1, y2) for _, y1, _, y2 in segments))
    columns = Axis(tuple(str(number + 1) for number in range(wide)))
    rows = Axis(tuple(str(number + 1) for number in range(high)))
    cells = frozenset(
        (columns.values[across], rows.values[up])
        for across in range(wide)
        for up in range(high)
        if all(
            frozenset({(across + x1, up + y1), (across + x2, up + y2)}) in there
            for x1, y1, x2, y2 in COMPASS.values()
        )
    )
    if not cells:
        return None
    return FluentGrid(BOXES, None, 0, 1, columns, rows, (), cells, settled=False, present=False)
