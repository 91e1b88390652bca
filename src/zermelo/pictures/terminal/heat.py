"""Heat maps for terminals."""

from rich.text import Text

from zermelo.evaluate.heat import Heat
from zermelo.pictures.heat import DARK, colour, gain_text, part_of


def heat_text(heat: Heat) -> Text:
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
            lower.append(f"{gain_text(gain):^{width}}", style).append(" ")
        text.append(upper).append("\n").append(lower).append("\n")
    foot = " ".join(f"{column:^{width}}" for column in board.columns)
    return text.append(f"{' ' * margin}  {foot}".rstrip())
