"""Constants: every `#const` stands for a number or a name, and not for itself."""

from collections.abc import Iterator, Mapping

from zermelo.rules.checks.problem import Problem
from zermelo.text.tree import Sheet


def check_constants(sheet: Sheet, values: Mapping[str, str | None]) -> Iterator[Problem]:
    """A problem for each constant without a value."""
    for name, term in sheet.constants:
        if values[name] is None:
            message = f"the constant {name} has no value"
            hint = "give it a number or a name; it may not depend on itself or divide by zero"
            yield Problem("constant-value", message, term.span, "error", hint)
