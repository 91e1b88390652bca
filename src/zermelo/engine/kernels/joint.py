"""A random joint move in each of 1024 lanes: legal, uniform, and independent from role to role."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.choose import (
    PLANES,
    blocks_of,
    choose_counted,
    count_candidates,
    planes_for,
)
from zermelo.engine.kernels.draw import draw_below
from zermelo.engine.wide import Wide
from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import bare
from zermelo.kernels.vector import WORDS, both, differ, either, fill, is_zero, load, store

Words = NDArray[np.uint64]


@kernel
def choose_joint(gates: Wide, wires: Words, generator: Words, scratch: Words) -> bool:
    """Set the moves of every role at random; returns whether some lane had a role without one.

    Where at most one role of a lane has a choice, in all lanes, one drawing serves all roles: a
    role with a single move has number 0. `scratch` has as many rows as `scratch_rows` says; the
    first one says afterwards in which lanes every role has a move.
    """
    zero = fill(np.uint64(0))
    ones = fill(np.uint64(0xFFFFFFFFFFFFFFFF))
    roles = gates.roles.size - 1
    choosing = zero
    conflict = zero
    everyone = ones
    largest = 0
    for role in range(roles):
        largest = max(largest, int(gates.roles[role + 1] - gates.roles[role]))
    planes = planes_for(largest)
    legal, memory, lanes = bare(gates.legal), bare(scratch), bare(wires)
    count = roles * WORDS
    total = count + PLANES * WORDS
    drawn = total + PLANES * WORDS
    sizes = drawn + PLANES * WORDS
    for plane in range(planes):
        store(memory, total + plane * WORDS, zero)
    at = sizes
    for role in range(roles):
        begin, end = int(gates.roles[role]), int(gates.roles[role + 1])
        count_candidates(lanes, legal, begin, end, planes, memory, at, count)
        at += 4 * blocks_of(end - begin) * WORDS
        several = load(memory, count + WORDS)
        for plane in range(2, planes):
            several = either(several, load(memory, count + plane * WORDS))
        everyone = both(everyone, either(several, load(memory, count)))
        conflict = either(conflict, both(choosing, several))
        choosing = either(choosing, several)
        store(memory, role * WORDS, several)
        for plane in range(planes):
            counted = both(load(memory, count + plane * WORDS), several)
            here = total + plane * WORDS
            store(memory, here, either(load(memory, here), counted))
    alone = is_zero(conflict)
    if alone:
        draw_below(memory, total, planes, bare(generator), drawn)
    at = sizes
    for role in range(roles):
        begin, end = int(gates.roles[role]), int(gates.roles[role + 1])
        if alone:
            several = load(memory, role * WORDS)
            for plane in range(planes):
                number = load(memory, drawn + plane * WORDS)
                store(memory, count + plane * WORDS, both(number, several))
        else:
            planes = planes_for(end - begin)
            count_candidates(lanes, legal, begin, end, planes, memory, at, total)
            draw_below(memory, total, planes, bare(generator), count)
        target = 1 + gates.fluents + begin
        choose_counted(lanes, legal, begin, end, target, planes, memory, at, count)
        at += 4 * blocks_of(end - begin) * WORDS
    store(memory, 0, everyone)
    return not is_zero(differ(everyone, ones))
