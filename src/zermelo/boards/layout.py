"""Fluents -> where they stand on a board: two of their arguments behave as coordinates.

Rule sheets have no drawings, but most games have a fluent like `(cell 1 1 x)`, `(location wr a 1)`
or `(piece_at c4 red)`. What is a coordinate shows in the values that an argument can have: numbers,
letters of the alphabet in a row, or numbers behind one common prefix. A third coordinate, as in
`(cell 2 1 1 x)`, tells several boards apart; four, as in `(cell 3 1 2 2 9)`, are a block and a cell
in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zermelo.boards.axis import LARGEST_AXIS, Axis, axis_of
from zermelo.boards.coordinates import CELL_WORDS, grid_of, pair_in
from zermelo.boards.grid import FluentGrid, Rows, joined
from zermelo.boards.symbols import blanks_among
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import GroundTerm

MOST_PARTS = 12
"""How many boards one kind of fluent may stand on."""
SHORTEST = 4
"""Cells that a single row has at least."""
BLOCKS = range(2, 5)
"""How many blocks of as many cells a row may have."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The grids that are drawn: each board is one on which others may lie."""

    boards: tuple[tuple[FluentGrid, ...], ...]
    between: frozenset[str] = frozenset()  # the kinds of fluents that stand between cells

    @property
    def shapes(self) -> frozenset[str]:
        """The kinds of fluents that the boards show."""
        return self.between | {grid.shape for board in self.boards for grid in board}


def find_layout(
    lexicon: Lexicon, initial: Iterable[GroundTerm], hints: Mapping[str, object]
) -> BoardLayout:
    """Return the boards of a game; none if its fluents do not look like any."""
    possible: dict[str, Rows] = {}
    for fluent in lexicon.fluent_terms:
        possible.setdefault(fluent.shape, []).append(fluent.leaves)
    holding: dict[str, Rows] = {shape: [] for shape in possible}
    for fluent in initial:
        holding[fluent.shape].append(fluent.leaves)
    grids = [
        grid
        for shape, rows in possible.items()
        for grid in grids_of(shape, rows, holding[shape], lexicon.roles, hints)
    ]
    if not grids:
        found = (
            strip_of(shape, rows, holding[shape], lexicon.roles) for shape, rows in possible.items()
        )
        strips = sorted((grid for grid in found if grid), key=rank, reverse=True)
        return BoardLayout(((strips[0],),) if strips else ())
    # Marks that every cell has at the start say which cells there are.
    frames = [grid for grid in grids if grid.settled and not grid.content and grid.pair is None]
    for shape, rows in possible.items():
        if frames and len(rows) > LARGEST_AXIS and all(grid.shape != shape for grid in grids):
            inside = within(frames[0], rows, holding[shape])
            grids += grids_of(shape, inside, holding[shape], lexicon.roles, hints)
    grids.sort(key=rank, reverse=True)
    base, others = grids[0], grids[1:]
    boards = [[base]]
    for grid in others:
        if grid.shape == base.shape:
            boards.append([grid])
            continue
        if grid.settled and grid.content and base.settled:
            boards.append([grid])
        elif lies_on(grid, base):
            boards[0].append(grid)
    return BoardLayout(tuple(map(tuple, boards)))


def within(frame: FluentGrid, possible: Rows, holding: Rows) -> Rows:
    """Return the leaves that end in a cell of the frame, if all that hold at the start do.

    Rules that only add and subtract let pieces leave the board, as far as grounding can see.
    """
    if not holding or any(leaves[-2:] not in frame.cells for leaves in holding):
        return []
    return [leaves for leaves in possible if leaves[-2:] in frame.cells]


def grids_of(
    shape: str, possible: Rows, holding: Rows, roles: Sequence[str], hints: Mapping[str, object]
) -> list[FluentGrid]:
    """Return how fluents of one shape stand on a board, or on several; none if they do not.

    Args:
        shape: what they have in common.
        possible: the leaves of all that there are.
        holding: the leaves of those that hold at the start.
        roles: names that are no coordinates.
        hints: of the game; with `transpose` the row comes before the column.
    """
    blocks = blocks_of(shape, possible, holding, roles)
    if blocks is not None:
        return [blocks]
    leaf = part_in(possible, holding, roles)
    if leaf is None:
        grid = grid_of(shape, possible, holding, roles, hints)
        return [grid] if grid else []
    found = []
    for value in sorted({leaves[leaf] for leaves in possible}):
        there = [leaves for leaves in possible if leaves[leaf] == value]
        start = [leaves for leaves in holding if leaves[leaf] == value]
        grid = grid_of(shape, there, start, roles, hints, part=(leaf, value))
        found += [grid] if grid else []
    return found


