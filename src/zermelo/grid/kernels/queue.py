"""Cells that wait, in buckets by how long a path through them may be.

A bucket is an eighth of a step wide. A step makes the shortest path that seems possible longer by
more than half a step, or not at all. So a cell that was settled can get a better length only from
its own bucket, and then it is settled again; a goal is sure when its bucket is empty (Denardo and
Fox, Shortest-route methods 1, 1979, with zero lengths allowed).
"""

from typing import NamedTuple

from zermelo.grid.kernels.board import Longs
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare

WIDTH = 16
"""Bits of a length within a bucket."""
NONE = 0
"""In place of an entry, or of a cell: cell 0 is a corner of the border."""
FULL = -1
LINK = (1 << 32) - 1


class Queue(NamedTuple):
    """Stacks of entries, one for each bucket; entry 0 is not used."""

    heads: Longs  # [a power of two] the last entry of each bucket, in a circle
    entries: Longs  # [room] a cell, and in the lower half the entry below it


class Bare(NamedTuple):
    """A queue on bare memory, which does not know its size."""

    heads: Longs
    entries: Longs
    mask: int  # buckets but one
    room: int


class Marks(NamedTuple):
    """Where a queue is; in registers while a search runs."""

    spare: int  # an entry that was taken and can be used again, linked to others
    used: int  # entries ever used, or FULL
    waiting: int  # entries in buckets
    turn: int  # the bucket in turn


@inner
def bare_queue(queue: Queue) -> Bare:
    """Return a queue on bare memory."""
    heads, entries = queue.heads, queue.entries
    return Bare(bare(heads), bare(entries), heads.size - 1, entries.size)


@inner
def emptied(queue: Bare, first: int) -> Marks:
    """Forget everything; no entry will come before the length `first`."""
    for bucket in range(queue.mask + 1):
        queue.heads[bucket] = NONE
    return Marks(NONE, 1, 0, first >> WIDTH)


@inner
def put(queue: Bare, marks: Marks, cell: int, through: int) -> Marks:
    """Add a cell whose path would be `through` long; `used` is FULL if there is no room left."""
    heads, entries = queue.heads, queue.entries
    entry, spare, used = marks.spare, marks.spare, marks.used
    if entry != NONE:
        spare = entries[entry] & LINK
    else:
        entry = used
        used += 1
        if entry == queue.room:
            return Marks(spare, FULL, marks.waiting, marks.turn)
    bucket = (through >> WIDTH) & queue.mask
    entries[entry] = (cell << 32) | heads[bucket]
    heads[bucket] = entry
    return Marks(spare, used, marks.waiting + 1, marks.turn)


@inner
def take(queue: Bare, marks: Marks, last: int) -> tuple[int, Marks]:
    """Remove a cell of the first bucket that has one, up to that of `last`; NONE if none has."""
    heads, entries = queue.heads, queue.entries
    turn, mask = marks.turn, queue.mask
    if marks.waiting == 0:
        return NONE, marks
    while heads[turn & mask] == NONE:
        turn += 1
    if turn > last >> WIDTH:
        return NONE, marks
    entry = heads[turn & mask]
    value = entries[entry]
    heads[turn & mask] = value & LINK
    entries[entry] = marks.spare
    return value >> 32, Marks(entry, marks.used, marks.waiting - 1, turn)
