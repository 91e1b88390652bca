"""Boards as SVG: a box for each cell, and on it the text of what lies there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from zermelo.pictures.svg import Markup, element, text_at

Cells = Sequence[Sequence[str | None]]
"""What lies on each cell, rows from top to bottom: "" if it is blank, None where no cell is."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """The class of a cell's box and of its text, and the colour of the box if no class has it."""

    box: str = "cell"
    text: str = "piece"
    colour: str | None = None


def plain(_row: int, _column: int) -> CellLook:
    """Return how a cell looks that has nothing special about it."""
    return CellLook()


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Where the cells of a board are drawn."""

    width: float  # of a cell
    height: float
    baseline: float  # of the text in a cell, below its top
    left: float = 0.0
    top: float = 0.0
    skew: bool = False  # hexagons: every row is shifted by half a cell against the next one

    def corner(self, row: int, column: int, rows: int) -> tuple[float, float]:
        """Return the upper left corner of a cell on a board of so many rows."""
        shift = self.width / 2 * (rows - 1 - row) if self.skew else 0.0
        return self.left + shift + column * self.width, self.top + row * self.height

    def drawn(self, cells: Cells, look: Callable[[int, int], CellLook] = plain) -> Iterator[Markup]:
        """Yield the boxes of a board, each followed by its text; `look` is by row and column."""
        for row, contents in enumerate(cells):
            for column, content in enumerate(contents):
                if content is None:
                    continue
                x, y = self.corner(row, column, len(cells))
                shown, size = look(row, column), {"width": self.width, "height": self.height}
                yield element("rect", class_=shown.box, x=x, y=y, **size, fill=shown.colour)
                if content:
                    yield text_at(x + self.width / 2, y + self.baseline, content, shown.text)
