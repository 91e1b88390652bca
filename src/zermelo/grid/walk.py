"""An agent that walks while the map changes under its feet."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from zermelo.grid.grid import Cell, Grid
from zermelo.grid.replanner import Replanner
from zermelo.grid.route import Route

CLUSTER = 2
"""A change turns cells up to so far away from the one that is blocked on the path."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A change, and what was made of it."""

    grid: Grid  # as it is now
    changed: tuple[Cell, ...]
    walked: tuple[Cell, ...]  # from the start to where the agent is
    route: Route  # from there on


def walk(grid: Grid, start: Cell, goal: Cell, changes: int, seed: int = 0) -> Iterator[Moment]:
    """Yield the plan before the first step, and after each change while the agent walks.

    A change blocks a cell of the path ahead and turns some others around it. Nothing changes where
    the agent or its goal is. The walk ends before the last change if there is no path any more.
    """
    chance = Random(seed)
    planner = Replanner(grid, start, goal)
    route = planner.route(watch=True)
    walked = [start]
    yield Moment(grid, (), tuple(walked), route)
    for left in range(changes, 0, -1):
        steps = max(1, (len(route.cells) - 1) // (left + 1))
        if len(route.cells) - steps < 3:
            return  # the goal is too near for anything to come in between
        walked += route.cells[1 : steps + 1]
        planner.move(walked[-1])
        ahead = chance.choice(route.cells[steps + 1 : -1])
        changed = tuple(around(planner.grid, ahead, {walked[-1], goal}, chance))
        planner.change(changed)
        route = planner.route(watch=True)
        yield Moment(planner.grid, changed, tuple(walked), route)
        if not route.found:
            return


def around(grid: Grid, middle: Cell, kept: set[Cell], chance: Random) -> Iterator[Cell]:
    """Yield a cell and some of those around it, by chance."""
    near = range(-CLUSTER, CLUSTER + 1)
    for dy in near:
        for dx in near:
            cell = middle[0] + dx, middle[1] + dy
            if grid.has(cell) and cell not in kept and (cell == middle or chance.random() < 0.4):
                yield cell
