"""One map of a picture, with what a search saw of it and the path that it found."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.grid.arena import NOTHING
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Cells, Route
from zermelo.grid.walk import Moment

FREE, BLOCKED, WAITING, BLOCKED_NOW, FREED_NOW = range(5)
FIRST_SHADE = 5
SHADES = 5
"""Cells settled early are drawn lighter than later ones."""
BY_POINTS = ("jps", "rsr")
"""Searches that settle some cells only: these are drawn as points."""
COLOURS = {
    FREE: "#ffffff",
    BLOCKED: "#334155",
    WAITING: "#fcd34d",
    BLOCKED_NOW: "#9f1239",
    FREED_NOW: "#bbf7d0",
    FIRST_SHADE: "#dbeafe",
    FIRST_SHADE + 1: "#bfdbfe",
    FIRST_SHADE + 2: "#93c5fd",
    FIRST_SHADE + 3: "#60a5fa",
    FIRST_SHADE + 4: "#3b82f6",
}
PATH, WALKED, START, GOAL = "#dc2626", "#64748b", "#16a34a", "#dc2626"


@dataclass(frozen=True, eq=False)
class Panel:
    """A map, drawn."""

    title: str
    note: str
    grid: Grid
    route: Route
    walked: tuple[Cell, ...] = ()
    changed: tuple[Cell, ...] = ()

    @property
    def points(self) -> bool:
        """Whether cells that were settled are drawn as points."""
        return self.route.search in BY_POINTS

    @property
    def settled(self) -> Cells:
        """Cells that were settled, in order."""
        return self.route.seen.settled if self.route.seen else NOTHING

    @property
    def waiting(self) -> Cells:
        """Cells that were reached only."""
        return self.route.seen.waiting if self.route.seen else NOTHING

    def kinds(self) -> NDArray[np.int8]:
        """Return [height, width] how each cell is filled."""
        kinds = np.where(self.grid.free, FREE, BLOCKED).astype(np.int8)
        if not self.points:
            kinds[self.waiting[:, 1], self.waiting[:, 0]] = WAITING
            settled = self.settled
            kinds[settled[:, 1], settled[:, 0]] = shades(len(settled))
        for x, y in self.changed:
            kinds[y, x] = FREED_NOW if self.grid.is_free((x, y)) else BLOCKED_NOW
        return kinds


def shades(count: int) -> NDArray[np.int8]:
    """Return how each of `count` cells is shaded, the first lightest."""
    return (FIRST_SHADE + np.arange(count) * SHADES // max(1, count)).astype(np.int8)


def of_route(grid: Grid, route: Route) -> Panel:
    """Return the panel of a search."""
    return Panel(route.search, summary(route), grid, route)


def of_moment(number: int, moment: Moment) -> Panel:
    """Return the panel of a change on the way."""
    title = f"after {number} change{'s' if number != 1 else ''}" if number else "at the start"
    note = summary(moment.route)
    return Panel(title, note, moment.grid, moment.route, moment.walked, moment.changed)


def summary(route: Route) -> str:
    """Return what stands below a title: how long the path is, and what it took."""
    settled = f"{route.expanded:,} settled"
    return f"no path, {settled}" if route.length is None else f"{route.length:.3f}, {settled}"
