"""A text that is being written, looked at in a child: what is wrong, how it reads otherwise."""

from typing import Any

from zermelo.answers.texts import checked_text, respelled
from zermelo.errors import LimitError, SourceError, UsageError
from zermelo.process.frames import Message
from zermelo.text.read import ENDINGS, Syntax, syntax_named
from zermelo.text.source import Source
from zermelo.web.writing.diagnostics import failure, marks


def ending(syntax: Syntax) -> str:
    """Return how a file in a syntax ends.

    >>> ending("asp")
    '.lp'
    """
    return next(end for end, named in ENDINGS.items() if named == syntax)


def draft(message: Message) -> tuple[Source, Syntax]:
    """Return the text of a message, and its syntax."""
    syntax = syntax_named(message["syntax"])
    return Source(f"rules{ending(syntax)}", message["text"]), syntax


def check_here(message: Message) -> dict[str, Any]:
    """Return every problem of a text; run in a child."""
    found = checked_text(*draft(message))
    return {"ok": found.ok} | marks(found.problems)


def convert_here(message: Message) -> dict[str, Any]:
    """Return a text in another syntax, or what is in the way; run in a child."""
    source, syntax = draft(message)
    found = checked_text(source, syntax)
    if found.sheet is None:
        return {"text": None} | marks(found.problems)
    try:
        text = respelled(found.sheet, syntax_named(message["to"]))
    except (SourceError, LimitError, UsageError) as error:
        return {"text": None} | marks([failure(error, "not-converted", source)])
    return {"text": text} | marks(())
