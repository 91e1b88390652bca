"""A file -> its problems: those of its text, of its rules, and those that show in play."""

import re
from dataclasses import dataclass
from pathlib import Path, PurePath

from zermelo.errors import ReadError
from zermelo.position.library import entries
from zermelo.position.load import read_rules
from zermelo.rules.check import Problem, check, check_text
from zermelo.rules.parameters import parse_game_name
from zermelo.text.load import BLANKS, STANDARD_INPUT, is_blank, load_source, load_text
from zermelo.text.read import ENDINGS, Syntax, read_text, syntax_named, syntax_of
from zermelo.text.source import Source
from zermelo.text.tree import Sheet


@dataclass(frozen=True, slots=True)
class Checked:
    """What reading and checking came to; the sheet is there if it could be read."""

    problems: tuple[Problem, ...]
    sheet: Sheet | None = None
    unreadable: bool = False  # no text at all

    @property
    def ok(self) -> bool:
        """Whether there are warnings at most."""
        return not any(problem.severity == "error" for problem in self.problems)


def checked(file: str, syntax: str | None) -> Checked:
    """Return every problem of a file, of standard input (`-`), or of a library game."""
    if is_library_name(file):
        sheet = read_rules(file)
        return Checked(check(sheet), sheet)
    try:
        source = load_text(file)
    except ReadError as error:
        return Checked((problem(error, "unreadable"),), unreadable=True)
    return checked_text(source, syntax)


def checked_text(source: Source, syntax: str | None) -> Checked:
    """Return every problem of a text."""
    hidden = check_text(source)
    if any(each.code == "nul-byte" for each in hidden):
        return Checked(hidden, unreadable=True)
    if is_blank(source.text):
        empty = ReadError("no rules here: it is empty or has only comments")
        return Checked((*hidden, problem(empty, "no-rules")))
    try:
        sheet = read_text(source, syntax_for(source.name, syntax, source.text))
    except ReadError as error:
        # Where hidden characters are the trouble, what the reader stumbled over is not news.
        return Checked(hidden or (problem(error, "syntax"),))
    return Checked(check(sheet), sheet)


def is_library_name(file: str) -> bool:
    """Tell whether a game of the library is meant, not a file."""
    if file == "-" or PurePath(file).suffix in ENDINGS or Path(file).exists():
        return False
    return parse_game_name(file)[0] in entries()


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


def sheet_of(file: str, syntax: str | None) -> Sheet:
    """Return the rules of a file, of standard input (`-`), or of a library game, unchecked.

    Constants stay constants, unless they are given values: `nim:pile1=2`.
    """
    if file in entries():
        file = str(entries()[file].rules)
    elif file != "-" and ":" in file:
        return read_rules(file)
    source = load_source(file)
    return read_text(source, syntax_for(file, syntax, source.text))
