"""Heat maps: the gains of a board's cells as coloured text, and as SVG."""

from html import escape

from rich.text import Text

from zermelo.evaluate.heat import Heat

CELL = 56
MARGIN = 28
COLD, HOT = (250, 250, 245), (217, 72, 1)
DARK = 0.55
"""Part of the largest gain from which on the cell is so dark that text on it is white."""


def colour(part: float) -> tuple[int, int, int]:
    """Return the colour of a cell with so much of the largest gain, from pale to deep orange."""
    mixed = [round(cold + (hot - cold) * part) for cold, hot in zip(COLD, HOT, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def part_of(heat: Heat, gain: float) -> float:
    """Return how much of the largest gain a cell has."""
    return gain / heat.most if heat.most > 0 else 0.0


def as_text(heat: Heat) -> Text:
    """Return a heat map for terminals: what lies on each cell, and its gain below."""
    board = heat.board
    width = max(6, *(len(cell or "") for row in board.cells for cell in row))
    margin = max(map(len, board.rows))
    text = Text()
    for label, contents, gains in zip(board.rows, board.cells, heat.gains, strict=True):
        upper, lower = Text(f"{label:>{margin}}  "), Text(" " * (margin + 2))
        for content, gain in zip(contents, gains, strict=True):
            if gain is None:
                upper.append(" " * (width + 1))
                lower.append(" " * (width + 1))
                continue
            part = part_of(heat, gain)
            red, green, blue = colour(part)
            ink = "white" if part > DARK else "black"
            style = f"{ink} on rgb({red},{green},{blue})"
            upper.append(f"{content or '.':^{width}}", f"bold {style}").append(" ")
            lower.append(f"{number(gain):^{width}}", style).append(" ")
        text.append(upper).append("\n").append(lower).append("\n")
    foot = " ".join(f"{column:^{width}}" for column in board.columns)
    return text.append(f"{' ' * margin}  {foot}".rstrip())


def number(gain: float) -> str:
    """Return a gain in few characters; nothing for none.

    >>> number(12.3), number(0.04567), number(0.0)
    ('12.3', '0.0457', '')
    """
    return f"{gain:.3g}" if gain > 1e-9 else ""


def as_svg(heats: list[Heat], title: str) -> str:
    """Return heat maps one below the other, as a picture of their own."""
    parts: list[str] = []
    top, widest = MARGIN + 8, 12 * len(title)
    for heat in heats:
        board = heat.board
        for down, (label, contents, gains) in enumerate(
            zip(board.rows, board.cells, heat.gains, strict=True)
        ):
            y = top + down * CELL
            parts.append(words(MARGIN - 8, y + CELL / 2 + 5, label, "#666", "end", 14))
            for across, (content, gain) in enumerate(zip(contents, gains, strict=True)):
                if gain is not None:
                    parts += cell(heat, MARGIN + across * CELL, y, content or "", gain)
        top += len(board.rows) * CELL
        for across, column in enumerate(board.columns):
            x = MARGIN + (across + 0.5) * CELL
            parts.append(words(x, top + 18, column, "#666", "middle", 14))
        top += 40
        widest = max(widest, MARGIN + len(board.columns) * CELL)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest + MARGIN}" height="{top}" '
        f'viewBox="0 0 {widest + MARGIN} {top}" font-family="sans-serif">'
    )
    back = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, back, words(MARGIN, 22, title, "#222", "start", 15), *parts, "</svg>"])


def cell(heat: Heat, x: float, y: float, content: str, gain: float) -> list[str]:
    """Return the drawing of one cell."""
    part = part_of(heat, gain)
    red, green, blue = colour(part)
    ink = "white" if part > DARK else "#222"
    middle = x + CELL / 2
    return [
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
        f'fill="rgb({red},{green},{blue})" stroke="#bbb"/>',
        words(middle, y + 30, content, ink, "middle", 20),
        words(middle, y + CELL - 7, number(gain), ink, "middle", 11),
    ]


def words(x: float, y: float, text: str, fill: str, anchor: str, size: int) -> str:
    """Return text in a picture."""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}" '
        f'font-size="{size}">{escape(text)}</text>'
    )
