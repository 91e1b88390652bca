"""Texts of rules: every problem that one has, and how it reads in another syntax.

Nothing here needs a game, so that a text is looked at without waiting for what games need.
"""

import re
from dataclasses import dataclass

from zermelo.errors import ReadError
from zermelo.rules.check import Problem, check, check_text
from zermelo.text.load import BLANKS, STANDARD_INPUT, is_blank
from zermelo.text.read import Syntax, read_text, syntax_named, syntax_of
from zermelo.text.source import Source
from zermelo.text.spell import spell
from zermelo.text.tree import Sheet


@dataclass(frozen=True, slots=True)
class CheckedText:
    """What reading and checking came to; the sheet is there if it could be read."""

    problems: tuple[Problem, ...]
    sheet: Sheet | None = None
    unreadable: bool = False  # no text at all

    @property
    def ok(self) -> bool:
        """Whether there are warnings at most."""
        return not any(problem.severity == "error" for problem in self.problems)


def checked_text(source: Source, syntax: str | None) -> CheckedText:
    """Return every problem of a text."""
    hidden = check_text(source)
    if any(each.code == "nul-byte" for each in hidden):
        return CheckedText(hidden, unreadable=True)
    if is_blank(source.text):
        empty = ReadError("no rules here: it is empty or has only comments")
        return CheckedText((*hidden, problem(empty, "no-rules")))
    try:
        sheet = read_text(source, syntax_for(source.name, syntax, source.text))
    except ReadError as error:
        # Where hidden characters are the trouble, what the reader stumbled over is not news.
        return CheckedText(hidden or (problem(error, "syntax"),))
    return CheckedText(check(sheet), sheet)


def problem(error: ReadError, code: str) -> Problem:
    """Return an error of reading as a problem."""
    return Problem(code, error.message, error.span, "error", "")


def syntax_for(file: str, named: str | None, text: str) -> Syntax:
    """Return the syntax that was named, or that the file's ending says, or that it looks like.

    >>> syntax_for("-", None, "; nim\\n(role x)"), syntax_for("-", None, "role(x).")
    ('kif', 'asp')
    """
    if named is not None:
        return syntax_named(named)
    if file not in ("-", STANDARD_INPUT):
        return syntax_of(file)
    start = BLANKS.match(text)
    if text[start.end() if start else 0 :].startswith("("):
        return "kif"
    return "asp" if re.search(r"\.\s*(%.*)?$", text, re.MULTILINE) else "infix"


def respelled(sheet: Sheet, syntax: Syntax) -> str:
    """Return rules in a syntax; what only ASP can say becomes facts in the others."""
    if syntax != "asp":
        from zermelo.rules.expand import expand
        from zermelo.rules.goal_scale import on_goal_scale

        sheet = on_goal_scale(expand(sheet))
    return spell(sheet, syntax)
