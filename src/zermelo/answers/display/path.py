"""How paths on maps are shown: one path, many, or a walk on a map that changes."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from zermelo.answers.answer import Absent
from zermelo.answers.path import PathAnswer, PathTableAnswer, RouteTotals, WalkAnswer

MOST_WRONG = 10
"""Wrong lengths of a search that people are shown."""


def parts(answer: PathAnswer | PathTableAnswer | WalkAnswer) -> Iterator[RenderableType]:
    """Yield what was found, and what each search spent on it."""
    match answer:
        case PathAnswer():
            return path_parts(answer)
        case PathTableAnswer():
            return table_parts(answer)
    return iter([walk_table(answer)])


def path_parts(answer: PathAnswer) -> Iterator[RenderableType]:
    """Yield the path of one query, and what each search spent on it."""
    route = answer.first.route
    if answer.drawing:
        yield answer.drawing
        yield ""
    (x, y), (to_x, to_y) = answer.ends.from_, answer.ends.to
    if route.length is None:
        yield f"no path leads from {x},{y} to {to_x},{to_y}"
    else:
        steps = len(route.cells) - 1
        yield f"{x},{y} to {to_x},{to_y}: length {route.length:.4f}, {steps} steps"
    table = cost_table([])
    for one in answer.rows:
        row = one.route
        spent = costs(row.length, row.expanded, row.reached, one.ready, one.seconds)
        table.add_row(row.search, *spent)
    yield table


def table_parts(answer: PathTableAnswer) -> Iterator[RenderableType]:
    """Yield a row for each search, and the lengths that are not those of the scenario."""
    judged = not isinstance(answer.rows[0].wrong, Absent)
    counted = judged or answer.rows[0].queries > 1
    table = cost_table(["paths", *(["wrong"] if judged else [])] if counted else [])
    for row in answer.rows:
        found = [f"{row.found:,} of {row.queries:,}"]
        found += [f"{len(row.wrong or ()):,}"] if judged else []
        length = row.length if row.found else None
        spent = costs(length, row.expanded, row.reached, row.ready, row.seconds)
        table.add_row(row.search, *(found if counted else ()), *spent)
    yield table
    for row in answer.rows:
        yield from wrong_parts(answer.scenario or "", row)


def cost_table(headings: Sequence[str]) -> Table:
    """Return a table for a row of each search, with headings of its own."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("search", style="bold cyan", no_wrap=True)
    for heading in [*headings, "length", "settled", "reached", "ready ms", "ms"]:
        table.add_column(heading, justify="right")
    return table


def costs(
    length: float | None, expanded: int, reached: int, ready: float, seconds: float
) -> list[str]:
    """Return the last columns of a row: what was found, and what that took."""
    return [
        "none" if length is None else f"{length:,.4f}",
        f"{expanded:,}",
        f"{reached:,}",
        f"{1000 * ready:.2f}",
        f"{1000 * seconds:.2f}",
    ]


def wrong_parts(name: str, row: RouteTotals) -> Iterator[str]:
    """Yield the problems of a scenario whose lengths are others than those that were found."""
    found = row.wrong or ()
    for one in found[:MOST_WRONG]:
        length = "no path" if one.length is None else f"{one.length:.8f}"
        yield f"{name}:{one.line}: {length} by {row.search}, not {one.expected:.8f}"
    if len(found) > MOST_WRONG:
        yield f"{name}: {len(found) - MOST_WRONG:,} more of {row.search}"


def walk_table(answer: WalkAnswer) -> Table:
    """Return what each change cost, mended and searched anew."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("change", "cells", "agent at", "length left", "dstar settled", "astar anew"):
        table.add_column(heading, justify="right")
    for number, moment in enumerate(answer.moments):
        route = moment.route
        table.add_row(
            str(number) if number else "start",
            str(len(moment.changed)),
            f"{moment.at[0]},{moment.at[1]}",
            "no path" if route.length is None else f"{route.length:.4f}",
            f"{route.expanded:,}",
            f"{moment.anew:,}",
        )
    return table
