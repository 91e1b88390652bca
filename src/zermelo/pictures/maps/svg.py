"""Panels -> SVG, side by side."""

from collections.abc import Iterator, Sequence
from html import escape

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

WIDE = 1100
"""Panels stand in rows that are hardly wider."""
PANEL = 520
"""How wide a panel may be, if there are not too many; a cell has one unit at least."""
MARGIN = 16
HEAD = 44
FOOT = 30
STYLE = """
text { font-family: 'Inter', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif;
  fill: #1f2937; }
.title { font-size: 15px; font-weight: 600; }
.note { font-size: 12px; fill: #4b5563; }
.line { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.point { stroke-linecap: round; }
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
    size = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" {size}>',
        f"<style>{STYLE}</style>",
        f'<rect {size} fill="#f8fafc"/>',
    ]
    for number, panel in enumerate(panels):
        x = MARGIN + number % across * (wide + MARGIN)
        y = number // across * (tall + HEAD + MARGIN)
        parts += [
            f'<text class="title" x="{x:.1f}" y="{y + 20:.1f}">{escape(panel.title)}</text>',
            f'<text class="note" x="{x:.1f}" y="{y + 37:.1f}">{escape(panel.note)}</text>',
            f'<g transform="translate({x:.1f},{y + HEAD:.1f}) scale({scale:.4g})">',
            *drawn(panel, scale),
            "</g>",
        ]
    parts += [*legend(panels, height - 11), "</svg>"]
    return "\n".join(parts) + "\n"


def drawn(panel: Panel, scale: float) -> Iterator[str]:
    """Yield a map in units of cells."""
    grid = panel.grid
    size = f'width="{grid.width}" height="{grid.height}"'
    yield f'<rect {size} fill="{COLOURS[FREE]}"/>'
    kinds = panel.kinds()
    for kind in np.unique(kinds[kinds != FREE]).tolist():
        yield f'<path fill="{COLOURS[kind]}" d="{boxes(kinds == kind)}"/>'
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
        place = f'cx="{x + 0.5}" cy="{y + 0.5}" r="{radius:.3g}"'
        yield f'<circle {place} fill="{colour}" stroke="#fff" stroke-width="{radius / 4:.3g}"/>'
    edge = f'stroke="#94a3b8" stroke-width="{1 / scale:.3g}"'
    yield f'<rect {size} fill="none" {edge}/>'


def boxes(cells: NDArray[np.bool_]) -> str:
    """Return the outline of cells, each row in as few boxes as there are runs."""
    edges = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    return "".join(
        f"M{x} {y}h{end - x}v1h{x - end}z"
        for y, x, end in zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True)
    )


def points(cells: Cells, colour: str) -> str:
    """Return cells as round points."""
    places = "".join(f"M{x + 0.5} {y + 0.5}h0" for x, y in cells.tolist())
    return f'<path class="point" stroke="{colour}" stroke-width="0.8" d="{places}"/>'


def line(cells: Sequence[Cell], colour: str, width: float) -> str:
    """Return a path through the middles of cells; of a straight run only both ends are drawn."""
    turns = [
        cell
        for number, cell in enumerate(cells)
        if number in (0, len(cells) - 1)
        or (cell[0] - cells[number - 1][0], cell[1] - cells[number - 1][1])
        != (cells[number + 1][0] - cell[0], cells[number + 1][1] - cell[1])
    ]
    places = "L".join(f"{x + 0.5} {y + 0.5}" for x, y in turns)
    return f'<path class="line" stroke="{colour}" stroke-width="{width:.3g}" d="M{places}"/>'


def legend(panels: Sequence[Panel], y: float) -> Iterator[str]:
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
            box = f'x="{x:.0f}" y="{y - 9:.1f}" width="11" height="11"'
            yield f'<rect {box} fill="{colour}" stroke="#cbd5e1" stroke-width="0.5"/>'
            x += 11
        yield f'<text class="note" x="{x + 5:.0f}" y="{y:.1f}">{text}</text>'
        x += 22 + 6.2 * len(text)
