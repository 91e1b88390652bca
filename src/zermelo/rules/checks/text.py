"""Checks of the characters: what cannot be seen must not be there."""

from zermelo.rules.checks.problem import Problem
from zermelo.text.characters import NUL, hidden, name_of
from zermelo.text.source import Source


def check_text(source: Source) -> tuple[Problem, ...]:
    """Return a problem for each NUL byte and each other hidden character."""
    problems: list[Problem] = []
    for span in hidden(source):
        if span.text == NUL:
            hint = "save the rules as plain text in UTF-8"
            problems.append(Problem("nul-byte", "NUL byte in the text", span, "error", hint))
        else:
            message = f"hidden character {name_of(span.text)}"
            hint = "delete it: it is not shown, or changes the order in which the rest is shown"
            problems.append(Problem("hidden-character", message, span, "error", hint))
    return tuple(problems)
