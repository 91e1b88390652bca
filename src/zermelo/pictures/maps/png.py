"""Panels -> PNG, side by side: the same as the SVG, without its words."""

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.grid import Cell
from zermelo.pictures.maps.panel import (
    COLOURS,
    FIRST_SHADE,
    GOAL,
    PATH,
    START,
    WAITING,
    WALKED,
    Panel,
    shades,
)

Pixels = NDArray[np.uint8]
PANEL = 384
MARGIN = 12
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_bytes(panels: Sequence[Panel]) -> bytes:
    """Return a picture of all panels in a row, as a file."""
    size = max(panels[0].grid.width, panels[0].grid.height)
    scale = max(2, min(24, PANEL // size))
    drawn = [pixels_of(panel, scale) for panel in panels]
    tall, wide = drawn[0].shape[:2]
    picture = np.full((tall + 2 * MARGIN, len(drawn) * (wide + MARGIN) + MARGIN, 3), 248, np.uint8)
    for number, one in enumerate(drawn):
        left = MARGIN + number * (wide + MARGIN)
        picture[MARGIN : MARGIN + tall, left : left + wide] = one
    return encoded(picture)


def pixels_of(panel: Panel, scale: int) -> Pixels:
    """Return a map with `scale` pixels to a cell."""
    palette = np.array([rgb(COLOURS[kind]) for kind in sorted(COLOURS)], np.uint8)
    pixels = palette[panel.kinds()].repeat(scale, axis=0).repeat(scale, axis=1)
    if panel.points:
        dots = [(cell, WAITING) for cell in panel.waiting.tolist()]
        order = np.maximum(shades(len(panel.settled)), FIRST_SHADE + 2).tolist()
        dots += list(zip(panel.settled.tolist(), order, strict=True))
        for (x, y), kind in dots:
            spot(pixels, scale, (x, y), COLOURS[kind], 0.3)
    stroke(pixels, scale, panel.walked, WALKED)
    stroke(pixels, scale, panel.route.cells, PATH)
    spot(pixels, scale, panel.route.start, START, 0.45)
    spot(pixels, scale, panel.route.goal, GOAL, 0.45)
    return pixels


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three parts of a colour.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def spot(pixels: Pixels, scale: int, cell: Cell, colour: str, radius: float) -> None:
    """Paint a square in the middle of a cell; it may be larger than a small cell."""
    half = max(1, round(radius * scale))
    x, y = (int((part + 0.5) * scale) for part in cell)
    pixels[max(0, y - half) : y + half, max(0, x - half) : x + half] = rgb(colour)


def stroke(pixels: Pixels, scale: int, cells: Sequence[Cell], colour: str) -> None:
    """Paint a line through the middles of cells."""
    if len(cells) < 2:
        return
    places = (np.array(cells) + 0.5) * scale
    parts = np.linspace(0, 1, scale, endpoint=False)[None, :, None]
    ways = places[:-1, None] * (1 - parts) + places[1:, None] * parts
    x, y = ways.reshape(-1, 2).astype(np.int64).T
    half = max(1, scale // 6)
    for dx in range(-half, half):
        for dy in range(-half, half):
            pixels[np.maximum(y + dy, 0), np.maximum(x + dx, 0)] = rgb(colour)


def encoded(pixels: Pixels) -> bytes:
    """Return pixels [height, width, 3] as a PNG file."""
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # a row begins with its filter: none
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    chunks = [
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in parts
    ]
    return SIGNATURE + b"".join(chunks)
