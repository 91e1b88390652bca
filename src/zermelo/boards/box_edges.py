"""The sides of boxes by their numbers: one kind has a column more than the other, and a row less.

`(h_line 3 1)` and `(v_line 1 4)`, `(drawn h 1 4)` and `(drawn v 4 1)`, `(edge 2 1 right)` and
`(edge 1 2 down)`: whatever they are called, the lines between 4 x 4 dots are 4 x 3 and 3 x 4.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from zermelo.boards.axis import Axis, axis_of
from zermelo.boards.grid import FluentGrid, Rows
from zermelo.boards.sides import FEWEST_FLUENTS, Segment, Sides

WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
LEVEL = frozenset({"h", "hor", "horiz", "horizontal", "right", "left", "east", "west", "across"})
UPRIGHT = frozenset({"v", "ver", "vert", "vertical", "down", "up", "north", "south"})
DOWN = frozenset({"down", "below"})


@dataclass(frozen=True)
class EdgeKind:
    """Lines of one direction: the cell that each of them names, by its leaves."""

    shape: str
    words: frozenset[str]  # of its name, or the word that tells the direction
    cells: Mapping[tuple[str, ...], tuple[int, int]]
    columns: Axis
    rows: Axis


def outlines(kinds: Mapping[str, Rows], base: FluentGrid | None) -> tuple[tuple[Sides, ...], bool]:
    """Return the sides of boxes, and whether columns and rows are to be exchanged to draw them."""
    every = [kind for shape, rows in kinds.items() for kind in directions(shape, rows)]
    for upright, level in permutations(every, 2):
        if not outline(upright, level) or not around_boxes(upright, level, base):
            continue
        turned = bool(upright.words & LEVEL or level.words & UPRIGHT)
        segments: dict[str, dict[tuple[str, ...], Segment]] = {upright.shape: {}, level.shape: {}}
        for kind, (dx, dy) in ((upright, (0, 1)), (level, (1, 0))):
            for leaves, (x, y) in kind.cells.items():
                segment = x, y, x + dx, y + dy
                segments[kind.shape][leaves] = back(segment) if turned else segment
        downward = bool((upright.words | level.words) & DOWN)
        found = (
            Sides(shape, drawn, dotted=True, downward=downward) for shape, drawn in segments.items()
        )
        return tuple(found), turned
    return (), False


def directions(shape: str, rows: Rows) -> Iterator[EdgeKind]:
    """Yield the lines of a shape by their directions: all of them, or those with either word."""
    if len(rows) < FEWEST_FLUENTS // 2:
        return
    if len(rows[0]) == 2:
        kind = kind_of(shape, shape, {leaves: leaves for leaves in rows})
        if kind:
            yield kind
    if len(rows[0]) == 3:
        for place, values in enumerate(zip(*rows, strict=True)):
            words = {*values}
            if len(words) == 2 and not any(map(str.isdecimal, words)):
                for word in sorted(words):
                    mine = [leaves for leaves in rows if leaves[place] == word]
                    cells = {leaves: leaves[:place] + leaves[place + 1 :] for leaves in mine}
                    kind = kind_of(shape, word, cells)
                    if kind:
                        yield kind


def kind_of(
    shape: str, name: str, cells: Mapping[tuple[str, ...], tuple[str, ...]]
) -> EdgeKind | None:
    """Return lines that are there for all cells of a rectangle, or None if some are missing."""
    first, second = zip(*cells.values(), strict=True)
    columns, rows = axis_of(first, ()), axis_of(second, ())
    if columns is None or rows is None:
        return None
    if len({*cells.values()}) != len(columns.values) * len(rows.values):
        return None
    places = {
        leaves: (columns.values.index(across), rows.values.index(up))
        for leaves, (across, up) in cells.items()
    }
    words = frozenset(word.lower() for word in WORDS.findall(name))
    return EdgeKind(shape, words, places, columns, rows)


def outline(upright: EdgeKind, level: EdgeKind) -> bool:
    """Tell whether one kind has a column more, the other a row, and both begin at the same cell."""
    same_shape = upright.shape == level.shape
    alike = len(next(iter(upright.cells))) == len(next(iter(level.cells)))
    boxes = len(level.columns.values) * len(upright.rows.values)
    return (
        alike
        and (same_shape or (len(next(iter(level.cells))) == 2 and boxes > 1))
        and upright.columns.values[:-1] == level.columns.values
        and level.rows.values[:-1] == upright.rows.values
    )


def around_boxes(upright: EdgeKind, level: EdgeKind, base: FluentGrid | None) -> bool:
    """Tell whether the boxes are the cells of the board, if it has any of its own."""
    if base is None or base.shape in (upright.shape, level.shape):
        return True
    boxes = level.columns.values, upright.rows.values
    return base.column < base.row and (base.columns.values, base.rows.values) == boxes


def back(segment: Segment) -> Segment:
    """Return a segment with columns and rows exchanged."""
    x1, y1, x2, y2 = segment
    return y1, x1, y2, x2
