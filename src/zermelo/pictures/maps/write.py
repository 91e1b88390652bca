"""Panels and maps -> files, as their endings say."""

from collections.abc import Sequence
from pathlib import Path

from zermelo.errors import UsageError
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.movingai import spelled as spelled_map
from zermelo.grid.scenario import spelled as spelled_scenario
from zermelo.pictures.maps.panel import Panel
from zermelo.writing import write_bytes, write_text

PICTURES = (".svg", ".png")
SAVED = (".map", ".scen")


def check_path(path: str, endings: Sequence[str], what: str) -> None:
    """Raise UsageError if nothing is written with such an ending."""
    if Path(path).suffix not in endings:
        raise UsageError(f"{path}: {what} is written as {' or '.join(endings)}")


def write_picture(path: str, panels: Sequence[Panel]) -> None:
    """Draw panels into a file."""
    if Path(path).suffix == ".svg":
        from zermelo.pictures.maps.svg import svg_text

        write_text(path, svg_text(panels))
    else:
        from zermelo.pictures.maps.png import png_bytes

        write_bytes(path, png_bytes(panels))


def save(path: str, grid: Grid, solved: Sequence[tuple[Cell, Cell, float]]) -> None:
    """Write a map, or problems on it, into a file."""
    is_map = Path(path).suffix == ".map"
    write_text(path, spelled_map(grid) if is_map else spelled_scenario(grid, solved))
