"""Names for variables that people like to read."""

from collections.abc import Iterator
from itertools import count

from zermelo.learn.preferences.language import Language
from zermelo.strategies.preferences.constraint import Constraint, ConstraintBody, Preferences

ROLES, OTHERS = "PQR", "ABCDEFGHIJKLMNO"
"""Letters for roles, and for all else."""


def readable(preferences: Preferences, language: Language) -> Preferences:
    """Return preferences whose variables are called P, Q for roles, and A, B, ... otherwise."""
    return Preferences(
        tuple(
            Constraint(renamed(one.body, language), one.weight, one.level)
            for one in preferences.constraints
        ),
        preferences.background,
    )


def renamed(body: ConstraintBody, language: Language) -> ConstraintBody:
    """Return a body with better names."""
    places = {
        arg: place.of
        for literal in body.literals
        for mode in language.modes
        if mode.shape == literal.shape
        for arg, place in zip(literal.args, mode.places, strict=True)
        if place.kind == "variable"
    }
    roles, others = letters(ROLES), letters(OTHERS)
    seen = dict.fromkeys(name for literal in body.literals for name in literal.variables)
    names = {name: next(roles if places[name] == "role" else others) for name in seen}
    literals = tuple(literal.renamed(names) for literal in body.literals)
    return ConstraintBody(literals, names[body.weigh] if body.weigh else None)


def letters(alphabet: str) -> Iterator[str]:
    """Yield the letters, then again with numbers behind them.

    >>> from itertools import islice
    >>> list(islice(letters("XY"), 5))
    ['X', 'Y', 'X1', 'Y1', 'X2']
    """
    yield from alphabet
    for number in count(1):
        yield from (f"{letter}{number}" for letter in alphabet)
