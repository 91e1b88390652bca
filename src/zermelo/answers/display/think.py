"""How the decision of a search is shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from zermelo.answers.answer import shown_value

if TYPE_CHECKING:
    from zermelo.answers.think import SpelledThought, ThinkAnswer


def parts(answer: "ThinkAnswer") -> Iterator[RenderableType]:
    """Yield the move, its value, why, the line, and what that took."""
    found = answer.thought
    if found.role is None:
        yield Text(f"{(found.note or '').capitalize()}.", style="bold")
        yield Text(value_text(found))
    elif found.move is None:
        values = value_text(found).removeprefix("value: ").removesuffix(" (proven)")
        yield Text(f"The match is over: {values}", style="bold")
    else:
        yield Text().append(f"{found.role} plays ").append(found.move, style="bold")
        yield Text(value_text(found))
    if found.note and found.role is not None:
        yield Text(found.note)
    for text in answer.why.text if answer.why else ():
        yield Text().append("why: ", style="cyan").append(text)
    if found.line and not (answer.why and answer.why.line):
        line = "; ".join(" ".join(joint) for joint in found.line)
        yield Text().append("line: ", style="cyan").append(line)
    counts = f"{found.nodes:,} nodes, {found.leaves:,} leaves, {found.cuts:,} cuts"
    depth = f"depth {found.depth}, " if found.depth else ""
    yield Text(f"{depth}{counts}, {found.seconds:.3f} s", style="dim")


def value_text(found: "SpelledThought") -> str:
    """Return the values of a decision in a line, for people.

    >>> from dataclasses import replace
    >>> from zermelo.answers.think import SpelledThought
    >>> values = {"x": 40.0, "o": 60.0}
    >>> known = SpelledThought("x", None, values, (), 0, 0, 0, 0, 0.0, True, (), "exact")
    >>> value_text(known), value_text(replace(known, bound="at least", proven=False))
    ('value: x 40, o 60 (proven)', 'value for x: at least 40')
    >>> value_text(replace(known, values={"x": None, "o": None}))
    'value: none (proven)'
    >>> value_text(replace(known, values={"x": None, "o": None}, proven=False))
    'value: not searched yet'
    """
    values, role = found.values, found.role
    proven = " (proven)" if found.proven else ""
    if set(values.values()) == {None}:
        unknown = "unknown" if found.note else "not searched yet"
        return f"value: {'none (proven)' if proven else unknown}"
    if found.bound != "exact" and role is not None:
        return f"value for {role}: {found.bound} {shown_value(values[role])}{proven}"
    each = ", ".join(f"{name} {shown_value(value)}" for name, value in values.items())
    return f"value: {each}{proven}"
