"""What a tree says of its root: how each move fared, which is played, and what is expected."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.game.game import Move, Values

WON = 100
"""The goal of a win."""


@dataclass(frozen=True, slots=True)
class RootMove:
    """A move of the root: how often it was tried, and the goal it brought; bounds are proved."""

    move: Move
    visits: int
    mean: float
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is known of the root, in goals."""

    options: Sequence[RootMove]  # of the role that thinks
    visits: int  # matches from the root
    values: Values  # their mean, within what is proved
    settled: bool  # whether the bounds of every role meet
    constant: bool  # whether bounds rely on two roles sharing out the same at every end
    mixture: Sequence[float] | None = None  # of a role that had better not be foreseen


def within(mean: float, low: Fraction, high: Fraction) -> float:
    """Return a mean, or the bound that it is beyond.

    >>> within(60.0, Fraction(10), Fraction(30))
    30.0
    """
    return min(max(mean, float(low)), float(high))


def robust(options: Sequence[RootMove], low: Fraction) -> RootMove:
    """Return the option to play: what is proved best, else what was tried most.

    `low` is what is sure at the root. An option that is proved to be worth no more than that is
    only taken if the one that was tried most seems to be worth less.
    """
    assert options, "there is a legal move"
    sure = [one for one in options if one.low >= low and one.low == one.high]
    better = [one for one in options if one.high > low]
    best = max(better or sure or options, key=lambda one: (one.visits, one.mean))
    if sure and best.mean < low:
        return max(sure, key=lambda one: (one.low, one.visits))
    if best.low >= WON:
        return best
    won = [one for one in options if one.low >= WON]
    return max(won, key=lambda one: one.visits) if won else best
