"""The numbers of max^n: exact where goals are, floats where an evaluator guesses.

What is proven compares, adds and averages goals. In floats 0.1 and 0.2 are more than 0.3, and a tie
goes unnoticed; so goals are integers or fractions until a result is handed over.
"""

from fractions import Fraction

from zermelo.game.game import Values
from zermelo.game.proof import exact

Number = float | Fraction
"""An integer or a fraction if it comes from goals alone, a float if a guess is in it."""
Vector = tuple[Number, ...]
"""A number for each role."""
SAFE = 1 << 53
"""Up to here every integer is a float."""


def goal_number(goal: float) -> Number:
    """Return a goal as the number that was written, which is mostly an integer.

    >>> goal_number(50.0), goal_number(0.1)
    (50, Fraction(1, 10))
    """
    return exact(goal) if abs(goal) > SAFE or goal != int(goal) else int(goal)


def mean(column: Vector) -> Number:
    """Return the mean, exact if all numbers are.

    >>> mean((1, 2)), mean((0.25, 1))
    (Fraction(3, 2), 0.625)
    """
    total = sum(column)
    return total / len(column) if isinstance(total, float) else Fraction(total, len(column))


def decimals(vector: Vector) -> Values:
    """Return the nearest floats: for results and watchers, never to go on with."""
    return tuple(map(float, vector))
