"""Fluents that stand between cells: the lines of Dots and Boxes, the walls of a maze.

`(line 1 1 1 2)` joins two dots, `(wall 3 4 north)` and `(blockedEast 3 4)` are a side of a cell,
`(wall 3 4 h)` goes along two cells where there is one less than there are cells, as in Quoridor.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from zermelo.boards.axis import Axis, axis_of
from zermelo.boards.grid import FluentGrid, Rows
from zermelo.text.ground_term import GroundTerm

Segment = tuple[float, float, float, float]
"""From one point to another: columns from the left and rows from the first, in cells."""
COMPASS: Mapping[str, Segment] = {
    "south": (0, 0, 1, 0),
    "west": (0, 0, 0, 1),
    "north": (0, 1, 1, 1),
    "east": (1, 0, 1, 1),
}
WALLS = re.compile(r"wall|block|fence|barrier|hedge", re.IGNORECASE)
CROSSING: Mapping[str, Segment] = {
    "h": (0, 1, 2, 1),
    "v": (1, 0, 1, 2),
    "horizontal": (0, 1, 2, 1),
    "vertical": (1, 0, 1, 2),
}
FEWEST_FLUENTS = 4
"""Of fewer fluents nobody can tell."""


@dataclass(frozen=True)
class Sides:
    """Fluents of one shape, and where on the board each of them is drawn."""

    shape: str
    segments: Mapping[tuple[str, ...], Segment]
    dotted: bool  # they join dots at the corners of cells
    played: frozenset[str] = frozenset()  # the kinds of moves that draw them one by one
    downward: bool = False  # the words of the fluents say that rows are counted from the top

    def identity(self, leaves: Iterable[str]) -> str:
        """Return what a side is called in a scene."""
        return f"s:{self.shape}:{' '.join(leaves)}"


def sides_of(kinds: Mapping[str, Rows], base: FluentGrid | None) -> tuple[Sides, ...]:
    """Return the kinds of fluents that stand between the cells of a board, if there are any."""
    found = []
    for shape, rows in kinds.items():
        if len(rows) >= FEWEST_FLUENTS:
            frame = None if base is None or base.shape == shape else base
            sides = around(shape, rows, frame) or joining(shape, rows, frame)
            found += [sides] if sides else []
    return tuple(found)


def around(shape: str, rows: Rows, base: FluentGrid | None) -> Sides | None:
    """Return walls that name a cell and one of its sides, or None if these are no such walls."""
    name = shape.strip("()").split()[0].lower()
    if not WALLS.search(name):
        return None
    said = [segment for word, segment in COMPASS.items() if name.endswith(word)]
    if len(rows[0]) == 2 and said:
        cells = {leaves: (leaves, said[0]) for leaves in rows}
    elif len(rows[0]) == 3:
        values = [{*column} for column in zip(*rows, strict=True)]
        ways = [
            (place, known)
            for known in (COMPASS, CROSSING)
            for place, found in enumerate(values)
            if known.keys() >= found
        ]
        if len(ways) != 1:
            return None
        ((way, known),) = ways
        if known is CROSSING and not is_crossing(values, way, base):
            return None
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
    return fitting(Sides(shape, segments, dotted=False), base)


def is_crossing(values: Sequence[set[str]], way: int, base: FluentGrid | None) -> bool:
    """Tell whether walls lie where four cells meet: there is one less than there are cells."""
    counts = sorted(len(found) for place, found in enumerate(values) if place != way)
    if base is None:
        return False
    return counts == sorted((len(base.columns.values) - 1, len(base.rows.values) - 1))


def joining(shape: str, rows: Rows, base: FluentGrid | None) -> Sides | None:
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


def axes_of(
    cells: Iterable[tuple[str, ...]], base: FluentGrid | None
) -> tuple[Axis | None, Axis | None]:
    """Return the axes on which cells lie: those of the board, else those that they form."""
    if base is not None:
        return base.columns, base.rows
    across, up = zip(*cells, strict=True)
    return axis_of(across, ()), axis_of(up, ())


def point(
    cell: tuple[str, ...], axes: tuple[Axis | None, Axis | None], base: FluentGrid | None
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


def fitting(sides: Sides, base: FluentGrid | None) -> Sides | None:
    """Return the sides if they all lie on the board."""
    if base is None:
        return sides
    wide, high = len(base.columns.values), len(base.rows.values)
    inside = all(
        0 <= min(x1, x2) <= max(x1, x2) <= wide and 0 <= min(y1, y2) <= max(y1, y2) <= high
        for x1, y1, x2, y2 in sides.segments.values()
    )
    return sides if inside else None


def drawn_by(sides: Sides, moves: Iterable[tuple[GroundTerm, Iterable[GroundTerm]]]) -> Sides:
    """Return sides with the kinds of moves that draw them: with their very words, one by one.

    Args:
        sides: of one kind.
        moves: some moves, each with the fluents that it makes hold.
    """
    if not sides.dotted:
        return sides  # walls may overlap: they are chosen by the cells beside them
    drawing = set()
    for move, made in moves:
        wanted = sides.shape, move.leaves
        if any((fluent.shape, fluent.leaves) == wanted for fluent in made):
            drawing.add(move.shape)
    return replace(sides, played=frozenset(drawing))
