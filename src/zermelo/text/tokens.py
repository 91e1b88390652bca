"""The words of a text in ASP syntax, and a refusal of whatever would reach outside of it.

clingo opens included files and loads scripts even when it is only asked to parse, so a text of
unknown origin is cut into words here, and refused here, before anything else sees it.
"""

import re
from dataclasses import dataclass

from zermelo.errors import ReadError
from zermelo.text.names import GREATEST
from zermelo.text.source import Source, Span

TOKEN = re.compile(
    r"""
    (?P<space>   [ \t\r\n\f\v]+ )
  | (?P<block>   %\* )
  | (?P<comment> %[^\n]* )
  | (?P<hash>    \#[A-Za-z]+\+? | \# )
  | (?P<number>  [0-9][A-Za-z0-9_]* )
  | (?P<name>    _*[a-z][A-Za-z0-9_']* )
  | (?P<variable> _*[A-Z][A-Za-z0-9_']* | _+ )
  | (?P<string>  "[^"\n]*"? )
  | (?P<symbol>  :- | :~ | \.\. | \*\* | <= | >= | != | == | <> | [-+*/\\|&?^~.,;:(){}\[\]<>=@] )
    """,
    re.VERBOSE,
)
BLOCK = re.compile(r"%\*|\*%")
AGGREGATES = ("#sum", "#sum+", "#count", "#min", "#max")
ALLOWED = (*AGGREGATES, "#const", "#show")
WHY_NOT = {
    "#include": "put all rules into one file",
    "#script": "rules cannot run programs",
    "#external": "write facts or rules instead",
    "#program": "leave it out: rules have one part only",
    "#defined": "leave it out: it says nothing about the game",
    "#minimize": "aims are said by goal(role,value)",
    "#maximize": "aims are said by goal(role,value)",
    "#true": "leave it out",
    "#false": "leave the rule out",
    "#sup": "write a number",
    "#inf": "write a number",
}


@dataclass(frozen=True, slots=True)
class AspToken:
    """A word of the text: its kind (number, name, variable, hash, symbol, end) and place."""

    kind: str
    text: str
    span: Span


def tokens(source: Source) -> list[AspToken]:
    """Return the words of `source`, comments left out, with one of kind `end` at the end."""
    found: list[AspToken] = []
    text, position = source.text, 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            char = text[position]
            raise ReadError(f"unexpected character {char!r}", Span(source, position, position + 1))
        kind = match.lastgroup or ""
        span = Span(source, position, match.end())
        position = match.end()
        if kind == "block":
            position = end_of_block(source, span)
        elif kind not in ("space", "comment"):
            allowed(kind, match.group(), span)
            found.append(AspToken(kind, match.group(), span))
    found.append(AspToken("end", "the end of the text", Span(source, len(text), len(text))))
    return found


def allowed(kind: str, text: str, span: Span) -> None:
    """Refuse a word that is no part of game rules."""
    if kind == "hash" and text not in ALLOWED:
        hint = WHY_NOT.get(text, f"of directives only {', '.join(ALLOWED)} are known")
        raise ReadError(f"'{text}' is not allowed in rules; {hint}", span)
    if kind == "string":
        hint = "write a name that starts with a small letter"
        raise ReadError(f"strings are not allowed in rules; {hint}", span)
    if text == "@":
        raise ReadError("'@' calls a script, which rules cannot; write the value itself", span)
    if kind == "number":
        if not text.isdigit() or (text[0] == "0" and text != "0"):
            raise ReadError(f"'{text}' is neither a number nor a name", span)
        if len(text) > 10 or int(text) > GREATEST:
            message = (
                f"{text[:20]} is too great a number; at most {GREATEST} can be calculated with"
            )
            raise ReadError(message, span)


def end_of_block(source: Source, start: Span) -> int:
    """Return where the comment `%* ... *%` ends; such comments nest."""
    depth = 1
    for mark in BLOCK.finditer(source.text, start.end):
        depth += 1 if mark.group() == "%*" else -1
        if depth == 0:
            return mark.end()
    raise ReadError("'%*' opens a comment that no '*%' closes", start)
