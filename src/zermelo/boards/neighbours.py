"""Which cells are beside each other, as the rules say: hexagons, or points on lines.

Rule sheets of Hex and its kin have a relation like `(adjacent a 1 a 2)` that no move changes. What
it relates is asked of clingo. Where the cells lie one apart in a row, a column and one of the two
diagonals, rows are shifted against each other. Where some are joined across places that are no
cells, as in Nine Men's Morris, cells are points on lines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zermelo
from zermelo import store
from zermelo.boards.grid import PAIR, FluentGrid, Rows
from zermelo.errors import LimitError
from zermelo.ground.encode import Encoder
from zermelo.process.child import ChildError
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.dependencies import Signature, signature, state_dependent
from zermelo.rules.rewrite import clauses
from zermelo.text.tree import Sheet

PACKAGE = Path(__file__).parents[1]
DECIDING = ("rules", "ground", "boards")
"""Folders whose code decides what is found."""
ALLOWANCE = Allowance(seconds=5.0, megabytes=1024)
Cell = tuple[str, str]
Step = tuple[int, int]
RISING: frozenset[Step] = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)})
FALLING: frozenset[Step] = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)})
HINTS: tuple[Mapping[str, object], ...] = ({}, {"skew": True}, {"skew": True, "origin": "top"})
Link = frozenset[Cell]
"""Two cells that are joined."""


def neighbourhood(sheet: Sheet, grid: FluentGrid) -> Mapping[str, object]:
    """Return how to draw a board whose cells are no squares, as `game.toml` would say it; else {}.

    What was found is kept: it takes a process of its own.
    """
    sources = [path for part in DECIDING for path in (PACKAGE / part).glob("**/*.py")]
    given = zermelo.__version__, "neighbours", repr(sheet.rules), repr(grid)
    name = store.fingerprint(sources, *given)
    kept = store.find(name)
    if kept is None:
        kept = found_in(related(sheet, grid), grid)
        store.keep(name, kept)
    paths = tuple(map(str, kept["paths"]))
    return {"paths": paths} if paths else HINTS[int(kept["found"][0])]


def found_in(relations: Sequence[Rows], grid: FluentGrid) -> dict[str, NDArray[Any]]:
    """Return which of the hints a relation gives, or the lines between cells."""
    for rows in relations:
        found = kind_of(grid, rows)
        if found:
            return {"found": np.array([found]), "paths": np.array([], str)}
    every = (paths_of(grid, rows) for rows in relations)
    paths = next((paths for paths in every if paths), [])
    return {"found": np.array([0]), "paths": np.array(paths, str)}


def related(sheet: Sheet, grid: FluentGrid) -> list[Rows]:
    """Return the relations of the rules that may be between two cells."""
    dynamic = state_dependent(sheet.rules)
    width = 2 if grid.pair is not None else 4
    static = [rule for rule in sheet.rules if signature(rule.head) not in dynamic]
    wanted = {signature(rule.head) for rule in static if rule.head.name != "init"}
    wanted = {one for one in wanted if one[1] in (width, width + 1)}
    if not wanted or min(len(grid.columns.values), len(grid.rows.values)) < 3:
        return []
    encoder = Encoder()
    lines = [encoder.clause(clause) for clause in clauses(static)]
    codes = {encoder.relations[one]: one for one in sorted(wanted) if one in encoder.relations}
    lines += ["#show.", *(f"#show {code}/{arity}." for code, (_, arity) in codes.items())]
    message = {"program": "\n".join(lines), "names": encoder.table()}
    try:
        answer = call("zermelo.ground.clingo:ground", message, ALLOWANCE)
    except (LimitError, ChildError):
        return []
    found: dict[Signature, Rows] = {}
    for line in answer["shown"].split("\n") if answer["shown_atoms"].size else ():
        code, _, inside = line.partition("(")
        if "(" not in inside:
            found.setdefault(codes[code], []).append(tuple(inside[:-1].split()))
    return [
        [row[first : first + width] for row in rows]
        for rows in found.values()
        for first in range(len(rows[0]) - width + 1)
    ]


def kind_of(grid: FluentGrid, rows: Iterable[Sequence[str]]) -> int:
    """Return which hints fit a relation between two cells; 0 if it makes no hexagons."""
    columns = {value: place for place, value in enumerate(grid.columns.values)}
    heights = {value: place for place, value in enumerate(grid.rows.values)}
    pairs: set[tuple[Cell, Cell]] = set()
    for row in rows:
        cells = list(cells_of(grid, row))
        if len(cells) != 2 or not grid.cells.issuperset(cells):
            return 0
        pairs |= {(cells[0], cells[1]), (cells[1], cells[0])}
    steps = {(columns[to[0]] - columns[of[0]], heights[to[1]] - heights[of[1]]) for of, to in pairs}
    for number, wanted in enumerate((RISING, FALLING), start=1):
        if steps == wanted:
            places = {(columns[column], heights[row]) for column, row in grid.cells}
            there = sum((x + dx, y + dy) in places for x, y in places for dx, dy in wanted)
            return number if 2 * len(pairs) > there else 0
    return 0


def paths_of(grid: FluentGrid, rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines that join cells, `a 1 a 4` for instance; none if these are no such lines.

    Some must go across places that are no cells: neighbours on a full board are squares.
    """
    columns = {value: place for place, value in enumerate(grid.columns.values)}
    heights = {value: place for place, value in enumerate(grid.rows.values)}
    places = {(columns[column], heights[row]) for column, row in grid.cells}
    links: set[Link] = set()
    afar = False
    for row in rows:
        cells = list(cells_of(grid, row))
        if len(cells) != 2 or cells[0] == cells[1] or not grid.cells.issuperset(cells):
            return []
        (x1, y1), (x2, y2) = ((columns[column], heights[height]) for column, height in cells)
        far = max(abs(x2 - x1), abs(y2 - y1))
        if 0 not in (x2 - x1, y2 - y1) and abs(x2 - x1) != abs(y2 - y1):
            return []
        step = (x2 - x1) // far, (y2 - y1) // far
        if any((x1 + n * step[0], y1 + n * step[1]) in places for n in range(1, far)):
            return []
        afar = afar or (far > 1 and 0 in step)
        links.add(frozenset(cells))
    joined = frozenset[Cell]().union(*links)
    if not afar or joined != grid.cells:
        return []
    return sorted(" ".join(word for cell in sorted(link) for word in cell) for link in links)


def cells_of(grid: FluentGrid, row: Sequence[str]) -> Iterator[Cell]:
    """Yield the cells that some words name, as the fluents of the grid would."""
    if grid.pair is not None:
        for word in row:
            if match := PAIR.match(word):
                yield match[1], match[2]
        return
    for place in range(0, len(row), 2):
        first, second = row[place : place + 2]
        yield (first, second) if grid.column < grid.row else (second, first)
