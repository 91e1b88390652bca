"""Frames of a match -> one SVG, from left to right and from top to bottom."""

from collections.abc import Iterator, Sequence
from html import escape

from zermelo.boards.board import Board, Place
from zermelo.pictures.films.strip import Frame

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
STYLE = """
text { font-family: 'Inter', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif;
  fill: #1f2937; }
.title { font-size: 16px; font-weight: 600; }
.label { font-size: 11px; fill: #4b5563; }
.count { font-weight: 600; fill: #111827; }
.line { font-size: 11px; fill: #374151; }
.piece { font-size: 12px; font-weight: 600; text-anchor: middle; }
.cell { fill: #fff; stroke: #cbd5e1; stroke-width: 1; }
.filled { fill: #eff6ff; }
.changed { fill: #fef3c7; stroke: #d97706; }
.frame { fill: none; stroke: #e5e7eb; }
.last { stroke: #16a34a; stroke-width: 2; }
"""


def svg_text(frames: Sequence[Frame], title: str) -> str:
    """Return the film strip; all frames have the room of the largest."""
    wide = max(map(width_of, frames))
    high = max(map(height_of, frames))
    across = max(1, min(len(frames), int((WIDE - 2 * MARGIN + GAP) // (wide + GAP))))
    rows = (len(frames) + across - 1) // across
    width = max(2 * MARGIN + across * (wide + GAP) - GAP, 2 * MARGIN + 9 * len(title))
    height = HEAD + rows * (high + GAP) + MARGIN - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        f'<text class="title" x="{MARGIN}" y="24">{escape(title)}</text>',
        f'<text class="label" x="{MARGIN}" y="39">{escape(legend(frames[0]))}</text>',
    ]
    for place, frame in enumerate(frames):
        left = MARGIN + (place % across) * (wide + GAP)
        top = HEAD + (place // across) * (high + GAP)
        parts += [f'<g transform="translate({left:.1f},{top:.1f})">', *drawn(frame, wide, high)]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def legend(frame: Frame) -> str:
    """Return what the symbols on the boards stand for."""
    names = {symbol: name for board, _ in frame.boards for symbol, name in board.legend.items()}
    return ", ".join(f"{symbol} {name}" for symbol, name in names.items())


def drawn(frame: Frame, wide: float, high: float) -> Iterator[str]:
    """Yield one frame: its number and move, its boards, whatever else there is to say."""
    style = "frame last" if frame.last else "frame"
    size = f'width="{wide + 16:.1f}" height="{high + 8:.1f}"'
    yield f'<rect class="{style}" x="-8" y="-6" {size} rx="5"/>'
    move = frame.move or "start"
    yield (
        f'<text class="label" y="10"><tspan class="count">{frame.number}</tspan> '
        f"{escape(move)}</text>"
    )
    top = float(LABEL)
    for board, marked in frame.boards:
        yield from cells(board, marked, top)
        top += len(board.rows) * CELL + 6
    for text in frame.lines:
        yield f'<text class="line" y="{top + LINE - 4:.1f}">{escape(text)}</text>'
        top += LINE


def cells(board: Board, marked: frozenset[Place], top: float) -> Iterator[str]:
    """Yield the cells of a board and what lies on them."""
    size = cell_width(board)
    for row, content in enumerate(board.cells):
        shift = size / 2 * (len(board.rows) - 1 - row) if board.skew else 0.0
        for column, cell in enumerate(content):
            if cell is None:
                continue
            styles = ["cell"]
            styles += ["filled"] if cell else []
            styles += ["changed"] if (row, column) in marked else []
            x, y = shift + column * size, top + row * CELL
            yield (
                f'<rect class="{" ".join(styles)}" x="{x:.1f}" y="{y:.1f}" '
                f'width="{size:.1f}" height="{CELL}"/>'
            )
            if cell:
                middle = f'x="{x + size / 2:.1f}" y="{y + CELL / 2 + 4:.1f}"'
                yield f'<text class="piece" {middle}>{escape(cell)}</text>'


def cell_width(board: Board) -> float:
    """Return how wide the cells of a board are."""
    widest = max((len(cell or "") for row in board.cells for cell in row), default=1)
    return max(CELL, widest * CHARACTER + 8)


def width_of(frame: Frame) -> float:
    """Return how wide a frame has to be."""
    boards = [
        cell_width(board) * (len(board.columns) + (len(board.rows) - 1) / 2 * board.skew)
        for board, _ in frame.boards
    ]
    label = f"{frame.number} {frame.move or 'start'}"
    texts = [CHARACTER * len(text) for text in (label, *frame.lines)]
    return max(boards + texts)


def height_of(frame: Frame) -> float:
    """Return how high a frame has to be."""
    boards = sum(len(board.rows) * CELL + 6 for board, _ in frame.boards)
    return LABEL + boards + LINE * len(frame.lines)
