"""The smallest images of 1024 states at once, fluent by fluent: what `proofs.symmetry` calls fold.

A symmetry moves whole wires, which costs nothing; to find out in which lanes an image is smaller
takes a few operations for each fluent.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import lowest
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
FREE = np.uint64(0)


@inner
def smallest_images(wires: Words, fluents: int, sources: Ints, order: int, folded: Words) -> None:
    """Fill `folded` [fluents] with the smallest image of the states whose fluents are on wires.

    The last fluent counts most. `sources` [order * fluents] says of each symmetry which fluent
    becomes which; the first is the identity.
    """
    for fluent in range(fluents):
        store(folded, fluent * WORDS, load(wires, (1 + fluent) * WORDS))
    for symmetry in range(1, order):
        first = symmetry * fluents
        less, alike = fill(FREE), fill(~FREE)
        for fluent in range(fluents - 1, -1, -1):
            image = load(wires, (1 + int(sources[first + fluent])) * WORDS)
            before = load(folded, fluent * WORDS)
            other = both(differ(image, before), alike)
            less = either(less, both(other, before))
            alike = without(alike, other)
        if is_zero(less):
            continue
        for fluent in range(fluents):
            image = load(wires, (1 + int(sources[first + fluent])) * WORDS)
            before = load(folded, fluent * WORDS)
            chosen = differ(before, both(less, differ(before, image)))
            store(folded, fluent * WORDS, chosen)


@inner
def unchanged_by(wires: Words, fluents: int, sources: Ints, symmetry: int) -> Vector:
    """Return the lanes whose states a symmetry leaves as they are."""
    alike = fill(~FREE)
    for fluent in range(fluents):
        source = int(sources[symmetry * fluents + fluent])
        if source != fluent:
            image = load(wires, (1 + source) * WORDS)
            alike = without(alike, differ(image, load(wires, (1 + fluent) * WORDS)))
    return alike


@inner
def count_images(
    wires: Words,
    fluents: int,
    sources: Ints,
    order: int,
    lanes: int,
    counts: Ints,
    planes: Words,
    at: int,
) -> int:
    """Return how many images the states of the first lanes have together.

    `counts` [lanes] and the vector of `planes` that begins at `at` are to work in.
    """
    for lane in range(lanes):
        counts[lane] = 1
    for symmetry in range(1, order):
        store(planes, at, unchanged_by(wires, fluents, sources, symmetry))
        for group in range((lanes + 63) // 64):
            left = planes[at + group]
            if lanes - 64 * group < 64:
                left &= (np.uint64(1) << np.uint64(lanes - 64 * group)) - np.uint64(1)
            while left != FREE:
                counts[64 * group + lowest(left)] += 1
                left &= left - np.uint64(1)
    total = 0
    for lane in range(lanes):
        total += order // counts[lane]  # orbit and stabiliser
    return total
