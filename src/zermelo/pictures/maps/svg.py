"""Panels -> SVG, side by side."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.grid import Cell
from zermelo.grid.route import Cells
from zermelo.pictures.maps.panel import (
    BLOCKED,
    BLOCKED_NOW,
    COLOURS,
    FIRST_SHADE,
    FREE,
    FREED_NOW,
    GOAL,
    PATH,
    SHADES,
    START,
    WAITING,
    WALKED,
    Panel,
    shades,
)
from zermelo.pictures.svg import FONT, Markup, document, element, group, moved, text_at

WIDE = 1100
"""Panels stand in rows that are hardly wider."""
PANEL = 520
"""How wide a panel may be, if there are not too many; a cell has one unit at least."""
MARGIN = 16
HEAD = 44
FOOT = 30
STYLE = f"""
text {{ font-family: {FONT};
  fill: #1f2937; }}
.title {{ font-size: 15px; font-weight: 600; }}
.note {{ font-size: 12px; fill: #4b5563; }}
.line {{ fill: none; stroke-linejoin: round; stroke-linecap: round; }}
.point {{ stroke-linecap: round; }}
"""


def svg_text(panels: Sequence[Panel]) -> str:
    """Return a picture of all panels, with what the colours mean below."""
    grid = panels[0].grid
    room = min(PANEL, (WIDE + MARGIN) / min(len(panels), 3) - MARGIN)
    scale = min(22.0, max(1.0, room / max(grid.width, grid.height)))
    wide = max(scale * grid.width, 170)
    tall = scale * grid.height
    across = min(len(panels), max(1, int((WIDE + MARGIN) / (wide + MARGIN))))
    down = -(-len(panels) // across)
    width = max(across * (wide + MARGIN) + MARGIN, 480)
    height = down * (tall + HEAD + MARGIN) + FOOT
    parts: list[Markup] = []
    for number, panel in enumerate(panels):
        x = MARGIN + number % across * (wide + MARGIN)
        y = number // across * (tall + HEAD + MARGIN)
        parts += [
            text_at(float(x), y + 20.0, panel.title, "title"),
            text_at(float(x), y + 37.0, panel.note, "note"),
            group(drawn(panel, scale), transform=moved(float(x), float(y + HEAD), scale)),
        ]
    parts += legend(panels, height - 11)
    return document(width, height, STYLE, parts, paper="#f8fafc")


def drawn(panel: Panel, scale: float) -> Iterator[Markup]:
    """Yield a map in units of cells."""
    grid = panel.grid
    yield element("rect", width=grid.width, height=grid.height, fill=COLOURS[FREE])
    kinds = panel.kinds()
    for kind in np.unique(kinds[kinds != FREE]).tolist():
        yield element("path", fill=COLOURS[kind], d=boxes(kinds == kind))
    if panel.points:
        yield points(panel.waiting, COLOURS[WAITING])
        order = shades(len(panel.settled))
        for kind in np.unique(order).tolist():
            # The lightest shades are for fields: points need more colour.
            yield points(panel.settled[order == kind], COLOURS[max(kind, FIRST_SHADE + 2)])
    thin = max(0.28, 1.6 / scale)
    if len(panel.walked) > 1:
        yield line(panel.walked, WALKED, thin)
    if len(panel.route.cells) > 1:
        yield line(panel.route.cells, PATH, thin)
    radius = max(0.42, 3.2 / scale)
    for (x, y), colour in ((panel.route.start, START), (panel.route.goal, GOAL)):
        place = {"cx": x + 0.5, "cy": y + 0.5}
        rim = f"{radius / 4:.3g}"
        yield element(
            "circle", **place, r=f"{radius:.3g}", fill=colour, stroke="#fff", stroke_width=rim
        )
    yield element(
        "rect",
        width=grid.width,
        height=grid.height,
        fill="none",
        stroke="#94a3b8",
        stroke_width=f"{1 / scale:.3g}",
    )


def boxes(cells: NDArray[np.bool_]) -> str:
    """Return the outline of cells, each row in as few boxes as there are runs."""
    edges = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    return "".join(
        f"M{x} {y}h{end - x}v1h{x - end}z"
        for y, x, end in zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True)
    )


def points(cells: Cells, colour: str) -> Markup:
    """Return cells as round points."""
    places = "".join(f"M{x + 0.5} {y + 0.5}h0" for x, y in cells.tolist())
    return element("path", class_="point", stroke=colour, stroke_width="0.8", d=places)


def line(cells: Sequence[Cell], colour: str, width: float) -> Markup:
    """Return a path through the middles of cells; of a straight run only both ends are drawn."""
    turns = [
        cell
        for number, cell in enumerate(cells)
        if number in (0, len(cells) - 1)
        or (cell[0] - cells[number - 1][0], cell[1] - cells[number - 1][1])
        != (cells[number + 1][0] - cell[0], cells[number + 1][1] - cell[1])
    ]
    places = "L".join(f"{x + 0.5} {y + 0.5}" for x, y in turns)
    wide = f"{width:.3g}"
    return element("path", class_="line", stroke=colour, stroke_width=wide, d=f"M{places}")


def legend(panels: Sequence[Panel], y: float) -> Iterator[Markup]:
    """Yield what the colours mean, as far as they occur."""
    changed = any(panel.changed for panel in panels)
    items = [
        ((COLOURS[BLOCKED],), "blocked"),
        (tuple(COLOURS[FIRST_SHADE + shade] for shade in range(SHADES)), "settled, early to late"),
        ((COLOURS[WAITING],), "reached"),
        ((PATH,), "path"),
        *([((WALKED,), "walked"), ((COLOURS[BLOCKED_NOW],), "blocked now")] if changed else []),
        *([((COLOURS[FREED_NOW],), "freed now")] if changed else []),
    ]
    x: float = MARGIN
    for colours, text in items:
        for colour in colours:
            box = {"y": y - 9, "width": 11, "height": 11}
            rim = {"stroke": "#cbd5e1", "stroke_width": "0.5"}
            yield element("rect", x=f"{x:.0f}", **box, fill=colour, **rim)
            x += 11
        yield text_at(round(x + 5), y, text, "note")
        x += 22 + 6.2 * len(text)
