"""Questions to searches on a map, and their answers with the time they took."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import UsageError
from zermelo.grid.find import Find, prepared
from zermelo.grid.generate import generated, is_spec
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.movingai import TERRAIN, load_map
from zermelo.grid.route import Route

Query = tuple[Cell, Cell]
CELL = re.compile(r"\s*(-?[0-9]{1,18})\s*,\s*(-?[0-9]{1,18})\s*")
SHOWN = 40
"""Letters of a wrong option that are repeated."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What a search answered to all queries."""

    search: str
    routes: list[Route]
    ready: float  # seconds to make it ready for the map
    seconds: float  # for all queries together


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
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
        raise UsageError(f"{option} takes a cell as X,Y (two whole numbers), not {shown!r}")
    return int(found[1]), int(found[2])


def answer(
    grid: Grid,
    search: str,
    queries: Sequence[Query],
    *,
    watch: bool = False,
    report: Callable[[int], None] = lambda done: None,
) -> Answer:
    """Return what a search answers; kernels are loaded before the clock starts.

    Args:
        grid: the map.
        search: its name.
        queries: starts and goals, all of them free.
        watch: whether to tell which cells were looked at.
        report: called with how many are done.
    """
    prepared(SMALLEST, search)((0, 0), (0, 0))
    begin = time.perf_counter()
    find: Find = prepared(grid, search)
    ready = time.perf_counter() - begin
    routes, seconds = [], 0.0
    for number, (start, goal) in enumerate(queries):
        begin = time.perf_counter()
        routes.append(find(start, goal, watch))
        seconds += time.perf_counter() - begin
        report(number)
    return Answer(search, routes, ready, seconds)


SMALLEST = generated("random:width=1,height=1,density=0")
