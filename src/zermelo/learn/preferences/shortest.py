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
"""Signed columns: first all with the first sign, then all with the second."""


MOST_CELLS = 10_000_000_000
"""Cells of tables that are compared at most: ten seconds of work or so."""
LEAST_CELLS = 5_000
"""What a comparison costs at least."""


class ComparisonLimitError(Exception):
    """There was no time to look at all hypotheses of a length."""


@dataclass(slots=True)
class Shortest:
    """Looks for hypotheses until a deadline on the monotonic clock, or for a number of cells."""

    gains: Gains
    lengths: NDArray[np.int32]  # [columns]
    signs: tuple[int, ...]  # the weights that there are: 1, -1 or both
    levels: int
    many: int
    deadline: float
    cells: int = MOST_CELLS  # that are still compared
    signed: Gains = field(init=False)
    spans: NDArray[np.int32] = field(init=False)  # [signed columns] their lengths
    order: NDArray[np.int64] = field(init=False)  # signed columns, the shortest first
    firsts: list[int] = field(init=False)  # [length] where columns of at least this length begin

    def __post_init__(self) -> None:
        """Put the columns into order."""
        self.signed = np.concatenate([sign * self.gains for sign in self.signs])
        self.spans = np.tile(self.lengths, len(self.signs))
        self.order = np.argsort(self.spans, kind="stable")
        lengths = range(int(self.spans.max()) + 2)
        self.firsts = np.searchsorted(self.spans[self.order], lengths).tolist()

    def search(self, longest: int) -> tuple[list[Hypothesis], int]:
        """Return hypotheses of the least length, at most `many`, and the length that is sure.

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
            except ComparisonLimitError:
                return found, length if found else length - 1
            if found:
                return found, length
        return [], longest

    def hypothesis(self, groups: tuple[Group, ...]) -> Hypothesis:
        """Return groups, the highest first, as uses of columns."""
        size = len(self.gains)
        return tuple(
            sorted(
                (one % size, self.signs[one // size], len(groups) - depth)
                for depth, group in enumerate(groups)
                for one in group
            )
        )

    def stacks(
        self, rows: NDArray[np.int64], length: int, levels: int
    ) -> Iterator[tuple[Group, ...]]:
        """Yield groups for levels from the top on that decide all rows, of exactly this length."""
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
        table = self.signed[np.ix_(self.order, rows)]
        todo: list[tuple[Group, int, int, Gains]] = [((), 0, length, np.zeros(len(rows), np.int32))]
        longest = len(self.firsts) - 2
        while todo:
            if time.monotonic() > self.deadline or self.cells < 0:
                raise ComparisonLimitError
            group, start, left, total = todo.pop()
            if left <= longest:
                first, end = max(start, self.firsts[left]), self.firsts[left + 1]
                whole = total + table[first:end]
                self.cells -= whole.size + LEAST_CELLS
                for index in np.flatnonzero(whole.min(axis=1, initial=0) == 0).tolist():
                    yield (*group, int(self.order[first + index])), whole[index] > 0
            # A column that leaves less than its own length is the last, and was looked at above.
            for place in range(start, self.firsts[min(left // 2, longest) + 1]):
                one = int(self.order[place])
                rest = left - int(self.spans[one])
                todo.append(((*group, one), place + 1, rest, total + table[place]))
