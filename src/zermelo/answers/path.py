"""What `zermelo path` answers: one path, many paths, or a walk on a map that changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from zermelo.answers.answer import ABSENT, INLINED, NOT_IN_JSON, Absent, CommandAnswer
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.route import Route
from zermelo.grid.scenario import PathProblem, is_right
from zermelo.grid.timed import TimedRoutes
from zermelo.grid.walk import Moment

Query = tuple[Cell, Cell]
MOST_COLUMNS, MOST_ROWS = 100, 40
"""Larger maps are not drawn in letters."""


@dataclass(frozen=True, slots=True)
class GridMap:
    """A map: its size, and how many of its cells are free."""

    map: str
    width: int
    height: int
    free: int


@dataclass(frozen=True, slots=True)
class QueryEnds:
    """Where a path starts and ends: column and row."""

    from_: Cell
    to: Cell


@dataclass(frozen=True, slots=True)
class FoundRoute:
    """A shortest path, cell by cell, and what was settled and reached; no length if none leads."""

    search: str
    found: bool
    length: float | None
    cells: Sequence[Cell]
    expanded: int
    reached: int


@dataclass(frozen=True, slots=True)
class TimedRoute:
    """A path, the seconds that made the search ready for the map, and those for the path."""

    route: FoundRoute = field(metadata=INLINED)
    ready: float
    seconds: float


@dataclass(frozen=True, slots=True)
class PathAnswer(CommandAnswer):
    """One path: the first search's, and those of all in rows."""

    grid: GridMap = field(metadata=INLINED)
    ends: QueryEnds = field(metadata=INLINED)
    first: TimedRoute = field(metadata=INLINED)
    rows: Sequence[TimedRoute]
    drawing: str = field(metadata=NOT_IN_JSON)  # the map in letters; empty if it is large


@dataclass(frozen=True, slots=True)
class WrongLength:
    """A line of a scenario whose length is not the one that was found."""

    line: int
    expected: float
    length: float | None


@dataclass(frozen=True, slots=True)
class RouteTotals:
    """Many paths of a search; `wrong` only for a scenario."""

    search: str
    queries: int
    found: int
    length: float
    expanded: int
    ready: float
    seconds: float
    wrong: Sequence[WrongLength] | Absent = ABSENT
    reached: int = field(default=0, metadata=NOT_IN_JSON)


@dataclass(frozen=True, slots=True)
class PathTableAnswer(CommandAnswer):
    """Many paths, summed up for each search."""

    grid: GridMap = field(metadata=INLINED)
    scenario: str | None
    rows: Sequence[RouteTotals]


@dataclass(frozen=True, slots=True)
class WalkMoment:
    """The plan after a change: where the walker is, and what a search from scratch settles."""

    at: Cell
    changed: Sequence[Cell]
    anew: int
    route: FoundRoute = field(metadata=INLINED)


@dataclass(frozen=True, slots=True)
class WalkAnswer(CommandAnswer):
    """A walk on a map that changes on the way."""

    grid: GridMap = field(metadata=INLINED)
    ends: QueryEnds = field(metadata=INLINED)
    moments: Sequence[WalkMoment]


def path_answer(grid: Grid, query: Query, answers: Sequence[TimedRoutes]) -> PathAnswer:
    """Return the paths that several searches found for one query."""
    rows = [TimedRoute(found_route(each.routes[0]), each.ready, each.seconds) for each in answers]
    drawing = in_letters(grid, answers[0].routes[0])
    return PathAnswer(grid_map(grid), QueryEnds(*query), rows[0], rows, drawing)


def path_table_answer(
    grid: Grid,
    scenario: str | None,
    answers: Sequence[TimedRoutes],
    problems: Sequence[PathProblem],
) -> PathTableAnswer:
    """Return what each search found for all queries."""
    rows = [route_totals(each, problems) for each in answers]
    return PathTableAnswer(grid_map(grid), scenario, rows)


def walk_answer(
    grid: Grid, query: Query, moments: Sequence[Moment], anew: Sequence[int]
) -> WalkAnswer:
    """Return a walk; `anew` is what a search from scratch settles at each moment."""
    told = [
        WalkMoment(each.route.start, each.changed, count, found_route(each.route))
        for each, count in zip(moments, anew, strict=True)
    ]
    return WalkAnswer(grid_map(grid), QueryEnds(*query), told)


def in_letters(grid: Grid, route: Route) -> str:
    """Return a small map: `#` blocked, `*` the path, `S` its start and `G` its goal."""
    if grid.width > MOST_COLUMNS or grid.height > MOST_ROWS:
        return ""
    letters = np.where(grid.free, ".", "#")
    for x, y in route.cells:
        letters[y, x] = "*"
    for (x, y), letter in ((route.goal, "G"), (route.start, "S")):
        letters[y, x] = letter
    return "\n".join("".join(row) for row in letters.tolist())


def grid_map(grid: Grid) -> GridMap:
    """Return a map."""
    return GridMap(grid.name, grid.width, grid.height, int(grid.free.sum()))


def found_route(route: Route) -> FoundRoute:
    """Return a path."""
    return FoundRoute(
        search=route.search,
        found=route.found,
        length=route.length,
        cells=route.cells,
        expanded=route.expanded,
        reached=route.reached,
    )


def route_totals(answer: TimedRoutes, problems: Sequence[PathProblem]) -> RouteTotals:
    """Return what a search found for all queries."""
    lengths = [route.length for route in answer.routes if route.length is not None]
    wrong = [
        WrongLength(problem.line, problem.length, route.length)
        for problem, route in wrong_routes(answer, problems)
    ]
    return RouteTotals(
        search=answer.search,
        queries=len(answer.routes),
        found=len(lengths),
        length=sum(lengths),
        expanded=sum(route.expanded for route in answer.routes),
        ready=answer.ready,
        seconds=answer.seconds,
        wrong=wrong if problems else ABSENT,
        reached=sum(route.reached for route in answer.routes),
    )


def wrong_routes(
    answer: TimedRoutes, problems: Sequence[PathProblem]
) -> list[tuple[PathProblem, Route]]:
    """Return the problems of a scenario whose length is not the one that was found."""
    pairs = zip(problems, answer.routes, strict=True) if problems else ()
    return [(problem, route) for problem, route in pairs if not is_right(problem, route.length)]
