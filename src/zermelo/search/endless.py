"""The value of an endless match of two roles: half of the total for each.

A role that can keep the match going need not accept any end. So its goals alone do not bound its
value: the half of an endless match may lie above its best goal, or below its worst.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction


def endless_values(goals: Sequence[Iterable[Fraction | int]]) -> tuple[Fraction, ...]:
    """Return the least and the most that a role may get without an end, by the goals of each role.

    What the ends share out lies between the sum of the least goals and that of the greatest ones.
    Nothing is said for any other number of roles, nor where a role has no goals.

    >>> endless_values([[90], [10, 20]])
    (Fraction(50, 1), Fraction(55, 1))
    >>> endless_values([[0, 100]])
    ()
    """
    written = [list(own) for own in goals]
    if len(written) != 2 or not all(written):
        return ()
    return Fraction(sum(map(min, written))) / 2, Fraction(sum(map(max, written))) / 2
