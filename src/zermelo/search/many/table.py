"""A transposition table of vectors: states that were searched before, by tie rule and depth."""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.many.exact import Vector
from zermelo.search.many.ties import Ties

ENTRY = 500
"""Bytes that an entry takes, with its key and its place in the dictionary, about."""
MOST_ENTRIES = 1 << 20


@dataclass(frozen=True, slots=True)
class VectorEntry:
    """The exact worth of a state, searched to `depth`, and the line that leads to it."""

    depth: float  # infinite for a search to the end
    values: Vector
    line: tuple[Joint, ...]
    proven: bool


@dataclass(slots=True)
class VectorTable:
    """Entries by state and tie rule; when it is full, nothing new is kept."""

    most: int = MOST_ENTRIES
    entries: dict[tuple[State, Ties], VectorEntry] = field(default_factory=dict)

    def find(self, state: State, ties: Ties, depth: float) -> VectorEntry | None:
        """Return the worth of a state to `depth`: found there, or proved with less."""
        entry = self.entries.get((state, ties))
        if entry is None or (entry.depth != depth and not (entry.proven and entry.depth <= depth)):
            return None
        return entry

    def keep(self, state: State, ties: Ties, entry: VectorEntry) -> None:
        """Keep what was found last."""
        if len(self.entries) < self.most or (state, ties) in self.entries:
            self.entries[state, ties] = entry


def table_for(clock: Clock) -> VectorTable:
    """Return a table that keeps to the memory that the caller allows."""
    memory = clock.limits.memory
    return VectorTable() if memory is None else VectorTable(memory // ENTRY)
