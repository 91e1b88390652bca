"""A random candidate in each of 1024 lanes, without ever leaving bit slices.

Count the candidates in bit planes; draw k below the count by shift and add, one random bit for each
lane and step; then count k down along the candidates: the borrow out of the decrement *is* the
slice of the chosen one, and after it k is so large that it does not borrow again.

Candidates are counted in blocks of eight, and k is counted down block by block. A lane has one
block then, so the blocks of all lanes are laid over each other, and counted down once for all.
"""

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
    is_zero,
    load,
    store,
    without,
)

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
BLOCK = 8
PLANES = 32
"""Bits of a count, at most."""


@inner
def blocks_of(size: int) -> int:
    """Return how many blocks some candidates make."""
    return (size + BLOCK - 1) // BLOCK


@inner
def planes_for(size: int) -> int:
    """Return the number of bit planes that a count of candidates needs, at least four."""
    planes = 4
    while (1 << planes) <= size:
        planes += 1
    return planes


@inner
def candidate(wires: Words, slots: Ints, index: int, end: int) -> Vector:
    """Return the lanes that have a candidate; nothing from the end on, as on wire 0."""
    slot = slots[index] if index < end else np.int32(0)
    return load(wires, slot * WORDS)


@kernel
def count_candidates(
    wires: Words,
    slots: Ints,
    begin: int,
    end: int,
    planes: int,
    scratch: Words,
    sizes: int,
    count: int,
) -> None:
    """Count the candidates from `begin` to `end`, which stand in some slots of wires.

    In scratch memory from `sizes` on: four planes for each block; from `count` on: the sum of all.
    Bare memory is best: of arrays, references would be counted for every vector.
    """
    zero = fill(np.uint64(0))
    for plane in range(planes):
        store(scratch, count + plane * WORDS, zero)
    at = sizes
    for first in range(begin, end, BLOCK):
        a = candidate(wires, slots, first, end)
        b = candidate(wires, slots, first + 1, end)
        c = candidate(wires, slots, first + 2, end)
        half = differ(a, b)
        ones1 = differ(half, c)
        twos1 = either(both(a, b), both(half, c))
        a = candidate(wires, slots, first + 3, end)
        b = candidate(wires, slots, first + 4, end)
        c = candidate(wires, slots, first + 5, end)
        half = differ(a, b)
        ones2 = differ(half, c)
        twos2 = either(both(a, b), both(half, c))
        a = candidate(wires, slots, first + 6, end)
        half = differ(ones1, ones2)
        ones3 = differ(half, a)
        twos3 = either(both(ones1, ones2), both(half, a))
        b = candidate(wires, slots, first + 7, end)
        ones = differ(ones3, b)
        twos4 = both(ones3, b)
        half = differ(twos1, twos2)
        twos5 = differ(half, twos3)
        fours1 = either(both(twos1, twos2), both(half, twos3))
        twos = differ(twos5, twos4)
        fours2 = both(twos5, twos4)
        fours = differ(fours1, fours2)
        eights = both(fours1, fours2)
        store(scratch, at, ones)
        store(scratch, at + WORDS, twos)
        store(scratch, at + 2 * WORDS, fours)
        store(scratch, at + 3 * WORDS, eights)
        at += 4 * WORDS
        carry = added(scratch, count, ones, zero)
        carry = added(scratch, count + WORDS, twos, carry)
        carry = added(scratch, count + 2 * WORDS, fours, carry)
        carry = added(scratch, count + 3 * WORDS, eights, carry)
        for plane in range(4, planes):
            one = load(scratch, count + plane * WORDS)
            store(scratch, count + plane * WORDS, differ(one, carry))
            carry = both(one, carry)


@inner
def added(count: Words, at: int, other: Vector, carry: Vector) -> Vector:
    """Add to a plane of a count, and return what is carried."""
    one = load(count, at)
    half = differ(one, other)
    store(count, at, differ(half, carry))
    return either(both(one, other), both(half, carry))


