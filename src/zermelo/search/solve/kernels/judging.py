"""Who decides in 1024 positions, and how those that are over have ended."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.wide import (
    first_move,
    goal_place,
    goal_role,
    goal_value,
    legal_place,
    terminal_place,
)
from zermelo.engine.kernels.wide_rows import SIDE
from zermelo.engine.wide import WirePlaces
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare, lowest
from zermelo.kernels.vector import (
    WORDS,
    Vector,
    both,
    either,
    fill,
    is_zero,
    load,
    population,
    store,
    without,
)
from zermelo.search.positions.exploring_space import (
    DONE,
    ENDS,
    FOUND,
    GONE_ON,
    MOVES,
    NO_ROOM,
    NO_TOTAL,
    OVER,
    REFUSED,
    SECOND,
    SIZE,
    TOTAL,
    USED,
    WANTED,
    Explored,
    ExploringSpace,
)
from zermelo.search.solve.kernels.backward import ENDED
from zermelo.search.solve.kernels.numbering import FREE

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


@inner
def bare_space(space: ExploringSpace) -> ExploringSpace:
    """Return the space on bare memory."""
    return ExploringSpace(
        bare(space.wires),
        bare(space.block),
        bare(space.planes),
        bare(space.legal),
        bare(space.masks),
        bare(space.numbers),
        bare(space.counts),
        bare(space.made),
        bare(space.found),
        bare(space.hashes),
        bare(space.following),
        bare(space.sources),
        space.order,
        bare(space.folded),
    )


@inner
def judged(places: WirePlaces, space: ExploringSpace, known: Explored, lanes: int) -> int:
    """Find out who decides and what has ended, after it was seen; returns whether to go on."""
    wires, planes = space.wires, space.planes
    for group in range(WORDS):
        inside = min(SIDE, max(0, lanes - SIDE * group))
        whole = (np.uint64(1) << np.uint64(inside & 63)) - np.uint64(1)
        planes[USED + group] = ~FREE if inside == SIDE else whole
    used = load(planes, USED)
    ended = both(load(wires, terminal_place(places)), used)
    going = without(used, ended)
    nothing = fill(FREE)
    chosen, second, bad, moves = nothing, nothing, nothing, 0
    for role in range(places.roles):
        some, more = nothing, nothing
        for move in range(first_move(places, role), first_move(places, role + 1)):
            plane = load(wires, legal_place(places, move))
            more = either(more, both(some, plane))
            some = either(some, plane)
        bad = either(bad, either(without(going, some), both(chosen, more)))
        chosen = either(chosen, more)
        if role == 1:
            second = both(going, more)
    if not is_zero(both(bad, going)):
        return REFUSED
    for role in range(places.roles):
        deciding = second if role == 1 else without(going, second)
        for move in range(first_move(places, role), first_move(places, role + 1)):
            moves += population(both(load(wires, legal_place(places, move)), deciding))
    positions = known.at[SIZE] + moves
    known.at[WANTED] = moves
    if known.at[MOVES] + moves > known.space or positions > known.room:
        return NO_ROOM
    if 3 * (positions - known.base) > 2 * (known.mask + 1):
        return NO_ROOM
    store(planes, OVER, ended)
    store(planes, SECOND, second)
    if not is_zero(ended) and not are_sound(places, space, known, ended):
        return REFUSED
    return GONE_ON


@inner
def are_sound(places: WirePlaces, space: ExploringSpace, known: Explored, ended: Vector) -> bool:
    """Note what the first role gets in lanes that have ended; returns whether all goals are sound.

    Every role must have one goal, and all ends the same sum.
    """
    wires, nothing = space.wires, fill(FREE)
    for role in range(places.roles):
        some, more = nothing, nothing
        for goal in range(places.goals):
            if goal_role(places, goal) == role:
                plane = load(wires, goal_place(places, goal))
                more = either(more, both(some, plane))
                some = either(some, plane)
        if not is_zero(both(either(more, without(ended, some)), ended)):
            return False
    for goal in range(places.goals):
        if goal_role(places, goal) != 0:
            continue
        lanes = both(load(wires, goal_place(places, goal)), ended)
        value = goal_value(places, goal)
        for other in range(places.goals):
            if goal_role(places, other) == 0 or is_zero(
                both(lanes, load(wires, goal_place(places, other)))
            ):
                continue
            total = value + goal_value(places, other)
            if known.at[TOTAL] == NO_TOTAL:
                known.at[TOTAL] = total
            if known.at[TOTAL] != total:
                return False
        store(space.planes, FOUND, lanes)
        for group in range(WORDS):
            left = space.planes[FOUND + group]
            while left != FREE:
                space.counts[SIDE * group + lowest(left)] = value
                left &= left - np.uint64(1)
    return True


@inner
def note_movers(space: ExploringSpace, known: Explored, lanes: int) -> None:
    """Write down who decides in each lane, or what it is worth at the end."""
    first, ends = known.at[DONE], known.at[ENDS]
    for lane in range(lanes):
        group, bit = lane >> 6, np.uint64(lane & (SIDE - 1))
        if space.planes[OVER + group] >> bit & np.uint64(1) != FREE:
            known.movers[first + lane] = ENDED
            known.goals[ends] = space.counts[lane]
            ends += 1
        else:
            known.movers[first + lane] = np.int64(
                space.planes[SECOND + group] >> bit & np.uint64(1)
            )
    known.at[ENDS] = ends
