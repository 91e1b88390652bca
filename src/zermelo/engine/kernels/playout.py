"""Random matches in 1024 lanes; a lane that is done starts again at once, or rests."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.choose import choose
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
    is_zero,
    load,
    population,
    store,
    without,
)

Words = NDArray[np.uint64]
FINISHED, STEPS, CUT, STUCK = 0, 1, 2, 3
AGE_PLANES = 20


@kernel
def choose_joint(gates: Wide, wires: Words, generator: Words, scratch: Words) -> bool:
    """Set the moves of every role at random; returns whether some lane had a role without one.

    Where at most one role of a lane has a choice, in all lanes, one drawing serves all roles.
    `scratch` is [(moves of the largest role, in whole blocks) + what `choose` needs + roles].
    """
    zero = fill(np.uint64(0))
    ones = fill(np.uint64(0xFFFFFFFFFFFFFFFF))
    roles = gates.roles.size - 1
    first_move = 1 + gates.fluents
    choosing = zero
    conflict = zero
    everyone = ones
    # Typed, here and below: numba would compile what is called once more for a literal.
    largest = np.int64(0)
    for role in range(roles):
        some = zero
        several = zero
        for index in range(gates.roles[role], gates.roles[role + 1]):
            legal = load(wires, gates.legal[index] * WORDS)
            several = either(several, both(some, legal))
            some = either(some, legal)
        everyone = both(everyone, some)
        conflict = either(conflict, both(choosing, several))
        choosing = either(choosing, several)
        store(scratch, role * WORDS, several)
        largest = max(largest, gates.roles[role + 1] - gates.roles[role])
    moves = scratch[roles * WORDS :]
    rest = moves[(largest + 8) * WORDS :]
    if is_zero(conflict):
        for index in range(largest):
            store(moves, index * WORDS, zero)
        for role in range(roles):
            several = load(scratch, role * WORDS)
            first = gates.roles[role]
            for index in range(first, gates.roles[role + 1]):
                at = (index - first) * WORDS
                legal = both(load(wires, gates.legal[index] * WORDS), several)
                store(moves, at, either(load(moves, at), legal))
        choose(moves, largest, generator, rest)
        for role in range(roles):
            several = load(scratch, role * WORDS)
            first = gates.roles[role]
            for index in range(first, gates.roles[role + 1]):
                legal = load(wires, gates.legal[index] * WORDS)
                unchosen = without(several, load(moves, (index - first) * WORDS))
                store(wires, (first_move + index) * WORDS, without(legal, unchosen))
    else:
        for role in range(roles):
            first = gates.roles[role]
            size = gates.roles[role + 1] - first
            for index in range(size):
                store(moves, index * WORDS, load(wires, gates.legal[first + index] * WORDS))
            choose(moves, size, generator, rest)
            for index in range(size):
                store(wires, (first_move + first + index) * WORDS, load(moves, index * WORDS))
    store(scratch, 0, everyone)
    return not is_zero(differ(everyone, ones))


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
