"""Boards with what stands between their cells: lines from dot to dot, walls of a maze."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from rich.text import Text

from zermelo.boards.board import Board, Drawing, placed
from zermelo.boards.edges import BOXES, fenced
from zermelo.boards.layout import BoardLayout
from zermelo.boards.sides import Segment, Sides
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.drawing import drawing_of
from zermelo.text.ground_term import GroundTerm

Corner = tuple[int, int]
"""Where cells meet: columns from the left, rows from the top."""
Edge = frozenset[Corner]
"""Two corners beside each other."""
JOINTS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""What a corner looks like from which lines go up, down, left, right: 1 + 2 + 4 + 8."""
NEW = "bold bright_yellow"
"""How a line is shown that the last moves have drawn."""
Styles = Mapping[tuple[int, int], str]
"""How the contents of cells are shown, by row and column."""


@dataclass(frozen=True, slots=True)
class EdgedBoard:
    """How the one board of a game is drawn that has something between its cells."""

    drawing: Drawing
    sides: tuple[Sides, ...]

    def edges(self, fluents: Iterable[GroundTerm]) -> frozenset[Edge]:
        """Return the edges on which something stands in a state."""
        rows = len(self.drawing.layout.boards[0][0].rows.values)
        upward = self.drawing.hints.get("origin") != "top"
        there = placed(fluents)
        return frozenset(
            one
            for sides in self.sides
            for leaves in there.get(sides.shape, ())
            for one in edges(sides.segments[leaves], rows if upward else 0)
        )

    @property
    def dotted(self) -> bool:
        """Whether lines go from dot to dot."""
        return any(sides.dotted for sides in self.sides)


@lru_cache(maxsize=64)
def edged_board_of(game: CompiledGame) -> EdgedBoard | None:
    """Return how a game is drawn with what stands between its cells, or None if nothing does."""
    drawing = drawing_of(game)
    boards = drawing.layout.boards
    if len(boards) > 1 or drawing.hints.get("skew"):
        return None
    grids, sides = fenced(game.lexicon.fluent_terms, boards[0] if boards else ())
    if not sides:
        return None
    shapes = frozenset(one.shape for one in sides)
    layout = BoardLayout((grids,), shapes)
    if any(one.downward for one in sides):
        drawing = replace(drawing, hints={**drawing.hints, "origin": "top"})
    if grids[0].shape == BOXES:
        drawing = replace(drawing, layout=layout, symbols=({},), blanks=(frozenset(),))
    return EdgedBoard(replace(drawing, layout=layout), sides)


def edges(segment: Segment, rows: int) -> Iterator[Edge]:
    """Yield the edges along a segment; with `rows`, the first row is at the bottom.

    >>> [sorted(one) for one in edges((0, 0, 2, 0), 3)]
    [[(0, 3), (1, 3)], [(1, 3), (2, 3)]]
    >>> [sorted(one) for one in edges((0, 0, 0, 1), 0)]
    [[(0, 0), (0, 1)]]
    """
    x1, y1, x2, y2 = map(int, segment)
    corners = [
        (x, rows - y if rows else y)
        for x in range(min(x1, x2), max(x1, x2) + 1)
        for y in range(min(y1, y2), max(y1, y2) + 1)
    ]
    yield from (frozenset(ends) for ends in pairwise(corners))


def with_edges(
    board: Board,
    edged: EdgedBoard,
    fluents: Iterable[GroundTerm],
    before: Iterable[GroundTerm],
    styles: Styles,
) -> Text:
    """Return a board with thick lines where something stands between its cells."""
    edges = edged.edges(fluents)
    new = edges - edged.edges(before)
    margin, width = max(map(len, board.rows)), board.width + 2
    wide, high = len(board.columns), len(board.rows)
    text = Text()

    def line(one: Corner, other: Corner, shown: str) -> None:
        beside = frozenset({one, other})
        style = NEW if beside in new else "bold"
        text.append(shown if beside in edges else " " * len(shown), style)

    for row in range(high + 1):
        text.append(" " * (margin + 1))
        for column in range(wide + 1):
            here = column, row
            text.append("•" if edged.dotted else joint(here, edges))
            if column < wide:
                line(here, (column + 1, row), "━" * width)
        text.append("\n")
        if row < high:
            text.append(f"{board.rows[row]:>{margin}} ", "dim")
            for column in range(wide + 1):
                line((column, row), (column, row + 1), "┃")
                if column < wide:
                    content = board.cells[row][column] or ""
                    text.append(f"{content:^{width}}", styles.get((row, column), ""))
            text.append("\n")
    foot = " ".join(f"{column:^{width}}" for column in board.columns)
    return text.append(f"{' ' * margin}  {foot}".rstrip(), "dim")


def joint(here: Corner, edges: Collection[Edge]) -> str:
    """Return what is shown where edges meet.

    >>> joint((1, 1), [frozenset({(1, 1), (2, 1)}), frozenset({(1, 1), (1, 2)})])
    '┏'
    """
    column, row = here
    ends = (column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)
    shape = sum(1 << bit for bit, end in enumerate(ends) if frozenset({here, end}) in edges)
    return JOINTS[shape] if shape else "·"
