"""Fluents -> where they stand on a board: two of their arguments behave as coordinates.

Rule sheets have no drawings, but most games have a fluent like `(cell 1 1 x)`, `(location wr a 1)`
or `(piece_at c4 red)`. What is a coordinate shows in the values that an argument can have: numbers,
letters of the alphabet in a row, or numbers behind one common prefix.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zermelo.position.lexicon import Lexicon

TOKEN = re.compile(r"[()]|[^\s()]+")
NUMBER = re.compile(r"([A-Za-z_]*?)(-?[0-9]+)\Z")
PAIR = re.compile(r"([a-z])([0-9]+)\Z")
LARGEST = 40
"""How many columns or rows a board may have to be drawn."""
CELL_WORDS = re.compile(r"cell|locat|board|piece|square|hole|field|pos|at\Z", re.IGNORECASE)
ROW_WORDS, COLUMN_WORDS = frozenset({"r", "row", "y"}), frozenset({"c", "col", "column", "x"})


@dataclass(frozen=True, slots=True)
class Axis:
    """An argument that is a coordinate: its values in order, and the prefix they share."""

    values: tuple[str, ...]
    prefix: str = ""

    @property
    def letters(self) -> bool:
        """Whether the values are letters."""
        return self.values[0].isalpha()


@dataclass(frozen=True, slots=True)
class Grid:
    """A kind of fluent that stands on a board."""

    shape: str  # the fluent with a blank for each leaf
    pair: int | None  # which leaf is a cell like `c4`, to be taken as two
    column: int  # which leaf is the column
    row: int
    columns: Axis
    rows: Axis
    content: tuple[int, ...]  # the leaves that say what is there; none for a mark
    cells: frozenset[tuple[str, str]]  # all that there can be
    settled: bool  # at the start, every cell has one content
    present: bool  # at the start, some fluents of it hold

    @property
    def name(self) -> str:
        """What the fluent is called."""
        return self.shape.strip("()").split()[0]

    def place(self, leaves: tuple[str, ...]) -> tuple[str, str, str]:
        """Return column, row and content of a fluent with these leaves."""
        parts = leaves if self.pair is None else split(leaves, self.pair)
        content = " ".join(parts[index] for index in self.content)
        return parts[self.column], parts[self.row], content or self.name


@dataclass(frozen=True, slots=True)
class Layout:
    """The grids that are drawn: each board is one on which others may lie."""

    boards: tuple[tuple[Grid, ...], ...]

    @property
    def shapes(self) -> frozenset[str]:
        """The kinds of fluents that the boards show."""
        return frozenset(grid.shape for board in self.boards for grid in board)


def leaves_of(fluent: str) -> tuple[str, tuple[str, ...]]:
    """Return the shape of a fluent and its leaves; `c4` for a cell is two of them.

    >>> leaves_of("(location wr (square a 1))")
    ('(location _ (square _ _))', ('wr', 'a', '1'))
    """
    shape: list[str] = []
    leaves: list[str] = []
    before = ""
    for token in TOKEN.findall(fluent):
        if token in "()" or before in ("", "("):
            shape.append(token)
        else:
            shape.append("_")
            leaves.append(token)
        before = token
    text = " ".join(shape).replace("( ", "(").replace(" )", ")")
    return text, tuple(leaves)


def split(leaves: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return the leaves with the one at `place`, such as `c4`, as two."""
    found = PAIR.match(leaves[place])
    assert found is not None
    return (*leaves[:place], *found.groups(), *leaves[place + 1 :])


def axis_of(values: Iterable[str], roles: Sequence[str]) -> Axis | None:
    """Return the axis that values form, if they do.

    >>> axis_of(["11", "9"], ()), axis_of(["b", "x", "o"], ())
    (Axis(values=('9', '10', '11'), prefix=''), None)
    """
    found = set(values)
    if not 1 <= len(found) <= LARGEST or found & set(roles):
        return None
    if len(found) == 1 and not next(iter(found)).isdecimal():
        return None
    if all(len(value) == 1 and "a" <= value <= "z" for value in found):
        ordered = tuple(sorted(found))
        span = ord(ordered[-1]) - ord(ordered[0]) + 1
        together = span == len(found) or (ordered[0] == "a" and span <= 1.5 * len(found))
        every = tuple(map(chr, range(ord(ordered[0]), ord(ordered[-1]) + 1)))
        return Axis(every) if together else None
    numbers = {value: NUMBER.match(value) for value in found}
    prefixes = {match.group(1) if match else None for match in numbers.values()}
    if len(prefixes) != 1 or None in prefixes:
        return None
    order = {value: int(match.group(2)) for value, match in numbers.items() if match}
    prefix = prefixes.pop() or ""
    ordered = tuple(sorted(order, key=order.__getitem__))
    least, most = order[ordered[0]], order[ordered[-1]]
    every = tuple(f"{prefix}{number}" for number in range(least, most + 1))
    # Numbers that no fluent has are drawn too, or the board would lose its shape.
    return Axis(every if found <= set(every) and len(every) <= LARGEST else ordered, prefix)


