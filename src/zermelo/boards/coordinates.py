"""Which two leaves of the fluents of one shape are column and row, if any are."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zermelo.boards.axis import Axis, axis_of
from zermelo.boards.grid import PAIR, FluentGrid, Rows, split

CELL_WORDS = re.compile(r"cell|locat|board|piece|square|hole|field|pos|at\Z", re.IGNORECASE)
ROW_WORDS, COLUMN_WORDS = frozenset({"r", "row", "y"}), frozenset({"c", "col", "column", "x"})
FEWEST_CELLS = 4
LEAST_FULL = 0.2
"""How much of the rectangle around them the cells fill at least."""
MOST_CONTENT = 2
"""Leaves that may say what is on a cell, one of them with a number at most."""
Score = tuple[bool, bool, float]
"""How much two leaves look like coordinates; the larger, the more."""


def grid_of(
    shape: str,
    possible: Rows,
    holding: Rows,
    roles: Sequence[str],
    hints: Mapping[str, object],
    *,
    part: tuple[int, str] | None = None,
) -> FluentGrid | None:
    """Return how fluents of one shape, or of one part of it, stand on a board, if they do."""
    pair = pair_in(possible)
    if pair is not None:
        possible = [split(leaves, pair) for leaves in possible]
        holding = [split(leaves, pair) for leaves in holding]
    axes = tuple(axis_of(values, roles) for values in zip(*possible, strict=True))
    transpose = bool(hints.get("transpose"))
    leaves = Leaves(shape, tuple(possible), tuple(holding), axes, pair, part, transpose)
    scored = [leaves.scored(first, second) for first, second in combinations(leaves.free, 2)]
    found = [each for each in scored if each is not None]
    return max(found, key=lambda each: each[0])[1] if found else None


@dataclass(frozen=True, slots=True)
class Leaves:
    """The leaves of fluents of one shape, place by place."""

    shape: str
    possible: tuple[tuple[str, ...], ...]
    holding: tuple[tuple[str, ...], ...]  # at the start
    axes: tuple[Axis | None, ...]  # of each place, where its values are some
    pair: int | None
    part: tuple[int, str] | None
    transpose: bool

    @property
    def free(self) -> list[int]:
        """The places that do not only say which of several boards it is."""
        part = self.part
        return [place for place in range(len(self.axes)) if part is None or place != part[0]]

    def scored(self, first: int, second: int) -> tuple[Score, FluentGrid] | None:
        """Return the grid with its coordinates in two places, and its score; None if it is none."""
        left, right = self.axes[first], self.axes[second]
        content = tuple(place for place in self.free if place not in (first, second))
        numbers = sum(self.axes[place] is not None for place in content)
        if left is None or right is None or len(content) > MOST_CONTENT or numbers > 1:
            return None
        if not content and (self.counts(left, first) or self.counts(right, second)):
            return None
        column, row = first, second
        if turned(left, right) != self.transpose:
            column, row, left, right = second, first, right, left
        cells = frozenset((leaves[column], leaves[row]) for leaves in self.possible)
        if not self.is_board(left, right, cells, bool(content)):
            return None
        start = [(leaves[column], leaves[row]) for leaves in self.holding]
        single = len(set(start)) == len(start)
        settled = single and len(start) == len(cells)
        grid = FluentGrid(
            self.shape, self.pair, column, row, left, right, content, cells, settled, bool(start),
            self.part,
        )  # fmt: skip
        return (single, not numbers, fullness(left, right, cells)), grid

    def counts(self, axis: Axis, place: int) -> bool:
        """Tell whether each value of the axis stands once at the start: `(heap a 3) (heap b 5)`."""
        return sorted(leaves[place] for leaves in self.holding) == sorted(axis.values)

    def is_board(
        self, left: Axis, right: Axis, cells: frozenset[tuple[str, str]], filled: bool
    ) -> bool:
        """Tell whether cells look like a board; `filled` if fluents say what is on them."""
        if len(cells) < FEWEST_CELLS or fullness(left, right, cells) < LEAST_FULL:
            return False
        if min(len(left.values), len(right.values)) == 1 and not (
            filled and CELL_WORDS.search(self.shape)
        ):
            return False
        return filled or not is_relation(left, right, cells)


def fullness(left: Axis, right: Axis, cells: frozenset[tuple[str, str]]) -> float:
    """Return how much of the rectangle around them the cells fill."""
    return len(cells) / (len(left.values) * len(right.values))


def pair_in(possible: Rows) -> int | None:
    """Return which leaf names a cell by letter and number; nine cells at least, to be sure."""
    for place, values in enumerate(zip(*possible, strict=True)):
        found = [PAIR.match(value) for value in set(values)]
        if len(found) >= 9 and all(found):
            letters = {match.group(1) for match in found if match}
            numbers = {match.group(2) for match in found if match}
            if len(letters) > 1 and len(numbers) > 1:
                return place
    return None


def is_relation(left: Axis, right: Axis, cells: frozenset[tuple[str, str]]) -> bool:
    """Tell whether letters are names of things of which none is with itself: `(on b a)`."""
    same = left.letters and left.values == right.values
    return same and all(column != row for column, row in cells)


def turned(first: Axis, second: Axis) -> bool:
    """Tell whether the row comes before the column; without a sign of that, it does not."""
    if first.letters or second.letters:
        return not first.letters
    named = first.prefix.lower() in ROW_WORDS or second.prefix.lower() in COLUMN_WORDS
    return named and first.prefix != second.prefix
