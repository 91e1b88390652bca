"""A state -> a drawing of its board as text, whatever the game calls its cells.

What cannot be seen in the fluents, `game.toml` may say: `board = { origin = "top" }` puts row 1 at
the top, `transpose` takes the first coordinate for the row, `skew` shifts the rows of hexagons.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from zermelo.boards.grid import FluentGrid
from zermelo.boards.layout import BoardLayout, find_layout
from zermelo.boards.symbols import blanks_among, symbols_for
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import GroundTerm

BLANK = "."
WIDTH = 88
NUMBERS = re.compile(r"([0-9]+)")
SHOWN_FLUENTS = 40
"""How many fluents of one kind are listed."""
Placed = Mapping[str, list[tuple[str, ...]]]
"""The leaves of fluents, by shape."""
Place = tuple[int, int]
"""A cell of a board, by the numbers of its row and column."""
Listed = tuple[str, list[str]]
"""What fluents have in common, and what each says."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the cells of a board, rows from top to bottom."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str | None, ...], ...]  # a symbol, "" if blank, None where no cell is
    legend: Mapping[str, str] = field(default_factory=dict)  # what the symbols stand for
    skew: bool = False  # hexagons: every row is shifted by half a cell

    @property
    def width(self) -> int:
        """How many characters a cell takes."""
        widest = max([len(cell or "") for row in self.cells for cell in row] + [1])
        return max(widest, *map(len, self.columns))

    def __str__(self) -> str:
        """Draw it in plain characters."""
        width = self.width
        margin = max(map(len, self.rows))
        shift = (width + 1) // 2 if self.skew else 0
        lines = []
        for number, (label, row) in enumerate(zip(self.rows, self.cells, strict=True)):
            cells = (" " if cell is None else cell or BLANK for cell in row)
            line = " ".join(f"{cell:<{width}}" for cell in cells)
            indent = " " * (shift * (len(self.rows) - 1 - number))
            lines.append(f"{indent}{label:>{margin}}  {line}".rstrip())
        foot = " ".join(f"{column:<{width}}" for column in self.columns)
        return "\n".join([*lines, f"{' ' * margin}  {foot}".rstrip()])


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the states of one game are drawn."""

    layout: BoardLayout
    symbols: tuple[Mapping[str, str], ...]  # of each board
    blanks: tuple[frozenset[str], ...]
    hints: Mapping[str, object]
    roles: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, lexicon: Lexicon, initial: Sequence[GroundTerm], hints: Mapping[str, object]
    ) -> "Drawing":
        """Find out how to draw a game.

        Args:
            lexicon: its words.
            initial: the fluents of its initial state.
            hints: what `game.toml` says of its board.
        """
        layout = find_layout(lexicon, initial, hints)
        contents: list[set[str]] = [set() for _ in layout.boards]
        for shape, every in placed(lexicon.fluent_terms).items():
            for number, board in enumerate(layout.boards):
                grids = [grid for grid in board if grid.shape == shape]
                contents[number] |= {grid.place(leaves)[2] for grid in grids for leaves in every}
        start = placed(initial)
        blanks = tuple(
            blanks_among(names, mostly_b=is_mostly_b(board[0], start))
            for names, board in zip(contents, layout.boards, strict=True)
        )
        named = [names - blank for names, blank in zip(contents, blanks, strict=True)]
        return cls(layout, tuple(map(symbols_for, named)), blanks, hints, lexicon.roles)

    def text(self, fluents: Sequence[GroundTerm]) -> str:
        """Return a state as text: its boards, what the symbols mean, and whatever else holds."""
        parts = []
        boards = self.boards(fluents)
        for board in boards:
            title = f"{board.name}:\n" if len(boards) > 1 else ""
            parts.append(f"{title}{board}")
            if board.legend:
                legend = ", ".join(f"{symbol} {name}" for symbol, name in board.legend.items())
                parts.append("\n".join(wrap(legend, WIDTH)))
        rest = self.rest(fluents)
        if rest:
            parts.append("\n".join(rest))
        return "\n\n".join(parts)

    def boards(self, fluents: Iterable[GroundTerm]) -> list[Board]:
        """Return the boards of a state."""
        by_shape = placed(fluents)
        return [
            self.board(number, grids, by_shape) for number, grids in enumerate(self.layout.boards)
        ]

    def board(self, number: int, grids: tuple[FluentGrid, ...], by_shape: Placed) -> Board:
        """Return one board of a state."""
        symbols, blanks = self.symbols[number], self.blanks[number]
        there: dict[tuple[str, str], str] = {}
        seen: set[str] = set()
        for grid in grids:
            for leaves in by_shape.get(grid.shape, ()):
                column, row, content = grid.place(leaves)
                if content not in blanks and grid.shows(leaves):
                    seen.add(content)
                    symbol = symbols[content]
                    there[column, row] = there.get((column, row), "") + symbol
        base = grids[0]
        rows = base.rows.values if self.hints.get("origin") == "top" else base.rows.values[::-1]
        cells = tuple(
            tuple(
                there.get((column, row), "" if (column, row) in base.cells else None)
                for column in base.columns.values
            )
            for row in rows
        )
        legend = {symbols[name]: name for name in sorted(seen) if symbols[name] != name}
        skew = bool(self.hints.get("skew"))
        columns = tuple(value.removeprefix(base.columns.prefix) for value in base.columns.values)
        names = tuple(value.removeprefix(base.rows.prefix) for value in rows)
        return Board(base.title, columns, names, cells, legend, skew)

    def rest(self, fluents: Iterable[GroundTerm]) -> list[str]:
        """Return a line for each kind of fluent that no board shows."""
        kinds: dict[str, list[str]] = {}
        alone = []
        for fluent in fluents:
            if fluent.shape in self.layout.shapes:
                continue
            if not fluent.args:
                alone.append(fluent.text)
                continue
            kinds.setdefault(fluent.name, []).append(" ".join(fluent.parts[1:]))
        lines = []
        for name, values in by_owner(kinds, self.roles):
            more = (
                f", and {len(values) - SHOWN_FLUENTS} more" if len(values) > SHOWN_FLUENTS else ""
            )
            shown = ", ".join(sorted(values, key=natural)[:SHOWN_FLUENTS])
            lines += wrap(f"{name}: {shown}{more}", WIDTH, subsequent_indent="  ")
        return [*lines, *([" ".join(alone)] if alone else [])]


def by_owner(kinds: Mapping[str, list[str]], roles: Collection[str]) -> Iterator[Listed]:
    """Yield kinds of fluents with their values; many that belong to roles, for each role apart.

    >>> list(by_owner({"hand": ["a 1", "a 2", "b 1", "b 3", "b 4"]}, ["a", "b"]))
    [('hand of a', ['1', '2']), ('hand of b', ['1', '3', '4'])]
    """
    for name, values in kinds.items():
        owned: dict[str, list[str]] = {}
        for value in values:
            owner, _, rest = value.partition(" ")
            owned.setdefault(owner, []).append(rest)
        whole = owned.keys() <= set(roles) and all(rest for each in owned.values() for rest in each)
        if whole and len(values) >= 2 * len(owned):
            yield from ((f"{name} of {role}", owned[role]) for role in roles if role in owned)
        else:
            yield name, values


def placed(fluents: Iterable[GroundTerm]) -> Placed:
    """Return the leaves of fluents by their shapes."""
    by_shape: dict[str, list[tuple[str, ...]]] = {}
    for fluent in fluents:
        by_shape.setdefault(fluent.shape, []).append(fluent.leaves)
    return by_shape


def is_mostly_b(grid: FluentGrid, start: Placed) -> bool:
    """Tell whether more than half of the cells have a `b` at the start."""
    here = filter(grid.shows, start.get(grid.shape, ()))
    contents = [grid.place(leaves)[2] for leaves in here]
    return contents.count("b") > len(grid.cells) / 2


def natural(text: str) -> list[tuple[int, str]]:
    """Return a key that sorts 9 before 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in NUMBERS.split(text)]


def changed(before: Board, board: Board) -> frozenset[Place]:
    """Return the cells that are not as they were; none if most are: too many to look at."""
    found = frozenset(
        (row, column)
        for row, (old, new) in enumerate(zip(before.cells, board.cells, strict=True))
        for column, (first, second) in enumerate(zip(old, new, strict=True))
        if first != second
    )
    return found if len(found) * 2 <= len(board.rows) * len(board.columns) else frozenset()
