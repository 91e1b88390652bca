"""A table of bounds that keeps what took long to find: buckets of one cache line.

An entry is the whole state, so that no two are ever mistaken for each other, and 24 bits of what is
known: a lower and an upper bound, and the work that it took. These bits lie in the last word of the
state where it has room for them, else in a word of their own. In a full bucket, a newcomer takes
the place of the entry that took least work; that one goes to the last place, which is for the
newest of all others (two-tier replacement; Breuker, Uiterwijk and van den Herik, 1996).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, prefetch
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]
Longs = NDArray[np.int64]
SHIFT = np.uint64(40)
"""Where the 24 bits of an entry begin in their word."""
LOW_SHIFT, HIGH_SHIFT, WORK_SHIFT = np.uint64(40), np.uint64(48), np.uint64(56)
BYTE, SIX = np.uint64(0xFF), np.uint64(0x3F)
USED = np.uint64(1) << np.uint64(62)
SPARE = np.uint64(24)
ENTRIES, MOST, LOST = range(3)
"""How many entries there are, how many there may be before a larger table is asked for, and how
many have been replaced."""
STATE = 3
LONGEST_WORK = 63
MOST_LEVELS = 255


class BoundTable(NamedTuple):
    """Buckets, and what their entries look like."""

    cells: Words  # [buckets * stride]
    buckets: int  # a power of two
    stride: int  # words of a bucket
    slots: int  # entries of a bucket
    entry: int  # words of an entry
    words: int  # of a state
    state: Longs  # [STATE]


@inner
def bare_bounds(table: BoundTable) -> BoundTable:
    """Return a table on bare memory."""
    return BoundTable(
        bare(table.cells),
        table.buckets,
        table.stride,
        table.slots,
        table.entry,
        table.words,
        bare(table.state),
    )


@inner
def bucket_of(table: BoundTable, hashed: np.uint64) -> int:
    """Return where the bucket of a hash begins."""
    return int(np.int64(hashed & np.uint64(table.buckets - 1))) * table.stride


@inner
def fetch(table: BoundTable, hashed: np.uint64) -> None:
    """Have a bucket fetched from memory."""
    prefetch(table.cells, bucket_of(table, hashed))


@inner
def find(table: BoundTable, keys: Words, key: int, hashed: np.uint64) -> int:
    """Return where the word is that knows the bounds of a state; -1 if it is not there."""
    begin = bucket_of(table, hashed)
    whole = table.words if table.entry > table.words else table.words - 1
    for slot in range(table.slots):
        at = begin + slot * table.entry
        known = at + table.entry - 1
        if table.cells[known] & USED == np.uint64(0):
            return -1  # places are taken from the first on
        word = 0
        while word < whole and table.cells[at + word] == keys[key + word]:
            word += 1
        if word < whole:
            continue
        if whole == table.words:
            return known
        if (table.cells[known] ^ keys[key + whole]) << SPARE == np.uint64(0):
            return known
    return -1


@inner
def low_of(known: np.uint64) -> int:
    """Return the lower bound that is known."""
    return int(np.int64(known >> LOW_SHIFT & BYTE))


@inner
def high_of(known: np.uint64) -> int:
    """Return the upper bound that is known."""
    return int(np.int64(known >> HIGH_SHIFT & BYTE))


@inner
def bits_of(low: int, high: int, work: int) -> np.uint64:
    """Return what is to be known, as the highest bits of a word."""
    bits: np.uint64 = np.uint64(low) << LOW_SHIFT | np.uint64(high) << HIGH_SHIFT
    return bits | np.uint64(work) << WORK_SHIFT | USED


@inner
def effort(nodes: int) -> int:
    """Return the work of so many nodes: the bits of their number, up to 63."""
    bits = 0
    while nodes:
        nodes >>= 1
        bits += 1
    return min(bits, LONGEST_WORK)


@inner
def keep(
    table: BoundTable, keys: Words, key: int, hashed: np.uint64, low: int, high: int, nodes: int
) -> None:
    """Remember bounds of a state that took so many nodes; they add to what is known of it."""
    work = effort(nodes)
    known = find(table, keys, key, hashed)
    if known >= 0:
        before = table.cells[known]
        work = max(work, work_of(before))
        bits = bits_of(max(low, low_of(before)), min(high, high_of(before)), work)
        if table.entry == table.words:
            bits |= before << SPARE >> SPARE
        table.cells[known] = bits
        return
    at = room_for(table, hashed, work)
    for word in range(table.words):
        table.cells[at + word] = keys[key + word]
    last = at + table.entry - 1
    if table.entry > table.words:
        table.cells[last] = np.uint64(0)
    table.cells[last] |= bits_of(low, high, work)


@inner
def work_of(known: np.uint64) -> int:
    """Return the work that bounds took."""
    return int(np.int64(known >> WORK_SHIFT & SIX)) & 0x3F


@inner
def room_for(table: BoundTable, hashed: np.uint64, work: int) -> int:
    """Return where an entry may go that took some work; what was there is lost, or moved."""
    begin = bucket_of(table, hashed)
    least, least_work = -1, LONGEST_WORK + 1
    for slot in range(table.slots):
        at = begin + slot * table.entry
        known = table.cells[at + table.entry - 1]
        if known & USED == np.uint64(0):
            table.state[ENTRIES] += 1
            return at
        if slot < table.slots - 1 and work_of(known) < least_work:
            least, least_work = at, work_of(known)
    table.state[LOST] += 1
    last = begin + (table.slots - 1) * table.entry
    if least < 0 or least_work > work:
        return last
    for word in range(table.entry):
        table.cells[last + word] = table.cells[least + word]
    return least


@kernel
def refill(whole_old: BoundTable, whole_new: BoundTable) -> None:
    """Copy all entries to an empty table."""
    old, new = bare_bounds(whole_old), bare_bounds(whole_new)
    key = np.zeros(old.words, np.uint64)
    for bucket in range(old.buckets):
        for slot in range(old.slots):
            at = bucket * old.stride + slot * old.entry
            known = old.cells[at + old.entry - 1]
            if known & USED == np.uint64(0):
                break
            for word in range(old.words):
                key[word] = old.cells[at + word]
            if old.entry == old.words:
                key[old.words - 1] = key[old.words - 1] << SPARE >> SPARE
            to = room_for(new, hash_of(key, 0, old.words), work_of(known))
            for word in range(old.entry):
                new.cells[to + word] = old.cells[at + word]


@kernel
def bounds_of_row(table: BoundTable, key: Words) -> int:
    """Return what is known of a state that is a row of its own: low + 256 * high; -1 is nothing."""
    first = int(np.int64(0))
    known = find(table, key, first, hash_of(key, first, table.words))
    if known < 0:
        return -1
    return low_of(table.cells[known]) + 256 * high_of(table.cells[known])
