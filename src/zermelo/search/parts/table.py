"""A transposition table: what is known of states that were searched before.

An entry holds both bounds. It answers only a question of the same remaining depth, or one that was
settled without a guess at no greater depth: so a search with a table has exactly the value of one
without (Knuth and Moore's bounds; Plaat et al., 1996, for keeping both).
"""

from dataclasses import dataclass, field, replace
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.parts.folds import Folds

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
    """Entries by state; when it is full, nothing new is kept.

    With folds, symmetric states share an entry while a search goes to the end: what is guessed
    need not be symmetric.
    """

    most: int = 1 << 20
    leaves: bool = False  # whether leaves are kept too, so that none is looked at twice
    folds: Folds | None = None
    folding: bool = False  # whether the search that goes on is to the end
    entries: dict[State, BoundEntry] = field(default_factory=dict)

    def folded(self, state: State) -> tuple[State, int]:
        """Return the state that stands for a state, and which symmetry leads there."""
        if self.folds is None or not self.folding:
            return state, 0
        return self.folds.smallest(state)

    def find(self, state: State, depth: float) -> BoundEntry | None:
        """Return bounds that hold for a search to `depth`, if there are any."""
        key, turned = self.folded(state)
        entry = self.entries.get(key)
        if entry is None or (entry.depth != depth and not (entry.proven and entry.depth <= depth)):
            return None
        if turned == 0 or entry.joint is None or self.folds is None:
            return entry
        return replace(entry, joint=self.folds.original(entry.joint, turned))

    def move(self, state: State) -> Joint | None:
        """Return the move that did best before, to any depth: to be tried first."""
        key, turned = self.folded(state)
        entry = self.entries.get(key)
        if entry is None or entry.joint is None or self.folds is None:
            return entry.joint if entry else None
        return self.folds.original(entry.joint, turned)

    def keep(
        self,
        state: State,
        depth: float,
        value: float,
        window: tuple[float, float],
        joint: Joint | None,
        proven: bool,
    ) -> None:
        """Keep what a search with `window` said: a bound outside of it, a value inside."""
        key, turned = self.folded(state)
        if joint is not None and self.folds is not None:
            joint = self.folds.image(joint, turned)
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


def table_for(
    clock: Clock, *, leaves: bool = False, folds: Folds | None = None
) -> TranspositionTable:
    """Return a table that keeps to the memory that the caller allows."""
    memory = clock.limits.memory
    return (
        TranspositionTable(leaves=leaves, folds=folds)
        if memory is None
        else TranspositionTable(memory // ENTRY, leaves, folds)
    )
