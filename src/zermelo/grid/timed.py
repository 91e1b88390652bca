"""What a search finds for many queries on a map, and the time that it takes."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.grid.find import Find, prepared
from zermelo.grid.generate import generated
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route

SMALLEST = generated("random:width=1,height=1,density=0")


@dataclass(frozen=True, eq=False)
class TimedRoutes:
    """What a search found for all queries."""

    search: str
    routes: list[Route]
    ready: float  # seconds to make it ready for the map
    seconds: float  # for all queries together


def timed_routes(
    grid: Grid,
    search: str,
    queries: Sequence[tuple[Cell, Cell]],
    *,
    watch: bool = False,
    report: Callable[[int], None] = lambda done: None,
) -> TimedRoutes:
    """Return what a search finds for all queries; kernels are loaded before the clock starts.

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
    return TimedRoutes(search, routes, ready, seconds)
