"""A set of rows that numbers them in the order in which they come; rows are compared whole.

Open addressing with linear probing (Knuth, The Art of Computer Programming 3, section 6.4). A slot
is 0 if it is free; else its high half is taken from the hash, so that rows that differ are hardly
ever fetched, and its low half is 1 more than the number of the row.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import times

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
LOW = np.uint64(0xFFFFFFFF)
HIGH = np.uint64(0xFFFFFFFF00000000)


@kernel
def mixed(row: Words) -> np.uint64:
    """Return a hash of a row (the finaliser of SplitMix64; Steele, Lea and Flood, 2014)."""
    mix = np.uint64(0x9E3779B97F4A7C15)
    for word in row:
        mix ^= word
        mix = times(mix ^ (mix >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
        mix = times(mix ^ (mix >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
        mix ^= mix >> np.uint64(31)
    return mix


@kernel
def intern(slots: Words, rows: Words, size: int, found: Words, numbers: Ints) -> int:
    """Number the rows `found`, adding those that are new; returns the new size.

    Args:
        slots: [a power of two] with more free places than there are rows in `found`.
        rows: [room, words] of which `size` are known; room for all that are found.
        size: how many rows are known.
        found: [any number, words] what to look up.
        numbers: [as found] is filled.
    """
    mask = np.uint64(slots.size - 1)
    for index in range(found.shape[0]):
        mix = mixed(found[index])
        place = mix & mask
        while True:
            slot = slots[place]
            if slot == np.uint64(0):
                slots[place] = (mix & HIGH) | np.uint64(size + 1)
                rows[size] = found[index]
                numbers[index] = size
                size += 1
                break
            if (slot ^ mix) & HIGH == np.uint64(0):
                number = np.int64(slot & LOW) - 1
                same = True
                for word in range(rows.shape[1]):
                    same = same and rows[number, word] == found[index, word]
                if same:
                    numbers[index] = number
                    break
            place = (place + np.uint64(1)) & mask
    return size


@kernel
def refill(slots: Words, rows: Words, size: int) -> None:
    """Put all rows, which are known to differ, into empty slots."""
    mask = np.uint64(slots.size - 1)
    for number in range(size):
        mix = mixed(rows[number])
        place = mix & mask
        while slots[place] != np.uint64(0):
            place = (place + np.uint64(1)) & mask
        slots[place] = (mix & HIGH) | np.uint64(number + 1)
