"""Frames of a match -> one SVG, from left to right and from top to bottom."""

from collections.abc import Iterator, Sequence

from zermelo.boards.board import Board, Place
from zermelo.pictures.board_svg import BoardPlan, CellLook
from zermelo.pictures.films.strip import FilmFrame
from zermelo.pictures.svg import FONT, Markup, document, element, group, moved, text_at, words

WIDE = 1160
"""How wide the strip may become before it goes on below."""
CELL = 22
CHARACTER = 7.2
"""Width of a character, about, in cells and lines."""
LINE = 14
MARGIN = 24
GAP = 22
HEAD = 58
LABEL = 20
STYLE = f"""
text {{ font-family: {FONT};
  fill: #1f2937; }}
.title {{ font-size: 16px; font-weight: 600; }}
.label {{ font-size: 11px; fill: #4b5563; }}
.count {{ font-weight: 600; fill: #111827; }}
.line {{ font-size: 11px; fill: #374151; }}
.piece {{ font-size: 12px; font-weight: 600; text-anchor: middle; }}
.cell {{ fill: #fff; stroke: #cbd5e1; stroke-width: 1; }}
.filled {{ fill: #eff6ff; }}
.changed {{ fill: #fef3c7; stroke: #d97706; }}
.frame {{ fill: none; stroke: #e5e7eb; }}
.last {{ stroke: #16a34a; stroke-width: 2; }}
"""


def svg_text(frames: Sequence[FilmFrame], title: str) -> str:
    """Return the film strip; all frames have the room of the largest."""
    wide = max(map(width_of, frames))
    high = max(map(height_of, frames))
    across = max(1, min(len(frames), int((WIDE - 2 * MARGIN + GAP) // (wide + GAP))))
    rows = (len(frames) + across - 1) // across
    width = max(2 * MARGIN + across * (wide + GAP) - GAP, 2 * MARGIN + 9 * len(title))
    height = HEAD + rows * (high + GAP) + MARGIN - GAP
    parts = [
        text_at(MARGIN, 24, title, "title"),
        text_at(MARGIN, 39, legend(frames[0]), "label"),
    ]
    for place, frame in enumerate(frames):
        left = MARGIN + (place % across) * (wide + GAP)
        top = HEAD + (place // across) * (high + GAP)
        parts.append(group(drawn(frame, wide, high), transform=moved(float(left), float(top))))
    return document(width, height, STYLE, parts)


def legend(frame: FilmFrame) -> str:
    """Return what the symbols on the boards stand for."""
    names = {symbol: name for board, _ in frame.boards for symbol, name in board.legend.items()}
    return ", ".join(f"{symbol} {name}" for symbol, name in names.items())


def drawn(frame: FilmFrame, wide: float, high: float) -> Iterator[Markup]:
    """Yield one frame: its number and move, its boards, whatever else there is to say."""
    style = "frame last" if frame.last else "frame"
    size = {"width": float(wide + 16), "height": float(high + 8)}
    yield element("rect", class_=style, x=-8, y=-6, **size, rx=5)
    number = element("tspan", words(str(frame.number)), class_="count")
    yield element("text", number, words(f" {frame.move or 'start'}"), class_="label", y=10)
    top = float(LABEL)
    for board, marked in frame.boards:
        yield from cells(board, marked, top)
        top += len(board.rows) * CELL + 6
    for text in frame.lines:
        yield element("text", words(text), class_="line", y=top + LINE - 4)
        top += LINE


def cells(board: Board, marked: frozenset[Place], top: float) -> Iterator[Markup]:
    """Yield the cells of a board and what lies on them."""

    def look(row: int, column: int) -> CellLook:
        """Return how a cell looks: filled cells and changed ones stand out."""
        filled = " filled" if board.cells[row][column] else ""
        return CellLook(f"cell{filled}{' changed' if (row, column) in marked else ''}")

    plan = BoardPlan(cell_width(board), CELL, CELL / 2 + 4, top=top, skew=board.skew)
    yield from plan.drawn(board.cells, look)


def cell_width(board: Board) -> float:
    """Return how wide the cells of a board are."""
    widest = max((len(cell or "") for row in board.cells for cell in row), default=1)
    return max(float(CELL), widest * CHARACTER + 8)


def width_of(frame: FilmFrame) -> float:
    """Return how wide a frame has to be."""
    boards = [
        cell_width(board) * (len(board.columns) + (len(board.rows) - 1) / 2 * board.skew)
        for board, _ in frame.boards
    ]
    label = f"{frame.number} {frame.move or 'start'}"
    texts = [CHARACTER * len(text) for text in (label, *frame.lines)]
    return max(boards + texts)


def height_of(frame: FilmFrame) -> float:
    """Return how high a frame has to be."""
    boards = sum(len(board.rows) * CELL + 6 for board, _ in frame.boards)
    return LABEL + boards + LINE * len(frame.lines)