def blocks_of(shape: str, possible: Rows, holding: Rows, roles: Sequence[str]) -> FluentGrid | None:
    """Return the board of fluents that name a block, a cell in it, and what is there; else None."""
    values = [set(column) for column in zip(*possible, strict=True)]
    if len(values) != 5:
        return None
    axis = axis_of(values[0], roles)
    count = len(values[0])
    if axis is None or count not in BLOCKS or any(each != values[0] for each in values[1:4]):
        return None
    cells = frozenset(joined(leaves)[:2] for leaves in possible)
    start = [joined(leaves)[:2] for leaves in holding]
    settled = len(start) == len(cells) and set(start) == cells
    if len(cells) != count**4 or (start and not settled):
        return None
    line = Axis(tuple(block + cell for block in axis.values for cell in axis.values))
    return FluentGrid(shape, None, 0, 1, line, line, (2,), cells, settled, bool(start), block=count)


def strip_of(shape: str, possible: Rows, holding: Rows, roles: Sequence[str]) -> FluentGrid | None:
    """Return the one row of cells that fluents of a place and what is there make; else None.

    Numbers that only shrink are heaps, and what is named with its number is counted, not placed.
    """
    if len(possible[0]) != 2:
        return None
    named = CELL_WORDS.search(shape) is not None
    values = [set(column) for column in zip(*possible, strict=True)]
    for place, content in ((0, 1), (1, 0)):
        axis = axis_of(values[place], roles)
        if axis is None or len(axis.values) < SHORTEST or (axis.letters and not named):
            continue
        start = [leaves[place] for leaves in holding]
        full = len(start) == len(set(start)) and set(start) == values[place]
        numbers = axis_of(values[content], roles) is not None
        kept = {leaves[content] for leaves in holding}
        grows = numbers and all(map(str.isdecimal, values[content])) and bool(kept)
        grows = grows and max(map(int, values[content])) > max(map(int, kept))
        filled = full and (grows or bool(blanks_among(values[content], mostly_b=False)))
        if filled or (not numbers and (named or (place == 0 and values[1] <= set(roles)))):
            cells = frozenset((value, "1") for value in axis.values)
            return FluentGrid(
                shape, None, place, 2, axis, Axis(("1",)), (content,), cells, full, bool(start),
                strip=True,
            )  # fmt: skip
    return None


def part_in(possible: Rows, holding: Rows, roles: Sequence[str]) -> int | None:
    """Return which leaf tells several boards apart: the odd one of three coordinates, or the first.

    Where each cell has one content without it, it is a part of the content, such as a height.
    """
    axes = [axis_of(values, roles) for values in zip(*possible, strict=True)]
    places = [place for place, axis in enumerate(axes) if axis is not None]
    if len(axes) != 4 or len(places) != 3 or pair_in(possible) is not None:
        return None
    pairs = list(combinations(places, 2))
    for first, second in pairs:
        cells = [(leaves[first], leaves[second]) for leaves in holding]
        if cells and len(set(cells)) == len(cells):
            return None
    sizes = {place: len({leaves[place] for leaves in possible}) for place in places}
    alike = [pair for pair in reversed(pairs) if axes[pair[0]] == axes[pair[1]]]
    fewest = min(places, key=sizes.__getitem__)
    if alike:
        (leaf,) = set(places) - {*alike[0]}
    elif all(2 * sizes[fewest] <= sizes[place] for place in places if place != fewest):
        leaf = fewest  # two boards of 8 x 6, not eight of 6 x 2
    else:
        leaf = places[0]
    return leaf if sizes[leaf] <= MOST_PARTS else None


def lies_on(grid: FluentGrid, base: FluentGrid) -> bool:
    """Tell whether a grid is drawn on top of another one."""
    few = len(grid.cells) <= len(base.cells) / 8
    fits = set(grid.columns.values) <= set(base.columns.values)
    fits = fits and set(grid.rows.values) <= set(base.rows.values)
    # Marks in many cells beside pieces are walls or hints: they would hide what they lie on.
    return grid.present and fits and bool(few or grid.content or not base.content)


def rank(grid: FluentGrid) -> tuple[bool, bool, bool, int]:
    """Return how much a grid looks like the board itself."""
    named = CELL_WORDS.search(grid.name) is not None
    return grid.settled and bool(grid.content), bool(grid.content), named, len(grid.cells)
