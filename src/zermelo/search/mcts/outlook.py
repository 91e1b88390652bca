"""What a tree says of its root: how each move fared, which is played, and what is expected."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.position.game import Move


@dataclass(frozen=True, slots=True)
class Option:
    """A move of the root: how often it was tried, and what it brought; bounds are proved."""

    move: Move
    visits: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is known of the root; rewards are between 0 and 1."""

    options: Sequence[Option]  # of the role that thinks
    rewards: tuple[float, ...]  # mean, or proved
    proven: bool
    mixture: Sequence[float] | None = None  # of a role that had better not be foreseen


def robust(options: Sequence[Option], low: float) -> Option:
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
    if best.low >= 1.0:
        return best
    won = [one for one in options if one.low >= 1.0]
    return max(won, key=lambda one: one.visits) if won else best
