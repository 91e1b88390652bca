"""What a match that never ends counts: half of what two roles share out.

A role that may go round for ever need not take what the ends give it. So nobody may say that a role
gets no more than the best of its goals, or no less than the worst, without looking at that half.
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
