"""The outermost parts of a message, as they are written: what rules say is read elsewhere.

The front process has to answer everybody at any time, so it looks for brackets only; a sheet of
rules is read where the thinking is done.
"""

import re
from collections.abc import Iterator

from zermelo.errors import ReadError
from zermelo.text.infix import InfixReader
from zermelo.text.kif import read_term, spell_term
from zermelo.text.source import Source
from zermelo.text.spell_asp import asp_term

BLANK = re.compile(r"(?:\s+|;[^\n]*)*")
WORD = re.compile(r"[^\s();]+")
BRACKET = re.compile(r"[();]")
INFIX_NAME = re.compile(r"\s*([^\s()\[\],]+)\s*")
INFIX_MARK = re.compile(r"[()\[\],]")
STRETCH = 1 << 16
"""Characters that are looked through at a time: others run in between."""


def is_infix(text: str) -> bool:
    """Tell whether a message is written as `play(id,nil)`, not as `(play id nil)`."""
    return not text.lstrip().startswith("(")


def kif_items(text: str) -> list[str]:
    """Return what stands in the outermost brackets of a KIF text.

    >>> kif_items("( PLAY m.1 (( mark 2 3 ) noop ) )")
    ['PLAY', 'm.1', '(( mark 2 3 ) noop )']

    Raises:
        ReadError: the text is no list.
    """
    start = blank_end(text, 0)
    if not text.startswith("(", start):
        raise ReadError("a list in brackets expected")
    end = kif_end(text, start)
    if blank_end(text, end) != len(text):
        raise ReadError("there is more behind the closing bracket")
    found: list[str] = []
    at = blank_end(text, start + 1)
    while at < end - 1:
        if text[at] == "(":
            after = kif_end(text, at)
        else:
            word = WORD.match(text, at)
            assert word, "what is neither blank nor bracket is a word"
            after = word.end()
        found.append(text[at:after])
        at = blank_end(text, after)
    return found


def blank_end(text: str, at: int) -> int:
    """Return where blanks and comments end."""
    blank = BLANK.match(text, at)
    assert blank, "it also matches nothing"
    return blank.end()


def kif_end(text: str, start: int) -> int:
    """Return where the bracket that opens at `start` is closed."""
    depth, comment_end = 0, start
    for mark in marks(BRACKET, text, start):
        if mark.start() < comment_end:
            continue
        match mark.group():
            case "(":
                depth += 1
            case ")":
                depth -= 1
                if depth == 0:
                    return mark.end()
            case ";":
                newline = text.find("\n", mark.end())
                comment_end = len(text) if newline < 0 else newline
    raise ReadError("a bracket is never closed")


def marks(pattern: re.Pattern[str], text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Yield where a character of a kind stands."""
    for begin in range(start, len(text), STRETCH):
        yield from pattern.finditer(text, begin, min(begin + STRETCH, len(text)))


def infix_items(text: str) -> list[str]:
    """Return the name and the arguments of an infix term.

    >>> infix_items("play(m1, [mark(2,3), noop])")
    ['play', 'm1', '[mark(2,3), noop]']
    >>> infix_items("info()"), infix_items("ping")
    (['info'], ['ping'])

    Raises:
        ReadError: the text is no term.
    """
    name = INFIX_NAME.match(text)
    if name is None:
        raise ReadError("a name expected")
    rest = text[name.end() :].strip().removesuffix(".")
    if not rest:
        return [name[1]]
    if not rest.startswith("("):
        raise ReadError("a bracket expected behind the name")
    return [name[1], *infix_list(rest)]


def infix_list(text: str) -> list[str]:
    """Return what stands between the commas of one pair of brackets.

    >>> infix_list("[role(x), legal(x,M) :- true(on(M)) & role(x)]")
    ['role(x)', 'legal(x,M) :- true(on(M)) & role(x)']
    """
    text = text.strip()
    depth, begin, found = 0, 1, list[str]()
    for mark in marks(INFIX_MARK, text):
        at, character = mark.start(), mark.group()
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        if depth < 0 or (depth == 0) != (at == len(text) - 1) or at == 0 == depth:
            raise ReadError("brackets that do not match")
        if depth == 0 or (depth == 1 and character == ","):
            found.append(text[begin:at].strip())
            begin = at + 1
    if depth or not text:
        raise ReadError("a bracket is never closed")
    return [] if found == [""] else found


def plain_kif(text: str) -> str:
    """Return a move in KIF as the game spells it: single spaces.

    >>> plain_kif("( mark  2 3 )")
    '(mark 2 3)'
    """
    return spell_term(read_term(text, "move"))


def from_infix(text: str) -> str:
    """Return an infix move in KIF.

    >>> from_infix("mark(2,3)"), to_infix("(mark 2 3)")
    ('(mark 2 3)', 'mark(2,3)')
    """
    return spell_term(InfixReader(Source("move", text)).term())


def to_infix(text: str) -> str:
    """Return a KIF move in infix."""
    return asp_term(read_term(text, "move"))
