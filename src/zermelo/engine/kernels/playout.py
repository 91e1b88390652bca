"""Random matches in 1024 lanes; a lane that is done starts again at once, or rests."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.joint import choose_joint
from zermelo.engine.kernels.wide import see, step
from zermelo.engine.wide import Wide
from zermelo.kernels.kernel import kernel
from zermelo.kernels.vector import (
    WORDS,
    Vector,
    both,
    differ,
    either,
    fill,
    load,
    population,
    store,
    without,
)

Words = NDArray[np.uint64]
FINISHED, STEPS, CUT, STUCK = 0, 1, 2, 3
AGE_PLANES = 20


@kernel
def playouts(
    gates: Wide,
    wires: Words,
    generator: Words,
    scratch: Words,
    ages: Words,
    passes: int,
    closing: bool,
    totals: NDArray[np.int64],
    goals: NDArray[np.int64],
    first_moves: NDArray[np.int64],
) -> None:
    """Play `passes` steps in every lane, from where the lanes are.

    When `closing`, no match begins: lanes that have made no step rest and are not counted.

    Args:
        wires: [slots * WORDS], its fluents a state for each lane.
        ages: [(AGE_PLANES + 1) * WORDS] steps since the lane began, in bit planes, and its start.
        totals: finished matches, steps, matches cut at the limit, matches with a stuck role.
        goals: [goals] how often each goal held at the end.
        first_moves: [moves] how often each was made first; [0] if nobody asks.
    """
    ones = fill(np.uint64(0xFFFFFFFFFFFFFFFF))
    resting = fill(np.uint64(0))
    playing = 64 * WORDS
    for _ in range(passes):
        if closing:
            resting = fresh(ages)
            playing = 64 * WORDS - population(resting)
            if playing == 0:
                break
        see(gates, wires)
        ended = without(load(wires, gates.terminal * WORDS), resting)
        finished = population(ended)
        totals[FINISHED] += finished
        totals[STEPS] += playing - finished
        if finished > 0:
            for index in range(gates.goals.size):
                goals[index] += population(both(load(wires, gates.goals[index] * WORDS), ended))
        old = load(ages, AGE_PLANES * WORDS)
        cut = without(old, ended)
        totals[CUT] += population(cut)
        totals[STEPS] -= population(cut)
        restart = either(either(ended, cut), resting)
        if choose_joint(gates, wires, generator, scratch):
            stuck = without(without(ones, load(scratch, 0)), restart)
            totals[STUCK] += population(stuck)
            totals[STEPS] -= population(stuck)
            restart = either(restart, stuck)
        if first_moves.size > 0:
            count_first_moves(gates, wires, without(fresh(ages), restart), first_moves)
        step(gates, wires)
        for index in range(gates.fluents):
            value = load(wires, gates.next[index] * WORDS)
            if gates.initial[index] != 0:
                value = either(value, restart)
            else:
                value = without(value, restart)
            store(wires, (1 + index) * WORDS, value)
        # A lane's age counts up from a start such that the limit is reached at the last plane.
        carry = ones
        for plane in range(AGE_PLANES + 1):
            age = load(ages, plane * WORDS)
            begin = load(ages, (AGE_PLANES + 1 + plane) * WORDS)
            sum_ = differ(age, carry)
            carry = both(age, carry)
            store(ages, plane * WORDS, either(both(begin, restart), without(sum_, restart)))


@kernel
def fresh(ages: Words) -> Vector:
    """Return the lanes whose match has made no step yet."""
    found = fill(np.uint64(0xFFFFFFFFFFFFFFFF))
    for plane in range(AGE_PLANES + 1):
        begin = load(ages, (AGE_PLANES + 1 + plane) * WORDS)
        found = without(found, differ(load(ages, plane * WORDS), begin))
    return found


@kernel
def count_first_moves(
    gates: Wide, wires: Words, first: Vector, first_moves: NDArray[np.int64]
) -> None:
    """Count the moves that the lanes of `first` make."""
    for index in range(first_moves.size):
        done = load(wires, (1 + gates.fluents + index) * WORDS)
        first_moves[index] += population(both(done, first))
