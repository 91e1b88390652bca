"""Fluents that stand between cells: the lines of Dots and Boxes, the walls of a maze.

`(line 1 1 1 2)` joins two dots, `(wall 3 4 north)` and `(blockedEast 3 4)` are a side of a cell. Of
other words `game.toml` says what they mean: `board = { sides = { h = "south", v = "west" } }`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from zermelo.position.axis import Axis, axis_of
from zermelo.position.grid import Grid, Rows, leaves_of

Segment = tuple[float, float, float, float]
"""From one point to another: columns from the left and rows from the first, in cells."""
COMPASS: Mapping[str, Segment] = {
    "south": (0, 0, 1, 0),
    "west": (0, 0, 0, 1),
    "north": (0, 1, 1, 1),
    "east": (1, 0, 1, 1),
}
WALLS = re.compile(r"wall|block|fence|barrier|hedge", re.IGNORECASE)
BOXES = "(boxes)"
"""The shape of what would stand on a board on which nothing does."""
FEWEST = 4
"""Of fewer fluents nobody can tell."""


@dataclass(frozen=True)
class Sides:
    """Fluents of one shape, and where on the board each of them is drawn."""

    shape: str
    segments: Mapping[tuple[str, ...], Segment]
    dotted: bool  # they join dots at the corners of cells
    played: bool = False  # moves draw them one by one

    def identity(self, leaves: Iterable[str]) -> str:
        """Return what a side is called in a scene."""
        return f"s:{self.shape}:{' '.join(leaves)}"


def sides_of(
    fluents: Iterable[str], base: Grid | None, hints: Mapping[str, object]
) -> tuple[Sides, ...]:
    """Return the kinds of fluents that stand between the cells of a board, if there are any."""
    kinds: dict[str, Rows] = {}
    for fluent in fluents:
        shape, leaves = leaves_of(fluent)
        kinds.setdefault(shape, []).append(leaves)
    given = hints.get("sides", {})
    assert isinstance(given, Mapping), "game.toml has a table there"
    words = {str(word): COMPASS[str(side)] for word, side in given.items()}
    found = []
    for shape, rows in kinds.items():
        if len(rows) >= FEWEST:
            frame = None if base is None or base.shape == shape else base
            sides = around(shape, rows, frame, words) or joining(shape, rows, frame)
            found += [sides] if sides else []
    return tuple(found)


def fenced(
    fluents: Iterable[str], grids: Sequence[Grid], hints: Mapping[str, object]
) -> tuple[tuple[Grid, ...], tuple[Sides, ...]]:
    """Return the grids of a board, and what stands between its cells.

    What stands there is on no grid any more; where nothing else did, the boxes that it makes are
    the board.
    """
    base = grids[0] if grids else None
    found = sides_of(fluents, base, hints)
    shapes = {sides.shape for sides in found}
    if found and (base is None or base.shape in shapes):
        boxes = boxes_of(found[0])
        return ((boxes,), found) if boxes is not None else (tuple(grids), ())
    return tuple(grid for grid in grids if grid.shape not in shapes), found


def around(shape: str, rows: Rows, base: Grid | None, words: Mapping[str, Segment]) -> Sides | None:
    """Return fluents that name a cell and one of its sides, or None if they do not."""
    name = shape.strip("()").split()[0].lower()
    said = [segment for word, segment in COMPASS.items() if name.endswith(word)]
    known = words or (COMPASS if WALLS.search(name) else {})
    if len(rows[0]) == 2 and said and WALLS.search(name):
        cells = {leaves: (leaves, said[0]) for leaves in rows}
    elif len(rows[0]) == 3:
        ways = [n for n, values in enumerate(zip(*rows, strict=True)) if known.keys() >= {*values}]
        if len(ways) != 1:
            return None
        (way,) = ways
        cells = {leaves: (leaves[:way] + leaves[way + 1 :], known[leaves[way]]) for leaves in rows}
    else:
        return None
    axes = axes_of([cell for cell, _ in cells.values()], base)
    segments = {}
    for leaves, (cell, (x1, y1, x2, y2)) in cells.items():
        place = point(cell, axes, base)
        if place is None:
            return None
        across, up = place
        segments[leaves] = (across + x1, up + y1, across + x2, up + y2)
    return fitting(Sides(shape, segments, dotted=bool(words)), base)


def joining(shape: str, rows: Rows, base: Grid | None) -> Sides | None:
    """Return fluents that name two points beside each other, or None if they do not."""
    if len(rows[0]) != 4:
        return None
    ends = [leaves[:2] for leaves in rows] + [leaves[2:] for leaves in rows]
    axes = axes_of(ends, None)
    segments = {}
    for leaves in rows:
        first, second = point(leaves[:2], axes, base), point(leaves[2:], axes, base)
        if first is None or second is None:
            return None
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
            return None
        segments[leaves] = (*first, *second)
    dots = tuple(axis.values for axis in axes if axis is not None)
    boxes = tuple(values[:-1] for values in dots)
    if base is None or (base.columns.values, base.rows.values) == boxes:
        return fitting(Sides(shape, segments, dotted=True), base)
    if (base.columns.values, base.rows.values) != dots or not WALLS.search(shape):
        return None
    return Sides(shape, {leaves: between(*ends) for leaves, ends in segments.items()}, dotted=False)


def between(x1: float, y1: float, x2: float, y2: float) -> Segment:
    """Return the side that two cells beside each other share.

    >>> between(0, 0, 1, 0), between(2, 4, 2, 3)
    ((1, 0, 1, 1), (2, 4, 3, 4))
    """
    across, up = max(x1, x2), max(y1, y2)
    return (across, up, across, up + 1) if y1 == y2 else (across, up, across + 1, up)


def axes_of(cells: Iterable[tuple[str, ...]], base: Grid | None) -> tuple[Axis | None, Axis | None]:
    """Return the axes on which cells lie: those of the board, else those that they form."""
    if base is not None:
        return base.columns, base.rows
    across, up = zip(*cells, strict=True)
    return axis_of(across, ()), axis_of(up, ())


def point(
    cell: tuple[str, ...], axes: tuple[Axis | None, Axis | None], base: Grid | None
) -> tuple[int, int] | None:
    """Return column and row of a cell as numbers; beyond the edge they go on."""
    turned = base is not None and base.column > base.row
    across, up = (cell[1], cell[0]) if turned else (cell[0], cell[1])
    first, second = number(across, axes[0]), number(up, axes[1])
    return None if first is None or second is None else (first, second)


def number(value: str, axis: Axis | None) -> int | None:
    """Return which one of an axis a value is, from 0 on; None if it is none.

    >>> number("c", Axis(("b", "c"))), number("0", Axis(("1", "2"))), number("x", Axis(("1", "2")))
    (1, -1, None)
    """
    if axis is None:
        return None
    if value in axis.values:
        return axis.values.index(value)
    first, other = axis.values[0].removeprefix(axis.prefix), value.removeprefix(axis.prefix)
    return int(other) - int(first) if first.isdecimal() and other.isdecimal() else None


def fitting(sides: Sides, base: Grid | None) -> Sides | None:
    """Return the sides if they all lie on the board."""
    if base is None:
        return sides
    wide, high = len(base.columns.values), len(base.rows.values)
    inside = all(
        0 <= min(x1, x2) <= max(x1, x2) <= wide and 0 <= min(y1, y2) <= max(y1, y2) <= high
        for x1, y1, x2, y2 in sides.segments.values()
    )
    return sides if inside else None


def boxes_of(sides: Sides) -> Grid | None:
    """Return the board of the boxes that sides make, where no fluents stand in them."""
    there = {frozenset({segment[:2], segment[2:]}) for segment in sides.segments.values()}
    wide = int(max(max(x1, x2) for x1, _, x2, _ in sides.segments.values()))
    high = int(max(max(y1, y2) for _, y1, _, y2 in sides.segments.values()))
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
    return Grid(BOXES, None, 0, 1, columns, rows, (), cells, settled=False, present=False)


def drawn_by(sides: Sides, moves: Iterable[tuple[str, Iterable[str]]]) -> Sides:
    """Return sides as played if moves with their very words make them hold.

    Args:
        sides: of one kind.
        moves: some moves, each with the fluents that it makes hold.
    """
    for move, made in moves:
        _, words = leaves_of(move)
        if any(leaves_of(fluent) == (sides.shape, words) for fluent in made):
            return replace(sides, played=True)
    return sides
