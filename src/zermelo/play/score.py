"""What results are worth: a mean score, and how far chance may have moved it."""

from dataclasses import dataclass

from zermelo.sampling.wilson import wilson


@dataclass(frozen=True, slots=True)
class MeanScore:
    """A mean of scores between 0 and 1, with its 95% interval."""

    mean: float
    low: float
    high: float


def score(scores: list[float], independent: int) -> MeanScore | None:
    """Return the mean of scores and Wilson's interval (1927, JASA 22); None if there are none.

    Matches that were played twice, move for move, tell nothing new: only `independent` count. The
    interval takes every match for won or lost, the widest that a mean allows, so draws make it
    wider than need be, never too narrow.

    >>> found = score([1.0] * 10, 10)
    >>> found.mean, round(found.low, 2), found.high
    (1.0, 0.72, 1.0)
    >>> score([], 0) is None
    True
    """
    if not scores:
        return None
    mean = sum(scores) / len(scores)
    return MeanScore(mean, *wilson(mean, max(1, independent)))
