"""How the decisions of several searches are shown side by side."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from zermelo.answers.answer import shown_value
from zermelo.answers.compare import CompareAnswer, ComparedSearch, RefusedSearch
from zermelo.answers.think import SpelledThought


def parts(answer: CompareAnswer) -> Iterator[RenderableType]:
    """Yield the rows as a table, and why searches were refused below it."""
    yield table(answer)
    for row in answer.rows:
        if isinstance(row, RefusedSearch):
            yield f"{row.search}: {row.error}"
    if answer.minimal is not None:
        yield f"The minimal tree has {answer.minimal:,} leaves."


def table(answer: CompareAnswer) -> Table:
    """Return a row for each search."""
    answered = any(isinstance(row, ComparedSearch) for row in answer.rows)
    thinker = f"{answer.role} to think, in {answer.game}" if answered else answer.game
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=thinker)
    table.add_column("search", style="bold cyan", no_wrap=True)
    table.add_column("move", no_wrap=True)
    for role in answer.roles:
        table.add_column(role, justify="right")
    for heading in ("nodes", "leaves", "cuts", "seconds"):
        table.add_column(heading, justify="right")
    for row in answer.rows:
        if isinstance(row, RefusedSearch):
            table.add_row(row.search, "refused")
            continue
        found = row.thought
        values = [bounded(found, role) for role in found.values]
        counts = [f"{count:,}" for count in (found.nodes, found.leaves, found.cuts)]
        table.add_row(row.search, found.move, *values, *counts, f"{found.seconds:.3f}")
    return table


def bounded(found: SpelledThought, role: str) -> str:
    """Return what a role gets, as the bound that it is; what is good for one is bad for the other.

    >>> from dataclasses import replace
    >>> values = {"x": 50.0, "o": 50.0}
    >>> found = SpelledThought("x", None, values, (), 0, 0, 0, 0, 0.0, True, (), "at least")
    >>> bounded(found, "x"), bounded(found, "o"), bounded(replace(found, bound="exact"), "x")
    ('>= 50', '<= 50', '50')
    """
    value = found.values[role]
    text = "not searched" if value is None else shown_value(value)
    if value is None or found.bound == "exact":
        return text
    return f"{'>=' if (found.bound == 'at least') == (role == found.role) else '<='} {text}"
