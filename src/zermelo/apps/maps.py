"""Maps and cells, as the options of a command name them."""

import re
from pathlib import Path

from zermelo.errors import UsageError
from zermelo.grid.generate import generated, is_spec
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.movingai import TERRAIN, load_map

Query = tuple[Cell, Cell]
CELL = re.compile(r"\s*(-?[0-9]{1,18})\s*,\s*(-?[0-9]{1,18})\s*")
QUOTED_CHARACTERS = 40
"""Letters of a wrong option that are repeated."""


def opened(name: str, passable: str) -> Grid:
    """Return a map by its file or spelling."""
    strange = sorted(set(passable) - set(TERRAIN))
    if strange or not passable:
        raise UsageError(f"--passable takes letters of {TERRAIN}, not {passable!r}")
    meant = is_spec(name) or (not Path(name).suffix and not Path(name).exists() and name != "-")
    return generated(name) if meant else load_map(name, passable)


def cell_of(text: str, option: str) -> Cell:
    """Return the cell that an option names: `X,Y`."""
    found = CELL.fullmatch(text)
    if not found:
        shown = text if len(text) <= QUOTED_CHARACTERS else f"{text[:QUOTED_CHARACTERS]}..."
        raise UsageError(f"{option} takes a cell as X,Y (two whole numbers), not {shown!r}")
    return int(found[1]), int(found[2])
