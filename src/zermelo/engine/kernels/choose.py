"""A random legal move in each of 1024 lanes, without ever leaving bit slices.

Count the candidates in bit planes; draw k below the count by shift and add, one random bit for each
lane and step; then count k down along the candidates: the borrow out of the decrement *is* the
slice of the chosen move, and after it k is so large that it does not borrow again. Candidates are
counted and chosen in blocks of eight first, then within the block.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel
from zermelo.kernels.vector import (
    WORDS,
    both,
    differ,
    either,
    fill,
    is_zero,
    load,
    plus,
    shifted,
    store,
    without,
)

Words = NDArray[np.uint64]
BLOCK = 8
EXTRA_BITS = 14
"""Random bits beyond those of the count: no move is favoured by more than one in 16,384."""
PLANES = 32


@kernel
def random_words(generator: Words) -> None:
    """Advance 16 xoshiro256++ generators (Blackman and Vigna), leave their words in row 4."""
    s0 = load(generator, 0)
    s1 = load(generator, WORDS)
    s2 = load(generator, 2 * WORDS)
    s3 = load(generator, 3 * WORDS)
    total = plus(s0, s3)
    store(generator, 4 * WORDS, plus(either(shifted(total, 23), shifted(total, -41)), s0))
    moved = shifted(s1, 17)
    s2 = differ(s2, s0)
    s3 = differ(s3, s1)
    s1 = differ(s1, s2)
    s0 = differ(s0, s3)
    s2 = differ(s2, moved)
    s3 = either(shifted(s3, 45), shifted(s3, -19))
    store(generator, 0, s0)
    store(generator, WORDS, s1)
    store(generator, 2 * WORDS, s2)
    store(generator, 3 * WORDS, s3)


@kernel
def draw_below(count: Words, planes: int, generator: Words, drawn: Words) -> None:
    """Fill `drawn` with floor(u * count), u uniform in [0, 1): both are [planes * WORDS]."""
    zero = fill(np.uint64(0))
    for plane in range(planes):
        store(drawn, plane * WORDS, zero)
    for _ in range(planes + EXTRA_BITS):
        random_words(generator)
        bit = load(generator, 4 * WORDS)
        # drawn = (drawn + bit * count) >> 1, lowest plane first.
        carry = zero
        for plane in range(planes):
            one = load(drawn, plane * WORDS)
            other = both(load(count, plane * WORDS), bit)
            half = differ(one, other)
            if plane > 0:
                store(drawn, (plane - 1) * WORDS, differ(half, carry))
            carry = either(both(one, other), both(half, carry))
        store(drawn, (planes - 1) * WORDS, carry)


@kernel
def choose(moves: Words, size: int | np.int64, generator: Words, scratch: Words) -> None:
    """Replace candidates [size * WORDS] by the one that is chosen in each lane, if it has any.

    `moves` has room for a whole number of blocks; what lies beyond `size` is cleared here.
    `scratch` is [(2 * PLANES + 4 * blocks) * WORDS].
    """
    zero = fill(np.uint64(0))
    blocks = (size + BLOCK - 1) // BLOCK
    for index in range(size, blocks * BLOCK):
        store(moves, index * WORDS, zero)
    planes = 4
    while (1 << planes) <= size:
        planes += 1
    count = scratch[: PLANES * WORDS]
    drawn = scratch[PLANES * WORDS : 2 * PLANES * WORDS]
    sizes = scratch[2 * PLANES * WORDS :]
    for plane in range(planes):
        store(count, plane * WORDS, zero)
    for block in range(blocks):
        count_block(moves[block * BLOCK * WORDS :], sizes[4 * block * WORDS :])
        carry = zero
        for plane in range(4):
            one = load(count, plane * WORDS)
            other = load(sizes, (4 * block + plane) * WORDS)
            half = differ(one, other)
            store(count, plane * WORDS, differ(half, carry))
            carry = either(both(one, other), both(half, carry))
        for plane in range(4, planes):
            one = load(count, plane * WORDS)
            store(count, plane * WORDS, differ(one, carry))
            carry = both(one, carry)
    draw_below(count, planes, generator, drawn)
    inside0 = zero
    inside1 = zero
    inside2 = zero
    for block in range(blocks):
        before0 = load(drawn, 0)
        before1 = load(drawn, WORDS)
        before2 = load(drawn, 2 * WORDS)
        borrow = zero
        for plane in range(4):
            one = load(drawn, plane * WORDS)
            other = load(sizes, (4 * block + plane) * WORDS)
            half = differ(one, other)
            store(drawn, plane * WORDS, differ(half, borrow))
            borrow = either(without(other, one), without(borrow, half))
        for plane in range(4, planes):
            one = load(drawn, plane * WORDS)
            store(drawn, plane * WORDS, differ(one, borrow))
            borrow = without(borrow, one)
        inside0 = either(inside0, both(before0, borrow))
        inside1 = either(inside1, both(before1, borrow))
        inside2 = either(inside2, both(before2, borrow))
        store(sizes, 4 * block * WORDS, borrow)
    for block in range(blocks):
        chosen = load(sizes, 4 * block * WORDS)
        if is_zero(chosen):
            for index in range(block * BLOCK, block * BLOCK + BLOCK):
                store(moves, index * WORDS, zero)
            continue
        for index in range(block * BLOCK, block * BLOCK + BLOCK):
            borrow = both(load(moves, index * WORDS), chosen)
            before0 = inside0
            inside0 = differ(inside0, borrow)
            borrow = without(borrow, before0)
            before1 = inside1
            inside1 = differ(inside1, borrow)
            borrow = without(borrow, before1)
            before2 = inside2
            inside2 = differ(inside2, borrow)
            store(moves, index * WORDS, without(borrow, before2))


@kernel
def count_block(moves: Words, size: Words) -> None:
    """Count eight candidates in four bit planes."""
    a = load(moves, 0)
    b = load(moves, WORDS)
    c = load(moves, 2 * WORDS)
    half = differ(a, b)
    ones1 = differ(half, c)
    twos1 = either(both(a, b), both(half, c))
    a = load(moves, 3 * WORDS)
    b = load(moves, 4 * WORDS)
    c = load(moves, 5 * WORDS)
    half = differ(a, b)
    ones2 = differ(half, c)
    twos2 = either(both(a, b), both(half, c))
    a = load(moves, 6 * WORDS)
    half = differ(ones1, ones2)
    ones3 = differ(half, a)
    twos3 = either(both(ones1, ones2), both(half, a))
    b = load(moves, 7 * WORDS)
    store(size, 0, differ(ones3, b))
    twos4 = both(ones3, b)
    half = differ(twos1, twos2)
    twos = differ(half, twos3)
    fours1 = either(both(twos1, twos2), both(half, twos3))
    store(size, WORDS, differ(twos, twos4))
    fours2 = both(twos, twos4)
    store(size, 2 * WORDS, differ(fours1, fours2))
    store(size, 3 * WORDS, both(fours1, fours2))
