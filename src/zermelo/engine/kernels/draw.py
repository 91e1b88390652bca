"""Random numbers in bit slices: words for all lanes, and numbers below a bound of each lane."""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.vector import (
    WORDS,
    Vector,
    both,
    differ,
    either,
    fill,
    load,
    plus,
    shifted,
    store,
)

Words = NDArray[np.uint64]
EXTRA_BITS = 14
"""Random bits beyond those of the count: no move is favoured by more than one in 16,384."""


@inner
def advanced(
    s0: Vector, s1: Vector, s2: Vector, s3: Vector
) -> tuple[Vector, Vector, Vector, Vector, Vector]:
    """Return the next states of xoshiro256++ generators (Blackman and Vigna), and their words."""
    total = plus(s0, s3)
    word = plus(either(shifted(total, 23), shifted(total, -41)), s0)
    moved = shifted(s1, 17)
    s2 = differ(s2, s0)
    s3 = differ(s3, s1)
    s1 = differ(s1, s2)
    s0 = differ(s0, s3)
    s2 = differ(s2, moved)
    s3 = either(shifted(s3, 45), shifted(s3, -19))
    return s0, s1, s2, s3, word


@kernel
def random_words(generator: Words) -> None:
    """Advance the generators in rows 0 to 3, and leave their words in row 4."""
    s0, s1, s2, s3, word = advanced(
        load(generator, 0),
        load(generator, WORDS),
        load(generator, 2 * WORDS),
        load(generator, 3 * WORDS),
    )
    store(generator, 0, s0)
    store(generator, WORDS, s1)
    store(generator, 2 * WORDS, s2)
    store(generator, 3 * WORDS, s3)
    store(generator, 4 * WORDS, word)


@kernel
def draw_below(scratch: Words, count: int, planes: int, generator: Words, drawn: int) -> None:
    """Draw floor(u * count), u uniform in [0, 1), for the count of each lane.

    Scratch memory has the planes of the counts from `count` on, those of what is drawn from `drawn`
    on. There are at least four: these stay in registers.
    """
    zero = fill(np.uint64(0))
    s0 = load(generator, 0)
    s1 = load(generator, WORDS)
    s2 = load(generator, 2 * WORDS)
    s3 = load(generator, 3 * WORDS)
    count0 = load(scratch, count)
    count1 = load(scratch, count + WORDS)
    count2 = load(scratch, count + 2 * WORDS)
    count3 = load(scratch, count + 3 * WORDS)
    drawn0 = zero
    drawn1 = zero
    drawn2 = zero
    drawn3 = zero
    for plane in range(4, planes):
        store(scratch, drawn + plane * WORDS, zero)
    for _ in range(planes + EXTRA_BITS):
        s0, s1, s2, s3, bit = advanced(s0, s1, s2, s3)
        # drawn = (drawn + bit * count) >> 1, lowest plane first.
        other = both(count0, bit)
        carry = both(drawn0, other)
        other = both(count1, bit)
        half = differ(drawn1, other)
        drawn0 = differ(half, carry)
        carry = either(both(drawn1, other), both(half, carry))
        other = both(count2, bit)
        half = differ(drawn2, other)
        drawn1 = differ(half, carry)
        carry = either(both(drawn2, other), both(half, carry))
        other = both(count3, bit)
        half = differ(drawn3, other)
        drawn2 = differ(half, carry)
        carry = either(both(drawn3, other), both(half, carry))
        if planes == 4:
            drawn3 = carry
            continue
        one = load(scratch, drawn + 4 * WORDS)
        other = both(load(scratch, count + 4 * WORDS), bit)
        half = differ(one, other)
        drawn3 = differ(half, carry)
        carry = either(both(one, other), both(half, carry))
        for plane in range(5, planes):
            one = load(scratch, drawn + plane * WORDS)
            other = both(load(scratch, count + plane * WORDS), bit)
            half = differ(one, other)
            store(scratch, drawn + (plane - 1) * WORDS, differ(half, carry))
            carry = either(both(one, other), both(half, carry))
        store(scratch, drawn + (planes - 1) * WORDS, carry)
    store(scratch, drawn, drawn0)
    store(scratch, drawn + WORDS, drawn1)
    store(scratch, drawn + 2 * WORDS, drawn2)
    store(scratch, drawn + 3 * WORDS, drawn3)
    store(generator, 0, s0)
    store(generator, WORDS, s1)
    store(generator, 2 * WORDS, s2)
    store(generator, 3 * WORDS, s3)