def find_layout(lexicon: Lexicon, initial: Iterable[str], hints: Mapping[str, object]) -> Layout:
    """Return the boards of a game; none if its fluents do not look like any."""
    possible: dict[str, list[tuple[str, ...]]] = {}
    for fluent in lexicon.fluents:
        shape, leaves = leaves_of(fluent)
        possible.setdefault(shape, []).append(leaves)
    holding: dict[str, list[tuple[str, ...]]] = {shape: [] for shape in possible}
    for fluent in initial:
        shape, leaves = leaves_of(fluent)
        holding[shape].append(leaves)
    grids = [
        grid
        for shape, rows in possible.items()
        if (grid := grid_of(shape, rows, holding[shape], lexicon.roles, hints))
    ]
    if not grids:
        return Layout(())
    grids.sort(key=rank, reverse=True)
    base, others = grids[0], grids[1:]
    boards = [[base]]
    for grid in others:
        if grid.settled and grid.content and base.settled:
            boards.append([grid])
        elif lies_on(grid, base):
            boards[0].append(grid)
    return Layout(tuple(map(tuple, boards)))


def grid_of(
    shape: str,
    possible: list[tuple[str, ...]],
    holding: list[tuple[str, ...]],
    roles: Sequence[str],
    hints: Mapping[str, object],
) -> Grid | None:
    """Return how fluents of one shape stand on a board, if they do.

    Args:
        shape: what they have in common.
        possible: the leaves of all that there are.
        holding: the leaves of those that hold at the start.
        roles: names that are no coordinates.
        hints: of the game; with `transpose` the row comes before the column.
    """
    pair = pair_in(possible)
    if pair is not None:
        possible = [split(leaves, pair) for leaves in possible]
        holding = [split(leaves, pair) for leaves in holding]
    axes = [axis_of(values, roles) for values in zip(*possible, strict=True)]
    best: tuple[tuple[bool, bool, float], Grid] | None = None
    for first, second in combinations(range(len(axes)), 2):
        left, right = axes[first], axes[second]
        content = tuple(place for place in range(len(axes)) if place not in (first, second))
        numbers = sum(axes[place] is not None for place in content)
        if left is None or right is None or len(content) > 2 or numbers > 1:
            continue
        if not content and (says_one(left, first, holding) or says_one(right, second, holding)):
            continue
        column, row = first, second
        if turned(left, right) != bool(hints.get("transpose")):
            column, row, left, right = second, first, right, left
        cells = frozenset((leaves[column], leaves[row]) for leaves in possible)
        start = [(leaves[column], leaves[row]) for leaves in holding]
        single = len(set(start)) == len(start)
        full = len(cells) / (len(left.values) * len(right.values))
        thin = min(len(left.values), len(right.values)) == 1
        if len(cells) < 4 or full < 0.2 or (thin and not (content and CELL_WORDS.search(shape))):
            continue
        settled = single and len(start) == len(cells)
        grid = Grid(shape, pair, column, row, left, right, content, cells, settled, bool(start))
        score = (single, not numbers, full)
        if best is None or score > best[0]:
            best = score, grid
    return best[1] if best else None


def pair_in(possible: list[tuple[str, ...]]) -> int | None:
    """Return which leaf names a cell by letter and number; nine cells at least, to be sure."""
    for place, values in enumerate(zip(*possible, strict=True)):
        found = [PAIR.match(value) for value in set(values)]
        if len(found) >= 9 and all(found):
            letters = {match.group(1) for match in found if match}
            numbers = {match.group(2) for match in found if match}
            if len(letters) > 1 and len(numbers) > 1:
                return place
    return None


def says_one(axis: Axis, place: int, holding: list[tuple[str, ...]]) -> bool:
    """Tell whether each value of the axis stands once at the start: `(heap a 3) (heap b 5)`."""
    return sorted(leaves[place] for leaves in holding) == sorted(axis.values)


def turned(first: Axis, second: Axis) -> bool:
    """Tell whether the row comes before the column; without a sign of that, it does not."""
    if first.letters or second.letters:
        return not first.letters
    named = first.prefix.lower() in ROW_WORDS or second.prefix.lower() in COLUMN_WORDS
    return named and first.prefix != second.prefix


def lies_on(grid: Grid, base: Grid) -> bool:
    """Tell whether a grid is drawn on top of another one."""
    few = len(grid.cells) <= len(base.cells) / 8
    fits = set(grid.columns.values) <= set(base.columns.values)
    fits = fits and set(grid.rows.values) <= set(base.rows.values)
    # Marks in many cells beside pieces are walls or hints: they would hide what they lie on.
    return grid.present and fits and bool(few or grid.content or not base.content)


def rank(grid: Grid) -> tuple[bool, bool, bool, int]:
    """Return how much a grid looks like the board itself."""
    named = CELL_WORDS.search(grid.name) is not None
    return grid.settled and bool(grid.content), bool(grid.content), named, len(grid.cells)
