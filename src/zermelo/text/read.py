"""Texts read in whichever of the three syntaxes they are written in."""

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from typing import Literal, get_args

from zermelo.errors import UsageError
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

Syntax = Literal["kif", "infix", "asp"]
"""The syntaxes, each called like the module that reads it."""
SYNTAXES: tuple[Syntax, ...] = get_args(Syntax)
ENDINGS: dict[str, Syntax] = {".kif": "kif", ".gdl": "infix", ".lp": "asp"}


def syntax_of(path: str | PurePath) -> Syntax:
    """Return the syntax that a file's ending stands for.

    >>> syntax_of("games/nim/rules.lp")
    'asp'
    """
    ending = PurePath(path).suffix.lower()
    if ending not in ENDINGS:
        known = ", ".join(f"{end} ({syntax})" for end, syntax in ENDINGS.items())
        raise UsageError(f"'{path}' does not end in one of {known}")
    return ENDINGS[ending]


def syntax_named(name: str) -> Syntax:
    """Return the syntax of that name."""
    for syntax in SYNTAXES:
        if syntax == name:
            return syntax
    raise UsageError(f"no syntax is called '{name}'; there are {', '.join(SYNTAXES)}")


def read_text(source: Source, syntax: Syntax) -> Sheet:
    """Return the rules of a text in a syntax.

    Many published `.gdl` files are KIF: no infix rule starts with a bracket or a semicolon.
    """
    if syntax == "infix" and source.text.lstrip().startswith(("(", ";")):
        syntax = "kif"
    return reader_of(syntax)(source)


def reader_of(syntax: Syntax) -> Callable[[Source], Sheet]:
    """Return what reads texts of exactly that syntax; only this one is loaded."""
    reader: Callable[[Source], Sheet] = import_module(f"zermelo.text.{syntax}").read
    return reader
