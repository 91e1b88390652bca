"""Characters that a reader of the text does not see, and that may make it read otherwise.

A right-to-left mark can show `(goal x 100)` where the text says something else (Boucher and
Anderson, Trojan Source, 2021), so such marks are refused even inside comments.
"""

import re
import unicodedata
from collections.abc import Iterator

from zermelo.text.source import Source, Span

NUL = "\0"
BLANKS = frozenset("\t\n\v\f\r")
FILLERS = frozenset("\u034f\u115f\u1160\u3164\uffa0")
"""Letters and marks by category, drawn as nothing."""
UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Controls, formats, and separators of lines and paragraphs."""


def is_hidden(char: str) -> bool:
    """Tell whether `char` shows nothing and is no blank.

    >>> is_hidden("x"), is_hidden(" "), is_hidden("\\u202e"), is_hidden("\\0")
    (False, False, True, True)
    """
    if char in BLANKS:
        return False
    return char in FILLERS or unicodedata.category(char) in UNSEEN


def name_of(char: str) -> str:
    """Return what a character is called, with its code.

    >>> name_of("\\u202e"), name_of("\\x07")
    ('RIGHT-TO-LEFT OVERRIDE (U+202E)', 'control character (U+0007)')
    """
    return f"{unicodedata.name(char, 'control character')} (U+{ord(char):04X})"


def hidden(source: Source) -> Iterator[Span]:
    """Every hidden character, in the order of the text."""
    # A text has few different characters: look at each once, then let a pattern find them all.
    found = sorted(char for char in set(source.text) if is_hidden(char))
    if found:
        pattern = re.compile("|".join(map(re.escape, found)))
        for match in pattern.finditer(source.text):
            yield Span(source, match.start(), match.end())
