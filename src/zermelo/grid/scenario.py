"""Scenarios of the MovingAI benchmarks: problems on a map, each with the length of its best path.

A line has nine columns: bucket, map, width and height of the map, start x and y, goal x and y, and
the length. A first line `version 1` stands before them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, nan
from pathlib import PurePath

from zermelo.errors import ReadError
from zermelo.grid.grid import Cell, Grid
from zermelo.grid.movingai import DIGITS, LARGEST_FILE, WORD, lines_of
from zermelo.text.load import load_text
from zermelo.text.source import Source, Span

COLUMNS = ("bucket", "map", "width", "height", "start x", "start y", "goal x", "goal y", "length")
TOLERANCE = 1e-4
"""The precision with which lengths are written."""


@dataclass(frozen=True, slots=True)
class PathProblem:
    """A start, a goal, and how far apart they are said to be."""

    bucket: int
    start: Cell
    goal: Cell
    length: float
    line: int  # of the file


def load_scenario(path: str, grid: Grid) -> list[PathProblem]:
    """Return the problems in a file; ReadError if one does not fit the map."""
    return read_scenario(load_text(path, LARGEST_FILE, "scenario"), grid)


def read_scenario(source: Source, grid: Grid) -> list[PathProblem]:
    """Return the problems that a text spells, all on free cells of the map.

    >>> from zermelo.grid.generate import generated
    >>> text = "version 1\\n0\\tempty.map\\t8\\t8\\t0\\t0\\t7\\t3\\t8.24264069\\n"
    >>> read_scenario(Source("empty.scen", text), generated("random:width=8,height=8,density=0"))
    [PathProblem(bucket=0, start=(0, 0), goal=(7, 3), length=8.24264069, line=2)]
    """
    lines = lines_of(source)
    first = next(lines, Span(source, 0, 0))
    if first.text.split() not in (["version", "1"], ["version", "1.0"]):
        raise ReadError("a scenario begins with the line 'version 1'", first)
    problems = [problem_of(span, grid) for span in lines if span.text.strip()]
    if not problems:
        raise ReadError("no problems in the scenario: only its first line is there", first)
    return problems


def problem_of(span: Span, grid: Grid) -> PathProblem:
    """Return the problem of a line."""
    source = span.source
    words = [
        Span(source, span.start + word.start(), span.start + word.end())
        for word in WORD.finditer(span.text)
    ]
    if len(words) != len(COLUMNS):
        expected = ", ".join(COLUMNS)
        raise ReadError(f"{len(words)} columns, not the {len(COLUMNS)}: {expected}", span)
    bucket, width, height, *places = (whole(words[at], COLUMNS[at]) for at in (0, *range(2, 8)))
    if (width, height) != (grid.width, grid.height):
        size = f"{width} x {height} cells"
        own = f"{grid.name}, which has {grid.width} x {grid.height}"
        raise ReadError(f"a problem on a map of {size} does not fit {own}", words[2])
    start, goal = (places[0], places[1]), (places[2], places[3])
    for cell, what, at in ((start, "start", 4), (goal, "goal", 6)):
        if not grid.is_free(cell):
            why = f"is blocked in {grid.name}" if grid.has(cell) else f"lies outside {grid.name}"
            place = Span(source, words[at].start, words[at + 1].end)
            raise ReadError(f"the {what} {cell[0]},{cell[1]} {why}", place)
    return PathProblem(bucket, start, goal, length_of(words[8]), span.line)


def length_of(span: Span) -> float:
    """Return the length of a path: a number of 0 or more."""
    try:
        length = float(span.text)
    except ValueError:
        length = nan
    if not 0 <= length < inf:
        raise ReadError(f"the length {span.text!r} is no number of 0 or more", span)
    return length


def whole(span: Span, column: str) -> int:
    """Return a whole number of 0 or more."""
    if not (span.text.isascii() and span.text.isdigit()):
        raise ReadError(f"the {column} {span.text!r} is no whole number", span)
    if len(span.text) > DIGITS:
        raise ReadError(f"the {column} has {len(span.text)} digits, which no map needs", span)
    return int(span.text)


def is_right(problem: PathProblem, length: float | None) -> bool:
    """Tell whether a length is that of the problem, up to the digits that are written."""
    return length is not None and abs(length - problem.length) <= TOLERANCE


def spelled(grid: Grid, solved: Iterable[tuple[Cell, Cell, float]]) -> str:
    """Return a scenario as text: starts, goals and lengths on a map."""
    name = PurePath(grid.name).name.replace(" ", "_")
    lines = [
        f"{int(length / 4)}\t{name}\t{grid.width}\t{grid.height}\t"
        f"{start[0]}\t{start[1]}\t{goal[0]}\t{goal[1]}\t{length:.8f}"
        for start, goal, length in solved
    ]
    return "\n".join(["version 1", *lines]) + "\n"
