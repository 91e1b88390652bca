"""Rows of states to the wires of 1024 lanes and back, all lanes at a time.

A block is 64 vectors of 16 words: word g of vector i belongs to lane 64 g + i as long as the block
holds rows, and bit i of word g of vector k to the same lane when it holds wires. One turn of 64 by
64 bits does that to 16 squares at once (Warren, Hacker's Delight, section 7-3).
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.vector import WORDS, both, differ, fill, load, lowered, raised, store

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
SIDE = 64
LANES = SIDE * WORDS


@inner
def turn_block(block: Words) -> None:
    """Transpose 16 squares of 64 by 64 bits in place."""
    width = SIDE >> 1
    mask = np.uint64(0x00000000FFFFFFFF)
    while width > 0:
        chosen = fill(mask)
        for start in range(0, SIDE, 2 * width):
            for index in range(start, start + width):
                one, other = load(block, index * WORDS), load(block, (index + width) * WORDS)
                swap = both(differ(lowered(one, width), other), chosen)
                store(block, (index + width) * WORDS, differ(other, swap))
                store(block, index * WORDS, differ(one, raised(swap, width)))
        width >>= 1
        mask ^= mask << np.uint64(width)


@inner
def rows_to_wires(
    rows: Words, words: int, numbers: Ints, lanes: int, fluents: int, wires: Words, block: Words
) -> None:
    """Set the fluents of lanes to those of the rows [any, words] with these numbers.

    Lanes that have no number become states in which nothing holds.
    """
    for word in range(words):
        for lane in range(LANES):
            value = rows[int(numbers[lane]) * words + word] if lane < lanes else np.uint64(0)
            block[(lane & (SIDE - 1)) * WORDS + (lane >> 6)] = value
        turn_block(block)
        for bit in range(min(SIDE, fluents - SIDE * word)):
            store(wires, (1 + SIDE * word + bit) * WORDS, load(block, bit * WORDS))


@inner
def wires_to_rows(
    wires: Words, slots: Ints, bits: int, words: int, lanes: int, rows: Words, block: Words
) -> None:
    """Write lanes to rows [lanes, words]: bit k of a row comes from `slots[k]`."""
    for word in range(words):
        inside = min(SIDE, bits - SIDE * word)
        for bit in range(inside):
            store(block, bit * WORDS, load(wires, int(slots[SIDE * word + bit]) * WORDS))
        for bit in range(inside, SIDE):
            store(block, bit * WORDS, fill(np.uint64(0)))
        turn_block(block)
        for lane in range(lanes):
            rows[lane * words + word] = block[(lane & (SIDE - 1)) * WORDS + (lane >> 6)]
