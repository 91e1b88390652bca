"""A kind of fluent that stands on a board: which of its leaves are column, row and content."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.boards.axis import Axis

PAIR = re.compile(r"([a-z])([0-9]+)\Z")

Rows = list[tuple[str, ...]]
"""The leaves of fluents of one shape."""


@dataclass(frozen=True, slots=True)
class FluentGrid:
    """A kind of fluent that stands on a board."""

    shape: str  # the fluent with a blank for each leaf
    pair: int | None  # which leaf is a cell like `c4`, to be taken as two
    column: int  # which leaf is the column
    row: int
    columns: Axis
    rows: Axis
    content: tuple[int, ...]  # the leaves that say what is there; none for a mark
    cells: frozenset[tuple[str, str]]  # all that there can be
    settled: bool  # at the start, every cell has one content
    present: bool  # at the start, some fluents of it hold
    part: tuple[int, str] | None = None  # of several boards, the one that this leaf names so
    block: int = 0  # how many cells a block has across and down; 0 where there are none
    strip: bool = False  # its fluents name no row: there is but one

    @property
    def name(self) -> str:
        """What the fluent is called."""
        return self.shape.strip("()").split()[0]

    @property
    def title(self) -> str:
        """What the board is called."""
        return f"{self.name} {self.part[1]}" if self.part else self.name

    def shows(self, leaves: tuple[str, ...]) -> bool:
        """Tell whether a fluent with these leaves stands on this one of several boards."""
        return self.part is None or leaves[self.part[0]] == self.part[1]

    def place(self, leaves: tuple[str, ...]) -> tuple[str, str, str]:
        """Return column, row and content of a fluent with these leaves."""
        parts = joined(leaves) if self.block else (*leaves, "1") if self.strip else leaves
        parts = parts if self.pair is None else split(parts, self.pair)
        content = " ".join(parts[index] for index in self.content)
        return parts[self.column], parts[self.row], content or self.name


def split(leaves: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return the leaves with the one at `place`, such as `c4`, as two."""
    found = PAIR.match(leaves[place])
    assert found is not None
    return (*leaves[:place], *found.groups(), *leaves[place + 1 :])


def joined(leaves: Sequence[str]) -> tuple[str, str, *tuple[str, ...]]:
    """Return leaves whose first four are a block and a cell in it, with column and row instead.

    >>> joined(("3", "1", "2", "2", "9"))
    ('32', '12', '9')
    """
    return (leaves[0] + leaves[2], leaves[1] + leaves[3], *leaves[4:])