@kernel
def choose_counted(
    wires: Words,
    slots: Ints,
    begin: int,
    end: int,
    target: int,
    planes: int,
    scratch: Words,
    sizes: int,
    drawn: int,
) -> None:
    """Write the candidate of each lane with a number into slots from `target` on, if it has one.

    The numbers are in scratch memory from `drawn` on; they are used up, and sizes are, too.
    """
    zero = fill(np.uint64(0))
    inside0 = zero
    inside1 = zero
    inside2 = zero
    blocks = blocks_of(end - begin)
    for block in range(blocks):
        at = sizes + 4 * block * WORDS
        before0 = load(scratch, drawn)
        before1 = load(scratch, drawn + WORDS)
        before2 = load(scratch, drawn + 2 * WORDS)
        borrow = zero
        for plane in range(4):
            one = load(scratch, drawn + plane * WORDS)
            other = load(scratch, at + plane * WORDS)
            half = differ(one, other)
            store(scratch, drawn + plane * WORDS, differ(half, borrow))
            borrow = either(without(other, one), without(borrow, half))
        for plane in range(4, planes):
            one = load(scratch, drawn + plane * WORDS)
            store(scratch, drawn + plane * WORDS, differ(one, borrow))
            borrow = without(borrow, one)
        inside0 = either(inside0, both(before0, borrow))
        inside1 = either(inside1, both(before1, borrow))
        inside2 = either(inside2, both(before2, borrow))
        store(scratch, at, borrow)
    a = zero
    b = zero
    c = zero
    d = zero
    e = zero
    f = zero
    g = zero
    h = zero
    for block in range(blocks):
        chosen = load(scratch, sizes + 4 * block * WORDS)
        if is_zero(chosen):
            continue
        first = begin + BLOCK * block
        a = either(a, both(candidate(wires, slots, first, end), chosen))
        b = either(b, both(candidate(wires, slots, first + 1, end), chosen))
        c = either(c, both(candidate(wires, slots, first + 2, end), chosen))
        d = either(d, both(candidate(wires, slots, first + 3, end), chosen))
        e = either(e, both(candidate(wires, slots, first + 4, end), chosen))
        f = either(f, both(candidate(wires, slots, first + 5, end), chosen))
        g = either(g, both(candidate(wires, slots, first + 6, end), chosen))
        h = either(h, both(candidate(wires, slots, first + 7, end), chosen))
    a, inside0, inside1, inside2 = counted_down(a, inside0, inside1, inside2)
    b, inside0, inside1, inside2 = counted_down(b, inside0, inside1, inside2)
    c, inside0, inside1, inside2 = counted_down(c, inside0, inside1, inside2)
    d, inside0, inside1, inside2 = counted_down(d, inside0, inside1, inside2)
    e, inside0, inside1, inside2 = counted_down(e, inside0, inside1, inside2)
    f, inside0, inside1, inside2 = counted_down(f, inside0, inside1, inside2)
    g, inside0, inside1, inside2 = counted_down(g, inside0, inside1, inside2)
    h, inside0, inside1, inside2 = counted_down(h, inside0, inside1, inside2)
    for block in range(blocks):
        chosen = load(scratch, sizes + 4 * block * WORDS)
        at = (target + BLOCK * block) * WORDS
        left = end - begin - BLOCK * block
        store(wires, at, both(a, chosen))
        if left > 1:
            store(wires, at + WORDS, both(b, chosen))
        if left > 2:
            store(wires, at + 2 * WORDS, both(c, chosen))
        if left > 3:
            store(wires, at + 3 * WORDS, both(d, chosen))
        if left > 4:
            store(wires, at + 4 * WORDS, both(e, chosen))
        if left > 5:
            store(wires, at + 5 * WORDS, both(f, chosen))
        if left > 6:
            store(wires, at + 6 * WORDS, both(g, chosen))
        if left > 7:
            store(wires, at + 7 * WORDS, both(h, chosen))


@inner
def counted_down(
    borrow: Vector, inside0: Vector, inside1: Vector, inside2: Vector
) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the lanes whose number ends at a candidate, and the numbers after it."""
    next0 = differ(inside0, borrow)
    borrow = without(borrow, inside0)
    next1 = differ(inside1, borrow)
    borrow = without(borrow, inside1)
    return without(borrow, inside2), next0, next1, differ(inside2, borrow)
