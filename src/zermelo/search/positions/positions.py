"""Positions: a set of states, as rows, that numbers them in the order in which they come."""

from dataclasses import dataclass, field

import numpy as np

from zermelo.engine.engine import Ints, Words

ROOM = 1 << 12
GROWTH = 1.5
MOST_POSITIONS = (1 << 31) - 1
"""Positions are numbered by 32 bits."""


@dataclass(slots=True)
class Positions:
    """Rows, all different; `size` of them are in use."""

    words: int
    size: int = 0
    store: Words = field(init=False)  # [room, words]
    slots: Words = field(init=False)

    def __post_init__(self) -> None:
        """Make some room."""
        self.store = np.empty((ROOM, self.words), np.uint64)
        self.slots = np.zeros(2 * ROOM, np.uint64)

    @property
    def rows(self) -> Words:
        """The rows so far."""
        return self.store[: self.size]

    def bytes_to_add(self, more: int) -> int:
        """Return how much memory it takes to add `more` rows: they are copied, slots refilled."""
        room, slots = self.room_for(more)
        copied = room * self.words * 8 if room > len(self.store) else 0
        return self.store.nbytes + copied + slots * 8

    def room_for(self, more: int) -> tuple[int, int]:
        """Return how many rows and slots there should be to add `more` rows."""
        room, slots = len(self.store), len(self.slots)
        if self.size + more > room:
            room = max(self.size + more, int(room * GROWTH))
        while 3 * (self.size + more) > 2 * slots:
            slots *= 2
        return room, slots

    def add(self, found: Words) -> Ints:
        """Return the numbers of rows, after adding those that are new."""
        from zermelo.search.positions.kernels.intern import intern, refill

        room, slots = self.room_for(len(found))
        if room > len(self.store):
            store = np.empty((room, self.words), np.uint64)
            store[: self.size] = self.rows
            self.store = store
        if slots > len(self.slots):
            self.slots = self.slots[:0].copy()  # lets go of the old ones first
            self.slots = np.zeros(slots, np.uint64)
            refill(self.slots, self.store, self.size)
        numbers = np.empty(len(found), np.int32)
        self.size = intern(self.slots, self.store, self.size, found, numbers)
        return numbers
