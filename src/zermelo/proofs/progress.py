"""Groups of fluents that go one way: what holds of them changes, and never changes back.

Of the fluents of a group at most one holds. Its places are those fluents, and one more where none
holds. A step counter is such a group, the cell of a game that only fills up, a heap that only
shrinks; also any single fluent that stays once it came. If every step of a game changes some group
that goes one way, no match lasts for ever.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

Ways = set[tuple[int, int]]
"""From which place to which other one."""
MOST_PAIRS = 20_000
"""Ways that a solver is asked about at once."""


@dataclass(slots=True)
class ProgressGroup:
    """Fluents of which at most one holds, and the ways between its places that are known."""

    fluents: tuple[int, ...]
    ways: Ways = field(default_factory=set)

    def place(self, held: Collection[int]) -> int:
        """Return which place is taken in a state, given by the fluents that hold."""
        for place, fluent in enumerate(self.fluents):
            if fluent in held:
                return place
        return len(self.fluents)

    def note(self, before: Collection[int], after: Collection[int]) -> None:
        """Learn the way that a step goes."""
        way = self.place(before), self.place(after)
        if way[0] != way[1]:
            self.ways.add(way)

    def unseen(self) -> list[tuple[int, int]]:
        """Return every way that is not known to be gone."""
        places = range(len(self.fluents) + 1)
        return [
            (first, second)
            for first in places
            for second in places
            if first != second and (first, second) not in self.ways
        ]

    def literals(self, atoms: Sequence[int], place: int) -> list[int]:
        """Return what says that a place is taken, by the atoms of all fluents."""
        if place < len(self.fluents):
            return [atoms[self.fluents[place]]]
        return [-atoms[fluent] for fluent in self.fluents]

    @property
    def changes(self) -> int | None:
        """How often it can change, as far as its ways are known; None if it comes back."""
        return longest_path(self.ways)

    @property
    def ranks(self) -> list[int]:
        """How often it can still change from each place, if it does not come back."""
        longest = longest_paths(self.ways) or {}
        return [longest.get(place, 0) for place in range(len(self.fluents) + 1)]


def longest_path(ways: Ways) -> int | None:
    """Return how many ways can be gone one after the other; None if they lead back.

    >>> longest_path({(0, 1), (1, 2), (0, 2)}), longest_path({(0, 1), (1, 0)})
    (2, None)
    """
    longest = longest_paths(ways)
    return None if longest is None else max(longest.values(), default=0)


def longest_paths(ways: Ways) -> dict[int, int] | None:
    """Return how many ways can follow one another from each place; None if they lead back.

    >>> longest_paths({(0, 1), (1, 2), (0, 2)}) == {0: 2, 1: 1, 2: 0}
    True
    """
    after: dict[int, set[int]] = {}
    for first, second in ways:
        after.setdefault(first, set()).add(second)
    longest: dict[int, int] = {}
    try:
        for place in TopologicalSorter(after).static_order():
            longest[place] = max((1 + longest[each] for each in after.get(place, ())), default=0)
    except CycleError:
        return None
    return longest
