"""States in memory: rows in the order in which they were first seen, each with its parent.

Rows and parents have room for all that the limit allows from the start: pages that nobody writes to
take no memory, and nothing has to be copied when there are more. Slots are made anew, four times or
twice as many, when two thirds of them are taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from zermelo.engine.engine import Ints, Words
from zermelo.search.one_role.flood import BATCH

FIRST_SLOTS = 1 << 13
FAST_GROWTH = 1 << 24
"""Slots up to which there are four times as many at once."""
MOST_STATES = (1 << 31) - 1
"""States are numbered by 32 bits."""
SLOT, PARENT, WORD = 8, 4, 8
"""Bytes."""


@dataclass(slots=True)
class StateMemory:
    """All states so far, of which `size` rows are in use."""

    words: int
    limit: int  # bytes
    size: int = 0
    rows: Words = field(init=False)  # [room, words]
    parents: Ints = field(init=False)  # [room] the number of the state that each was reached from
    slots: Words = field(init=False)
    begin: int = 0  # of the level that is searched now
    end: int = 0
    batch: int = 0  # where the last batch of the frontier begins
    told: int = 0  # states that were handed out as new

    def __post_init__(self) -> None:
        """Make room."""
        room = max(BATCH, min(self.limit // (self.words * WORD + PARENT), MOST_STATES))
        while True:
            try:
                self.rows = np.empty((room, self.words), np.uint64)
                self.parents = np.empty(room, np.int32)
                break
            except MemoryError:  # where a system gives no memory before it is there
                room //= 2
        self.slots = np.zeros(FIRST_SLOTS, np.uint64)

    @classmethod
    def holding(cls, row: Words, limit: int) -> "StateMemory":
        """Return a memory with one state."""
        memory = cls(len(row), limit)
        memory.numbered(row[None])
        memory.parents[0] = -1
        memory.end = memory.told = 1
        return memory

    def has_room(self, more: int) -> bool:
        """Whether `more` states would still fit."""
        size = self.size + more
        slots = self.slots_for(more)
        taken = size * (self.words * WORD + PARENT) + slots * SLOT
        return taken <= self.limit and size <= len(self.rows)

    def slots_for(self, more: int) -> int:
        """Return how many slots there should be to add `more` states."""
        slots = len(self.slots)
        while 3 * (self.size + more) > 2 * slots:
            slots *= 4 if slots < FAST_GROWTH else 2
        return slots

    def numbered(self, rows: Words) -> Ints:
        """Return the numbers of rows, after adding those that are new."""
        from zermelo.search.one_role.kernels.seen import fill_slots, number_rows

        slots = self.slots_for(len(rows))
        if slots > len(self.slots):
            self.slots = self.slots[:0].copy()  # lets go of the old ones first
            self.slots = np.zeros(slots, np.uint64)
            fill_slots(self.slots, self.rows, self.size)
        numbers = np.empty(len(rows), np.int32)
        self.size = number_rows(self.slots, self.rows, self.size, rows, numbers)
        return numbers

    def frontier(self) -> Iterator[Words]:
        """Yield the states of the level that is searched now, in batches."""
        for begin in range(self.begin, self.end, BATCH):
            self.batch = begin
            yield self.rows[begin : min(begin + BATCH, self.end)]

    def offer(self, rows: Words, parents: Ints) -> None:
        """Take children [children, words], with the places of their parents in the last batch."""
        before = self.size
        numbers = self.numbered(rows)
        # Of several that have the same number the last assignment stays: that of the first child.
        new = np.flatnonzero(numbers >= before)[::-1]
        self.parents[numbers[new]] = parents[new] + self.batch

    def fresh(self) -> Iterator[Words]:
        """Yield states that are new."""
        while self.told < self.size:
            begin, self.told = self.told, min(self.told + BATCH, self.size)
            yield self.rows[begin : self.told]

    def finish(self) -> Iterator[Words]:
        """Yield what is left, and go on to the next level."""
        yield from self.fresh()
        self.begin, self.end = self.end, self.size

    def way(self, row: Words, depth: int) -> list[Words]:
        """Return the states on the way to one, it included."""
        number = int(self.numbered(row[None])[0])
        found: list[Words] = []
        while number >= 0:
            found.append(self.rows[number])
            number = int(self.parents[number])
        return found[::-1]

    def close(self) -> None:
        """Let go of everything."""
        self.rows, self.parents, self.slots = self.rows[:0], self.parents[:0], self.slots[:0]
