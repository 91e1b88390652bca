"""Which rows are new: a hash table that is asked about a thousand rows at a time.

A table of millions of rows lies in memory that is slow to reach, but many places of it can be on
their way at once: first the slots of all rows are fetched, then the rows that may be equal to them,
and then they are compared (Chen, Ailamaki, Gibbons and Mowry, Improving hash join performance
through prefetching, 2004). Slots and numbers are those of `zermelo.search.positions`.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, bits, prefetch, times
from zermelo.search.positions.exploring_space import FALLS, MOVES, RANK, SIZE, Explored

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]

FREE = np.uint64(0)
LOW = np.uint64(0xFFFFFFFF)
HIGH = np.uint64(0xFFFFFFFF00000000)
AHEAD = 16
"""Rows between the one that is put into a slot and the one whose slot is fetched."""


@inner
def bare_explored(known: Explored) -> Explored:
    """Return what is known on bare memory."""
    return Explored(
        bare(known.rows),
        known.words,
        known.room,
        bare(known.slots),
        known.mask,
        known.base,
        bare(known.movers),
        bare(known.sizes),
        bare(known.goals),
        bare(known.children),
        known.space,
        bare(known.ranked),
        bare(known.at),
    )


@inner
def mixed_at(rows: Words, at: int, words: int) -> np.uint64:
    """Return the hash of a row, as `zermelo.search.positions.kernels.intern.mixed` does."""
    mix = np.uint64(0x9E3779B97F4A7C15)
    for word in range(words):
        mix ^= rows[at + word]
        mix = times(mix ^ (mix >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
        mix = times(mix ^ (mix >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
        mix ^= mix >> np.uint64(31)
    return mix


@inner
def are_ranked(known: Explored, found: Words, size: int) -> bool:
    """Whether as many of the ranked fluents hold in all of these rows as in the level before."""
    words, wrong = known.words, False
    for index in range(size):
        holding = 0
        for word in range(words):
            holding += bits(found[index * words + word] & known.ranked[word])
        wrong = wrong or holding != known.at[RANK]
    return not wrong


@inner
def number_rows(known: Explored, found: Words, hashes: Words, parents: Ints, size: int) -> None:
    """Write down the numbers of `size` rows, adding those that are new, as `intern` does it."""
    words, slots, rows, mask = known.words, known.slots, known.rows, np.uint64(known.mask)
    for index in range(size):
        mix = mixed_at(found, index * words, words)
        hashes[index] = mix
        prefetch(slots, np.int64(mix & mask))
    for index in range(size):
        slot = slots[np.int64(hashes[index] & mask)]
        if slot != FREE and (slot ^ hashes[index]) & HIGH == FREE:
            prefetch(rows, (np.int64(slot & LOW) - 1) * words)
    number, move, falls = known.at[SIZE], known.at[MOVES], known.at[FALLS]
    for index in range(size):
        mix = hashes[index]
        place = mix & mask
        while True:
            slot = slots[np.int64(place)]
            if slot == FREE:
                slots[np.int64(place)] = (mix & HIGH) | np.uint64(number + 1)
                for word in range(words):
                    rows[number * words + word] = found[index * words + word]
                known.children[move + index] = number
                number += 1
                break
            if (slot ^ mix) & HIGH == FREE:
                like = np.int64(slot & LOW) - 1
                same = True
                for word in range(words):
                    same = same and rows[like * words + word] == found[index * words + word]
                if same:
                    known.children[move + index] = like
                    falls |= np.int64(like <= parents[index])
                    break
            place = (place + np.uint64(1)) & mask
    known.at[SIZE], known.at[MOVES], known.at[FALLS] = number, move + size, falls


@kernel
def put_back(known: Explored) -> None:
    """Put the rows from number `base` on, which are known to differ, into empty slots."""
    rows, slots, words, size = bare(known.rows), bare(known.slots), known.words, known.at[SIZE]
    mask = np.uint64(known.mask)
    for number in range(known.base, size):
        if number + AHEAD < size:
            mix = mixed_at(rows, (number + AHEAD) * words, words)
            prefetch(slots, np.int64(mix & mask))
        mix = mixed_at(rows, number * words, words)
        place = mix & mask
        while slots[np.int64(place)] != FREE:
            place = (place + np.uint64(1)) & mask
        slots[np.int64(place)] = (mix & HIGH) | np.uint64(number + 1)
