"""A set of rows that numbers them in the order in which they come, for tables that are in no cache.

As `zermelo.search.positions.kernels.intern`, slot for slot; but rows are looked up in blocks: first
all hashes of a block, then all slots, then all rows that seem to be the same, so that memory is
fetched while others are being looked at. Half of the time is saved where there are millions.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import lowest, prefetch
from zermelo.search.positions.kernels.intern import HIGH, LOW, mixed

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
BLOCK = 64


@kernel
def number_rows(slots: Words, rows: Words, size: int, found: Words, numbers: Ints) -> int:
    """Number the rows `found`, adding those that are new; returns the new size.

    Args:
        slots: [a power of two] with more free places than there are rows in `found`.
        rows: [room, words] of which `size` are known; room for all that are found.
        size: how many rows are known.
        found: [any number, words] what to look up.
        numbers: [as found] is filled.
    """
    mask = np.uint64(slots.size - 1)
    mixes = np.empty(BLOCK, np.uint64)
    for begin in range(0, found.shape[0], BLOCK):
        end = min(begin + BLOCK, found.shape[0])
        for index in range(begin, end):
            mix = mixed(found[index])
            mixes[index - begin] = mix
            prefetch(slots, np.int64(mix & mask))
        for index in range(begin, end):
            mix = mixes[index - begin]
            slot = slots[mix & mask]
            if slot != np.uint64(0) and (slot ^ mix) & HIGH == np.uint64(0):
                prefetch(rows, np.int64(slot & LOW) - 1)
        for index in range(begin, end):
            number = look_up(slots, rows, size, found, index, mixes[index - begin])
            numbers[index] = number
            if number == size:
                for word in range(rows.shape[1]):
                    rows[size, word] = found[index, word]
                size += 1
    return size


@inner
def look_up(slots: Words, rows: Words, size: int, found: Words, index: int, mix: np.uint64) -> int:
    """Return the number of a row; `size` if it is new, and then its slot is taken."""
    mask = np.uint64(slots.size - 1)
    place = mix & mask
    while True:
        slot = slots[place]
        if slot == np.uint64(0):
            slots[place] = (mix & HIGH) | np.uint64(size + 1)
            return size
        if (slot ^ mix) & HIGH == np.uint64(0):
            number = np.int64(slot & LOW) - 1
            same = True
            for word in range(rows.shape[1]):
                same = same and rows[number, word] == found[index, word]
            if same:
                return int(number)
        place = (place + np.uint64(1)) & mask


@kernel
def fill_slots(slots: Words, rows: Words, size: int) -> None:
    """Put all rows, which are known to differ, into empty slots."""
    mask = np.uint64(slots.size - 1)
    mixes = np.empty(BLOCK, np.uint64)
    for begin in range(0, size, BLOCK):
        end = min(begin + BLOCK, size)
        for number in range(begin, end):
            mix = mixed(rows[number])
            mixes[number - begin] = mix
            prefetch(slots, np.int64(mix & mask))
        for number in range(begin, end):
            mix = mixes[number - begin]
            place = mix & mask
            while slots[place] != np.uint64(0):
                place = (place + np.uint64(1)) & mask
            slots[place] = (mix & HIGH) | np.uint64(number + 1)


@kernel
def count_moves(legal: Words, ended: NDArray[np.bool_]) -> int:
    """Return how many moves there are in all states that have not ended."""
    total = 0
    for state in range(legal.shape[0]):
        if not ended[state]:
            for word in range(legal.shape[1]):
                rest = legal[state, word]
                while rest != np.uint64(0):
                    rest &= rest - np.uint64(1)
                    total += 1
    return total


@kernel
def list_moves(legal: Words, ended: NDArray[np.bool_], parents: Ints, moves: Ints) -> None:
    """List the moves [moves, 1] of all states that have not ended, beside their numbers."""
    at = 0
    for state in range(legal.shape[0]):
        if not ended[state]:
            for word in range(legal.shape[1]):
                rest = legal[state, word]
                while rest != np.uint64(0):
                    parents[at] = state
                    moves[at, 0] = 64 * word + lowest(rest)
                    rest &= rest - np.uint64(1)
                    at += 1


@kernel
def hash_rows(rows: Words, hashes: Words) -> None:
    """Fill `hashes` [rows]."""
    for number in range(rows.shape[0]):
        hashes[number] = mixed(rows[number])


@kernel
def estimate_rows(rows: Words, weights: Ints, base: int, estimates: Ints) -> None:
    """Fill `estimates` [rows] with the base and the weights of all fluents that hold."""
    for number in range(rows.shape[0]):
        total = base
        for word in range(rows.shape[1]):
            rest = rows[number, word]
            while rest != np.uint64(0):
                total += weights[64 * word + lowest(rest)]
                rest &= rest - np.uint64(1)
        estimates[number] = total
