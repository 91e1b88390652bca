"""A file -> its problems: those of its text, of its rules, and those that show in play."""

from pathlib import Path, PurePath

from zermelo.answers.texts import CheckedText, checked_text, problem, syntax_for
from zermelo.errors import ReadError
from zermelo.game.library import entries, parse_game_name
from zermelo.game.load import read_rules
from zermelo.rules.check import check
from zermelo.text.load import load_source, load_text
from zermelo.text.read import ENDINGS, read_text
from zermelo.text.tree import Sheet


def checked(file: str, syntax: str | None) -> CheckedText:
    """Return every problem of a file, of standard input (`-`), or of a library game."""
    if is_library_name(file):
        sheet = read_rules(file)
        return CheckedText(check(sheet), sheet)
    try:
        source = load_text(file)
    except ReadError as error:
        return CheckedText((problem(error, "unreadable"),), unreadable=True)
    return checked_text(source, syntax)


def is_library_name(file: str) -> bool:
    """Tell whether a game of the library is meant, not a file."""
    if file == "-" or PurePath(file).suffix in ENDINGS or Path(file).exists():
        return False
    return parse_game_name(file)[0] in entries()


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
