"""Triangular norms: how true "a and b" is, by how true a and b are; and "a or b", its dual.

A t-norm T is commutative, associative, never falls when an argument rises, and T(x, 1) = x. Its
dual is S(x, y) = 1 - T(1 - x, 1 - y). (Klement, Mesiar and Pap, Triangular Norms, 2000.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Literal

Kind = Literal["product", "minimum", "yager", "lukasiewicz"]
Form = Literal["fold", "floor"]


@dataclass(frozen=True, slots=True)
class Norm:
    """A t-norm with its threshold: how degrees of truth are combined.

    Without a threshold, long conjunctions come near to 0 even if all of their parts are true. With
    one, what is true stays at `theta` at least: `fold` takes two parts at a time, from the left, as
    the book does; `floor` takes all true parts together, so that their order is no matter, and
    treats disjunctions as its dual.
    """

    kind: Kind = "product"
    q: float = 2.0  # of yager
    theta: float | None = None
    form: Form = "fold"

    def all_of(self, values: Sequence[float]) -> float:
        """Return how true it is that all hold."""
        if self.theta is None:
            return self.plain(values)
        if self.form == "floor":
            true = [value for value in values if value > 0.5]
            false = [value for value in values if value <= 0.5]
            floor = max(self.plain(true), self.theta) if true else 1.0
            return self.plain([floor, *false])
        found = values[0] if values else 1.0
        for value in values[1:]:
            both = self.plain((found, value))
            found = max(both, self.theta) if found > 0.5 and value > 0.5 else both
        return found

    def some_of(self, values: Sequence[float]) -> float:
        """Return how true it is that some hold."""
        others = [1 - value for value in values]
        if self.theta is not None and self.form == "floor":
            return 1 - self.all_of(others)
        if self.kind == "product":
            # 1 minus a product of what is near to 1 would lose what is small.
            found = 0.0
            for value in values:
                found += value * (1 - found)
            return found
        return 1 - self.plain(others)

    def plain(self, values: Sequence[float]) -> float:
        """Return how true it is that all hold, without a threshold."""
        match self.kind:
            case "product":
                found = 1.0
                for value in values:
                    found *= value
                return found
            case "minimum":
                return min(values, default=1.0)
            case "lukasiewicz":
                missing = 0.0
                for value in values:
                    missing += 1 - value
                return max(0.0, 1 - missing)
            case "yager":
                return 1 - length([1 - value for value in values], self.q)


def length(values: Sequence[float], q: float) -> float:
    """Return (x1^q + x2^q + ...)^(1/q), at most 1: Yager's S.

    >>> round(length([0.3, 0.4], 2), 12), length([0.9, 0.9], 1), length([0.1, 0.3], 1e9)
    (0.5, 1.0, 0.3)
    """
    largest = max(values, default=0.0)
    if largest <= 0:
        return 0.0
    # By logarithms and relative to the largest: small powers vanish, small roots overflow.
    total = sum((value / largest) ** q for value in values)
    power = log(largest) + log(total) / q
    return exp(power) if power < 0 else 1.0
