"""Contents of cells -> symbols of one or two characters that differ."""

import re
from collections.abc import Iterable, Mapping

BLANKS = frozenset("blank empty absent none nothing vacant clear free".split())
LONGEST_SYMBOL = 6
"""How many characters a symbol may have where shorter ones would say nothing."""
MANY = 12
WORDS = re.compile(r"[A-Z]?[a-z']+|[A-Z]+(?![a-z])|[0-9]+|[^A-Za-z0-9_\s-]+")


def blanks_among(contents: Iterable[str], *, mostly_b: bool = False) -> frozenset[str]:
    """Return the contents that mean that nothing is there.

    `b` does in most sheets, but is black where another word for blank is, or a `w`; unless most
    cells have a `b` at the start.

    >>> sorted(blanks_among(["b", "x", "o"])), sorted(blanks_among(["b", "w", "empty"]))
    (['b'], ['empty'])
    """
    names = set(contents)
    found = {name for name in names if name.lower() in BLANKS}
    if not found and len(names) > 1 and (mostly_b or "w" not in names):
        found = names & {"b"}
    return frozenset(found)


def symbols_for(contents: Iterable[str]) -> Mapping[str, str]:
    """Return a short symbol for each content, different ones for different contents.

    >>> dict(symbols_for(["red", "yellow"]))
    {'red': 'r', 'yellow': 'y'}
    >>> dict(symbols_for(["white king", "white knight", "wp"]))
    {'white king': 'wk', 'white knight': 'wn', 'wp': 'wp'}
    """
    names = sorted(set(contents))
    words = {name: WORDS.findall(name) or [name] for name in names}
    keep = [name for name in names if len(name) <= 2 or name.lstrip("-").isdecimal()]
    long = [name for name in names if name not in keep]
    if len(long) > MANY:
        # Codes, such as the sixteen pieces of quarto: every character of them tells something.
        keep += [name for name in long if len(name) <= LONGEST_SYMBOL and name.isalnum()]
        long = [name for name in names if name not in keep]
    taken = {name: name for name in keep}
    used = set(keep)
    for name in long:
        symbol = next(each for each in candidates(name, words, long) if each not in used)
        taken[name] = symbol
        used.add(symbol)
    return {name: taken[name] for name in names}


def candidates(name: str, words: Mapping[str, list[str]], names: list[str]) -> Iterable[str]:
    """Yield symbols for a name, the most telling first."""
    own = [word.lower() for word in words[name]]
    if len(own) > 1:
        # The last word is the piece: its letters in order tell king from knight.
        yield from (own[0][0] + letter for letter in own[-1])
    first = name[0].lower()
    alike = [other for other in names if other != name and other[0].lower() == first]
    if not alike:
        yield first
    for place in range(1, len(name)):
        if all(name[place : place + 1] != other[place : place + 1] for other in alike):
            yield first + name[place].lower()
    yield from (first + letter.lower() for letter in name[1:])
    yield from (f"{first}{number}" for number in range(1, 1_000_000))
