"""Rules in another syntax, within limits: what a sheet calculates is written out by a child.

A calculation of a few characters can stand for more facts than there is memory for.
"""

from typing import Any

from zermelo.answers.texts import respelled, syntax_for
from zermelo.errors import LimitError, ReadError, RuleError, SourceError, ZermeloError
from zermelo.game.library import parse_game_name
from zermelo.process.child import MemoryOutError, TimeOutError
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.expansion.normal import calculates
from zermelo.rules.parameters import instantiate
from zermelo.text.read import Syntax, read_text, syntax_named
from zermelo.text.source import Source, Span
from zermelo.text.tree import Sheet

KINDS: dict[str, type[SourceError]] = {kind.__name__: kind for kind in (ReadError, RuleError)}
"""Errors with a place, which come back from the child as what they were."""
MORE = {TimeOutError: " (--max-seconds allows more)", MemoryOutError: " (--max-memory allows more)"}


def respelled_within(
    sheet: Sheet, file: str, syntax: str | None, to: Syntax, allowance: Allowance
) -> str:
    """Return the rules of `file` in the syntax `to`.

    Raises:
        RuleError: they cannot be said in that syntax.
        LimitError: that takes more time or memory than is allowed.
    """
    if to == "asp" or not any(map(calculates, sheet.rules)):
        return respelled(sheet, to)
    source = sheet.source
    _, values = parse_game_name(file) if file != "-" and ":" in file else ("", {})
    message = {
        "name": source.name,
        "text": source.text,
        "syntax": syntax_for(source.name, syntax, source.text),
        "values": values,
        "to": to,
    }
    try:
        answer = call("zermelo.apps.converting:respell_here", message, allowance)
    except LimitError as error:
        more = next((text for kind, text in MORE.items() if isinstance(error, kind)), "")
        raise LimitError(f"{source.name}: writing out what it calculates: {error}{more}") from None
    if "text" in answer:
        return str(answer["text"])
    raise failure(answer, source)


def respell_here(message: Message) -> dict[str, Any]:
    """Write rules out, in a child; return the text, or what is wrong and where."""
    source = Source(message["name"], message["text"])
    try:
        sheet = read_text(source, syntax_named(message["syntax"]))
        return {"text": respelled(instantiate(sheet, message["values"]), message["to"])}
    except SourceError as error:
        place = [error.span.start, error.span.end] if error.span else []
        return {"kind": type(error).__name__, "message": error.message, "place": place}


def failure(answer: dict[str, Any], source: Source) -> ZermeloError:
    """Return the error that a child has told of."""
    span = Span(source, *answer["place"]) if answer["place"] else None
    return KINDS.get(answer["kind"], SourceError)(answer["message"], span)
