"""Problems of a text -> what an editor underlines and lists."""

import re
from collections.abc import Sequence
from typing import Any

from zermelo.answers.check import spelled_problem
from zermelo.answers.render.json import plain
from zermelo.errors import SourceError, ZermeloError
from zermelo.rules.check import Problem
from zermelo.text.source import Source, Span

MOST_PROBLEMS = 300
"""Problems that are listed one by one: with more, one begins with these anyway."""
PLACE = re.compile(r":([0-9]+):([0-9]+): (.*)")


def marks(problems: Sequence[Problem]) -> dict[str, Any]:
    """Return problems as JSON has them, each with its place, and how many are left out."""
    return {
        "problems": list(map(mark, problems[:MOST_PROBLEMS])),
        "more": max(0, len(problems) - MOST_PROBLEMS),
    }


def mark(problem: Problem) -> dict[str, Any]:
    """Return a problem as `check --json` has it, and where it starts and ends in the text."""
    told: dict[str, Any] = plain(spelled_problem(problem))
    return told | {
        "start": None if problem.span is None else unit(problem.span, problem.span.start),
        "end": None if problem.span is None else unit(problem.span, problem.span.end),
    }


def unit(span: Span, offset: int) -> int:
    """Return how a browser counts an offset: in units of UTF-16.

    >>> unit(Span(Source("a", "(a \\U0001f40e) b"), 0, 1), 6)
    7
    """
    before = span.source.text[:offset]
    return offset if before.isascii() else len(before.encode("utf-16-le")) // 2


def failure(error: ZermeloError, code: str, source: Source) -> Problem:
    """Return what went wrong after the check as a problem, at the rule that it blames."""
    if isinstance(error, SourceError):
        return Problem(code, error.message, error.span, "error", "")
    return blamed(str(error), code, source)


def blamed(message: str, code: str, source: Source) -> Problem:
    """Return the problem of a message whose further lines name a rule, as those of limits do."""
    first, *rest = message.splitlines()
    first = first.removeprefix(f"{source.name}: ")
    for line in rest:
        found = PLACE.match(line.removeprefix(source.name))
        if found:
            span = rest_of_line(source, int(found[1]), int(found[2]))
            return Problem(code, f"{first}; {found[3]}", span, "error", "")
    return Problem(code, first, None, "error", "")


def rest_of_line(source: Source, line: int, column: int) -> Span:
    """Return what stands from a column on to the end of its line; both are counted from 1."""
    lines = source.text.split("\n")
    start = sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
    return Span(source, start, start + len(lines[line - 1]) - column + 1)
