"""The shortest hypotheses that satisfy all rows, by looking at groups of columns level by level.

What stands at the highest level must not count against any row, since nothing below can mend it;
rows that it does not decide are left to the levels below. So a hypothesis is a group with no
negative row, and a hypothesis for the rows where it is nought. Total lengths are tried in ascending
order. Groups are built shortest column first, and the last column is looked for in one comparison
of whole tables: so there are few steps as long as hypotheses are short.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Gains = NDArray[np.int32]  # [columns, rows] worse minus better
Use = tuple[int, int, int]
"""A column, its weight, its level."""
Hypothesis = tuple[Use, ...]
Group = tuple[int, ...]
"""Signed columns: those from the number of columns on are the columns times -1."""


class OutOfTimeError(Exception):
    """There was no time to look at all hypotheses of a length."""


@dataclass(slots=True)
class Shortest:
    """Looks for hypotheses; `deadline` is on the monotonic clock."""

    gains: Gains
    lengths: NDArray[np.int32]  # [columns]
    levels: int
    many: int
    deadline: float
    signed: Gains = field(init=False)
    spans: NDArray[np.int32] = field(init=False)  # [signed columns] their lengths
    order: list[int] = field(init=False)  # signed columns, the shortest first

    def __post_init__(self) -> None:
        """Put the columns into order."""
        self.signed = np.concatenate([self.gains, -self.gains])
        self.spans = np.concatenate([self.lengths, self.lengths])
        self.order = np.argsort(self.spans, kind="stable").tolist()

    def search(self, longest: int) -> tuple[list[Hypothesis], int]:
        """Return hypotheses of the least length, so many at most, and the length that is sure.

        If there are none, the second number is the greatest length that none has.
        """
        everything = np.arange(self.gains.shape[1])
        for length in range(1, longest + 1):
            found: list[Hypothesis] = []
            try:
                for groups in self.stacks(everything, length, self.levels):
                    found.append(self.hypothesis(groups))
                    if len(found) >= self.many:
                        break
            except OutOfTimeError:
                return found, length if found else length - 1
            if found:
                return found, length
        return [], longest

    def hypothesis(self, groups: tuple[Group, ...]) -> Hypothesis:
        """Return groups, the highest first, as uses of columns."""
        size = len(self.gains)
        return tuple(
            sorted(
                (one % size, -1 if one >= size else 1, len(groups) - depth)
                for depth, group in enumerate(groups)
                for one in group
            )
        )

    def stacks(
        self, rows: NDArray[np.int64], length: int, levels: int
    ) -> Iterator[tuple[Group, ...]]:
        """Yield groups for the levels from the top that decide all rows with exactly this length."""
        for top in range(1, length + 1) if levels > 1 else (length,):
            for group, decided in self.groups(rows, top):
                if decided.all():
                    if top == length:
                        yield (group,)
                elif levels > 1 and top < length and decided.any():
                    for rest in self.stacks(rows[~decided], length - top, levels - 1):
                        yield (group, *rest)

    def groups(
        self, rows: NDArray[np.int64], length: int
    ) -> Iterator[tuple[Group, NDArray[np.bool_]]]:
        """Yield groups of exactly this length without a negative row, and the rows they decide."""
        table = self.signed[:, rows]
        todo: list[tuple[Group, int, int, Gains]] = [((), 0, length, np.zeros(len(rows), np.int32))]
        while todo:
            if time.monotonic() > self.deadline:
                raise OutOfTimeError
            group, start, left, total = todo.pop()
            last = self.columns(start, left, group)
            whole = total + table[last]
            for index in np.flatnonzero((whole >= 0).all(axis=1)).tolist():
                yield (*group, int(last[index])), whole[index] > 0
            for place in range(start, len(self.order)):
                one = self.order[place]
                span = int(self.spans[one])
                if 2 * span > left:
                    break  # what follows is at least as long, and would leave less than that
                if self.other(one) not in group:
                    todo.append(((*group, one), place + 1, left - span, total + table[one]))

    def columns(self, start: int, length: int, group: Group) -> NDArray[np.int64]:
        """Return the columns of one length from a place in the order on, without opposites."""
        spans = self.spans[self.order]
        first = max(start, int(np.searchsorted(spans, length, "left")))
        places = self.order[first : int(np.searchsorted(spans, length, "right"))]
        opposite = {self.other(one) for one in group}
        return np.array([one for one in places if one not in opposite], np.int64)

    def other(self, one: int) -> int:
        """Return the number of a signed column with the other sign."""
        size = len(self.gains)
        return one - size if one >= size else one + size
