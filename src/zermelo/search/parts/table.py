"""A transposition table: what is known of states that were searched before.

An entry holds both bounds. It answers only a question of the same remaining depth, or one that was
settled without a guess at no greater depth: so a search with a table has exactly the value of one
without (Knuth and Moore's bounds; Plaat et al., 1996, for keeping both).
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf

from zermelo.game.game import Joint
from zermelo.search.base import Clock

ENTRY = 400
"""Bytes that an entry takes, with its key and its place in the dictionary, about."""


@dataclass(slots=True)
class BoundEntry:
    """Bounds on the worth of a state, searched to `depth`, and the move that did best."""

    depth: float  # infinite for a search to the end
    low: float = -inf
    high: float = inf
    joint: Joint | None = None
    proven: bool = False  # no guess was involved in either bound


@dataclass(slots=True)
class TranspositionTable:
    """Entries by state; when it is full, nothing new is kept."""

    most: int = 1 << 20
    leaves: bool = False  # whether leaves are kept too, so that none is looked at twice
    entries: dict[Hashable, BoundEntry] = field(default_factory=dict)

    def find(self, key: Hashable, depth: float) -> BoundEntry | None:
        """Return bounds that hold for a search to `depth`, if there are any."""
        entry = self.entries.get(key)
        if entry is None or (entry.depth != depth and not (entry.proven and entry.depth <= depth)):
            return None
        return entry

    def move(self, key: Hashable) -> Joint | None:
        """Return the move that did best before, to any depth: to be tried first."""
        entry = self.entries.get(key)
        return entry.joint if entry else None

    def keep(
        self,
        key: Hashable,
        depth: float,
        value: float,
        window: tuple[float, float],
        joint: Joint | None,
        proven: bool,
    ) -> None:
        """Keep what a search with `window` said: a bound outside of it, a value inside."""
        entry = self.entries.get(key)
        if entry is None:
            if len(self.entries) >= self.most:
                return
            entry = self.entries[key] = BoundEntry(depth, proven=proven)
        elif entry.depth != depth:
            entry.depth, entry.low, entry.high, entry.proven = depth, -inf, inf, proven
        low, high = window
        if low < value < high:
            entry.low = entry.high = value
            entry.proven = proven
        else:
            if value > low:
                entry.low = max(entry.low, value)
            if value < high:
                entry.high = min(entry.high, value)
            # The other bound stays as it was, and so does the guess that may be in it.
            entry.proven = entry.proven and proven
        entry.joint = joint or entry.joint


def table_for(clock: Clock, *, leaves: bool = False) -> TranspositionTable:
    """Return a table that keeps to the memory that the caller allows."""
    memory = clock.limits.memory
    return (
        TranspositionTable(leaves=leaves)
        if memory is None
        else TranspositionTable(memory // ENTRY, leaves)
    )
