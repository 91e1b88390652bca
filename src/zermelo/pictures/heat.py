"""Heat maps: the gains of a board's cells as colours, and as SVG."""

from collections.abc import Iterator, Sequence

from zermelo.evaluate.heat import Heat
from zermelo.pictures.board_svg import BoardPlan, CellLook
from zermelo.pictures.svg import Markup, document, element, words

CELL = 56
MARGIN = 28
COLD, HOT = (250, 250, 245), (217, 72, 1)
DARK = 0.55
"""Part of the largest gain from which on the cell is so dark that text on it is white."""
STYLE = """
text { font-family: sans-serif; text-anchor: middle; fill: #222; }
.title { font-size: 15px; text-anchor: start; }
.row { font-size: 14px; fill: #666; text-anchor: end; }
.column { font-size: 14px; fill: #666; }
.cell { stroke: #bbb; }
.piece { font-size: 20px; }
.gain { font-size: 11px; }
.dark { fill: white; }
"""


def colour(part: float) -> tuple[int, int, int]:
    """Return the colour of a cell with so much of the largest gain, from pale to deep orange."""
    mixed = [round(cold + (hot - cold) * part) for cold, hot in zip(COLD, HOT, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def part_of(heat: Heat, gain: float) -> float:
    """Return how much of the largest gain a cell has."""
    return gain / heat.most if heat.most > 0 else 0.0


def gain_text(gain: float) -> str:
    """Return a gain in few characters; nothing for none.

    >>> gain_text(12.3), gain_text(0.04567), gain_text(0.0)
    ('12.3', '0.0457', '')
    """
    return f"{gain:.3g}" if gain > 1e-9 else ""


def svg_text(heats: Sequence[Heat], title: str) -> str:
    """Return heat maps one below the other, as a picture of their own."""
    parts = [element("text", words(title), class_="title", x=MARGIN, y=22)]
    top, widest = float(MARGIN + 8), 12 * len(title)
    for heat in heats:
        parts += heat_map(heat, top)
        top += len(heat.board.rows) * CELL + 40
        widest = max(widest, MARGIN + len(heat.board.columns) * CELL)
    return document(widest + MARGIN, top, STYLE, parts)


def heat_map(heat: Heat, top: float) -> Iterator[Markup]:
    """Yield one heat map: coloured cells with what lies there and its gain, and their names."""
    board = heat.board
    plan = BoardPlan(CELL, CELL, 30, left=MARGIN, top=top)
    gains = {
        (row, column): gain
        for row, each in enumerate(heat.gains)
        for column, gain in enumerate(each)
        if gain is not None
    }

    def look(row: int, column: int) -> CellLook:
        """Return how a cell looks: the more gain, the darker."""
        red, green, blue = colour(part_of(heat, gains[row, column]))
        return CellLook("cell", f"piece{ink(row, column)}", f"rgb({red},{green},{blue})")

    def ink(row: int, column: int) -> str:
        """Return the class that makes the texts of a cell readable."""
        return " dark" if part_of(heat, gains[row, column]) > DARK else ""

    cells = [
        [(content or "") if (row, column) in gains else None for column, content in enumerate(each)]
        for row, each in enumerate(board.cells)
    ]
    yield from plan.drawn(cells, look)
    for (row, column), gain in gains.items():
        x, y = plan.corner(row, column, len(cells))
        told, kind = words(gain_text(gain)), f"gain{ink(row, column)}"
        yield element("text", told, class_=kind, x=x + CELL / 2, y=y + CELL - 7)
    for row, name in enumerate(board.rows):
        y = top + row * CELL + CELL / 2 + 5
        yield element("text", words(name), class_="row", x=MARGIN - 8, y=y)
    for column, name in enumerate(board.columns):
        x = MARGIN + (column + 0.5) * CELL
        yield element("text", words(name), class_="column", x=x, y=top + len(cells) * CELL + 18)
