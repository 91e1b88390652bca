"""Names that are no identifiers, spelled so that ASP and infix syntax can carry them.

KIF takes nearly anything for a name: `Foo`, `+`, `5x5`, `01`. Such a name becomes `z__` and its
characters, each that is no letter or digit as `_` and its code in hex and `_`.
"""

import re

PREFIX = "z__"
PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
INTEGER = re.compile(r"(?:0|-?[1-9][0-9]*)\Z", re.ASCII)
CODED = re.compile(r"_([0-9a-f]+)_")
RESERVED = frozenset({"not"})
GREATEST = 2**31 - 1
"""The greatest number that clingo can hold."""


def is_integer(text: str) -> bool:
    """Tell whether `text` spells a number in its one canonical form, within 32 bits."""
    return len(text) <= 11 and bool(INTEGER.match(text)) and abs(int(text)) <= GREATEST


def encode(name: str, *, number: bool = True) -> str:
    """Return a lower-case identifier or number that stands for `name` and nothing else.

    Args:
        name: any text.
        number: whether a number may stand where the result will: not before a bracket.

    >>> encode("cell"), encode("5x5"), encode("a+b"), encode("-3")
    ('cell', 'z__5x5', 'z__a_2b_b', '-3')
    """
    plain = PLAIN.match(name) and name not in RESERVED and not name.startswith(PREFIX)
    return name if plain or (number and is_integer(name)) else coded(name)


def coded(name: str) -> str:
    """Return `z__` and the characters of `name`, coded where they must be."""
    parts = (char if char.isascii() and char.isalnum() else f"_{ord(char):x}_" for char in name)
    return PREFIX + "".join(parts)


def decode(text: str) -> str:
    """Return the name that `text` stands for; what `encode` never writes stays as it is.

    >>> decode("z__a_2b_b"), decode("cell")
    ('a+b', 'cell')
    """
    if not text.startswith(PREFIX):
        return text
    try:
        name = CODED.sub(lambda code: chr(int(code[1], 16)), text[len(PREFIX) :])
    except (ValueError, OverflowError):
        return text
    return name if coded(name) == text else text
