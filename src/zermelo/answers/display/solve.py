"""How the value of a position is shown."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.answers.answer import ByRole
from zermelo.answers.solve import FoldedBy, SolveAnswer

SHOWN_MOVES = 40
"""How many moves are listed."""


def parts(answer: SolveAnswer) -> Iterator[RenderableType]:
    """Yield the value, the line, the moves, and what that took."""
    sure = "with best play" if answer.proven else "as far as it was searched, not proven"
    yield Text(f"{values_text(answer.values)} {sure}{end_text(answer)}", style="bold")
    if answer.note:
        yield Text(answer.note)
    if answer.line:
        line = "; ".join(" ".join(joint) for joint in answer.line)
        yield Text().append("line: ", style="cyan").append(line)
    if answer.moves:
        table = Table.grid(padding=(0, 2))
        for one in answer.moves[:SHOWN_MOVES]:
            mark = "*" if one.joint in answer.best else " "
            far = "" if answer.positions is None else distance_text(one.distance)
            table.add_row(mark, " ".join(one.joint), values_text(one.values), far)
        yield table
        more = len(answer.moves) - SHOWN_MOVES
        if more > 0:
            yield Text(f"... and {more} more (--json has all)", style="dim")
    count = f"{answer.nodes:,} {'positions' if answer.positions else 'nodes'}"
    if answer.folded != answer.positions and answer.symmetries is not None:
        count += f", {answer.folded:,} up to symmetry ({symmetries_text(answer.symmetries)})"
    yield Text(
        f"{answer.method}: {count}, {answer.cpu_seconds:.2f} CPU s, {answer.seconds:.2f} s",
        style="dim",
    )


def symmetries_text(group: FoldedBy) -> str:
    """Return by which symmetries positions were counted as one."""
    more = "" if group.complete else "; there may be more"
    return f"{group.order:,} symmetries{more}"


def values_text(values: ByRole) -> str:
    """Return values for people.

    >>> values_text({"x": 100.0, "o": 0.0})
    'x 100, o 0'
    """
    return ", ".join(
        f"{role} {'no end' if value is None else f'{value:.4g}'}" for role, value in values.items()
    )


def distance_text(distance: int | None) -> str:
    """Return how far the end is, for people."""
    return "endless" if distance is None else f"end in {distance}"


def end_text(found: SolveAnswer) -> str:
    """Return how far the end is, to follow the values."""
    distance = found.distance
    if distance is None:
        return "; the match does not end" if found.endless else ""
    if distance == 0:
        return "; the match is over"
    few = ""
    if found.positions is None and found.shortest is not None:
        few = ", and no match as good is shorter" if found.shortest else ", not proved shortest"
    return f"; the end in {distance} move{'s' if distance > 1 else ''}{few}"
