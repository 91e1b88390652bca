"""A text of nested brackets -> items with their places: what tree files and JSON have in common.

Read without recursion, so that a million brackets are a message and not a crash.
"""

import re
from dataclasses import dataclass, field
from json import loads
from math import isfinite

from zermelo.errors import ReadError
from zermelo.text.source import Source, Span

DEEPEST_NESTING = 300
"""How deep brackets may nest: a search comes back up one move at a time."""
GREATEST = 1e9
"""Beyond it, what is shared out could not be added up exactly enough."""
CLOSING = {"[": "]", "(": ")", "{": "}"}
KINDS = {"[": "list", "(": "vector", "{": "object"}
STRING = r'"(?:[^"\\\n]|\\.)*"?'
PLAIN = re.compile(
    rf"(?P<blank>\s+|[%#][^\n]*)|(?P<string>{STRING})"
    r"|(?P<word>[^\s\[\](){},:\"%#]+)|(?P<mark>[\[\](){},:])"
)
JSON = re.compile(
    rf"(?P<blank>\s+)|(?P<string>{STRING})|(?P<word>[^\s\[\](){{}},:\"]+)|(?P<mark>[\[\](){{}},:])"
)


@dataclass(slots=True)
class BracketItem:
    """A value as written: a number, a text or word, or brackets with items; maybe with a name."""

    kind: str  # number, text, word, list, vector or object
    span: Span
    number: float = 0.0
    text: str = ""
    items: list["BracketItem"] = field(default_factory=list)
    by_name: dict[str, "BracketItem"] = field(default_factory=dict)  # of an object
    name: str | None = None
    name_span: Span | None = None


@dataclass(frozen=True, slots=True)
class BracketToken:
    """A word, a string or a mark, with its place."""

    kind: str  # word, string, mark or end
    text: str
    span: Span


def nested(source: Source, start: int = 0, *, json: bool = False) -> BracketItem:
    """Return the one item that a text consists of, from `start` on.

    Raises:
        ReadError: brackets that do not match, missing commas, text after the end, too deep.
    """
    words = tokens(source, start, json=json)
    top = BracketItem("top", Span(source, start, len(source.text)))
    stack = [top]
    name: BracketToken | None = None
    number = 0
    while words[number].kind != "end":
        token, after = words[number], words[number + 1]
        around = stack[-1]
        if around is top and top.items:
            raise ReadError("the tree has ended before this; a file has one", token.span)
        if token.text in CLOSING.values() and token.kind == "mark":
            close(stack, token, name)
            number = separated(words, number + 1, stack[-1])
        elif after.kind == "mark" and after.text == ":" and token.kind != "mark":
            if name is not None:
                raise ReadError(f"a second name, after {name.text}", token.span)
            name = token
            number += 2
        else:
            item = begun(token)
            named(item, name, around)
            name = None
            around.items.append(item)
            if token.kind == "mark":
                if len(stack) > DEEPEST_NESTING:
                    message = f"too deep: at most {DEEPEST_NESTING} brackets within each other"
                    raise ReadError(message, token.span)
                stack.append(item)
                number += 1
            else:
                number = separated(words, number + 1, around)
    return finished(stack, name, words[-1])


def finished(stack: list[BracketItem], name: BracketToken | None, end: BracketToken) -> BracketItem:
    """Return the whole, if nothing is left open."""
    if len(stack) > 1:
        opened = stack[-1].span
        raise ReadError(f"'{opened.source.text[opened.start]}' is never closed", opened)
    if name is not None:
        raise ReadError(f"nothing follows the name {name.text}", name.span)
    if not stack[0].items:
        raise ReadError("there is no tree here: write for instance [[3,12,8],[2,4,6]]", end.span)
    return stack[0].items[0]


def close(stack: list[BracketItem], token: BracketToken, name: BracketToken | None) -> None:
    """Finish the innermost bracket."""
    opened = stack[-1]
    begin = opened.span.source.text[opened.span.start] if len(stack) > 1 else ""
    if CLOSING.get(begin) != token.text:
        found = f"but '{begin}' is open" if begin else "but nothing is open"
        raise ReadError(f"'{token.text}' closes nothing, {found}", token.span)
    if name is not None:
        raise ReadError(f"nothing follows the name {name.text}", name.span)
    opened.span = Span(opened.span.source, opened.span.start, token.span.end)
    stack.pop()


def separated(words: list[BracketToken], number: int, around: BracketItem) -> int:
    """Return where the next item starts: after a comma, unless the bracket ends."""
    token = words[number]
    if around.kind == "top" or token.kind == "end" or token.text in CLOSING.values():
        return number
    if token.text != ",":
        raise ReadError("a comma is missing before this", token.span)
    return number + 1


def begun(token: BracketToken) -> BracketItem:
    """Return the item that a token is, or that it opens."""
    if token.kind == "string":
        try:
            return BracketItem("text", token.span, text=loads(token.text))
        except ValueError:
            raise ReadError(
                "this text is not finished, or has a wrong escape", token.span
            ) from None
    if token.kind == "mark":
        if token.text not in KINDS:
            raise ReadError(f"a value should be here, not '{token.text}'", token.span)
        return BracketItem(KINDS[token.text], token.span)
    if not re.match(r"[-+]?\.?[0-9]", token.text):
        return BracketItem("word", token.span, text=token.text)
    try:
        value = float(token.text.replace("_", "?"))
    except ValueError:
        raise ReadError(f"'{token.text}' is no number", token.span) from None
    if not isfinite(value) or abs(value) > GREATEST:
        raise ReadError(f"{token.text} is too great: at most {GREATEST:,.0f}", token.span)
    return BracketItem("number", token.span, number=value, text=token.text)


def named(item: BracketItem, name: BracketToken | None, around: BracketItem) -> None:
    """Give an item its name, which all items of an object have, each another."""
    if name is None:
        if around.kind == "object":
            raise ReadError('in {...} every value has a name: "name": value', item.span)
        return
    if around.kind == "vector":
        raise ReadError("a number of a vector has no name", name.span)
    item.name = begun(name).text
    item.name_span = name.span
    if around.kind == "object":
        if item.name in around.by_name:
            raise ReadError(f"{item.name} is there twice", name.span)
        around.by_name[item.name] = item


def tokens(source: Source, start: int, *, json: bool) -> list[BracketToken]:
    """Return the words, strings and marks of a text, with one of kind `end` at the end."""
    found: list[BracketToken] = []
    pattern = JSON if json else PLAIN
    position = start
    while position < len(source.text):
        match = pattern.match(source.text, position)
        assert match is not None, "some kind takes any character"
        span = Span(source, position, match.end())
        position = match.end()
        if match.lastgroup != "blank":
            found.append(BracketToken(match.lastgroup or "", match.group(), span))
    end = len(source.text)
    found.append(BracketToken("end", "", Span(source, end, end)))
    return found
