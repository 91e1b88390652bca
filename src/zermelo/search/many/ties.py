"""Ties: which of several moves a role makes that are worth the same to itself.

To the others they may be worth very different things, so every rule gives another equilibrium, and
a search has to keep to one of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import UsageError
from zermelo.game.game import Role
from zermelo.search.many.exact import Vector, mean

WORDS = ("leftmost", "root", "others", "average")
TIES = "of moves worth the same: leftmost, average, or against the root, the others, or a role"
"""What the option is about."""


@dataclass(frozen=True, slots=True)
class Ties:
    """A rule, as the key of a table has it."""

    rule: str
    against: Role | None = None  # who should get as little as possible


def ties_of(text: str, roles: Sequence[str], root: Role) -> Ties:
    """Return the rule that an option spells.

    >>> ties_of("root", ("red", "green"), Role(1))
    Ties(rule='against', against=1)

    Raises:
        UsageError: it is neither a rule nor a role of the game.
    """
    if text == "root":
        return Ties("against", root)
    if text in WORDS:
        return Ties(text)
    if text in roles:
        return Ties("against", Role(list(roles).index(text)))
    known = f"{', '.join(WORDS)} or a role ({', '.join(roles)})"
    raise UsageError(f"ties takes {known}, not {text!r}")


def chosen(ties: Ties, mover: Role, vectors: Sequence[Vector]) -> tuple[int, Vector]:
    """Return the place of the vector that the mover takes, and what it is worth.

    They are not the same under `average` alone: there the mover might take any of its best.

    >>> vectors = [(3, 5, 2), (4, 1, 5), (4, 6, 0), (4, 1, 5)]
    >>> chosen(Ties("leftmost"), Role(0), vectors)
    (1, (4, 1, 5))
    >>> chosen(Ties("against", Role(2)), Role(0), vectors)
    (2, (4, 6, 0))
    >>> chosen(Ties("average"), Role(0), vectors[:3])
    (1, (Fraction(4, 1), Fraction(7, 2), Fraction(5, 2)))
    """
    most = max(values[mover] for values in vectors)
    best = [place for place, values in enumerate(vectors) if values[mover] == most]
    if ties.rule == "average":
        columns = zip(*(vectors[place] for place in best), strict=True)
        return best[0], tuple(map(mean, columns))
    if ties.against is not None and ties.against != mover:
        against = ties.against
        best.sort(key=lambda place: vectors[place][against])
    elif ties.rule == "others":
        best.sort(key=lambda place: sum(vectors[place]))
    return best[0], vectors[best[0]]
