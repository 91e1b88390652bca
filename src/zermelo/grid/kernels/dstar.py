"""D* Lite: paths to a goal that are mended when cells change, not searched anew.

`lengths` is what is known of the way to the goal, `looks` what the neighbours of a cell say of it;
where both differ, the cell waits in a heap (Koenig and Likhachev, D* Lite, 2002, figure 4). Lengths
are whole numbers, so that they compare exactly.
"""

from typing import NamedTuple

import numpy as np

from zermelo.circuit.kernels.kernel import inner, kernel
from zermelo.grid.kernels.board import (
    DIAGONAL,
    FAR,
    STRAIGHT,
    Bytes,
    Ints,
    Longs,
    distance,
    offsets,
)

NOT_WAITING = -1
SIZE, ADDED, EXPANDED, REACHED = range(4)


class Plan(NamedTuple):
    """What is known of a map whose cells change."""

    free: Bytes  # [cells] 1 where a cell is free
    steps: Bytes  # [cells] bit d: one step in direction d is allowed
    lengths: Longs  # [cells] to the goal, as last settled: g
    looks: Longs  # [cells] to the goal by the best neighbour: rhs
    firsts: Longs  # [room] of the heap: the first part of a key
    seconds: Longs  # [room] the second part
    cells: Ints  # [room] the cell
    places: Ints  # [cells] where each cell is in the heap
    state: Longs  # [4] size of the heap, what was added to keys, cells settled, cells reached


@inner
def swap(plan: Plan, one: int, other: int) -> None:
    """Exchange two entries of the heap."""
    firsts, seconds, cells = plan.firsts, plan.seconds, plan.cells
    firsts[one], firsts[other] = firsts[other], firsts[one]
    seconds[one], seconds[other] = seconds[other], seconds[one]
    cells[one], cells[other] = cells[other], cells[one]
    plan.places[cells[one]] = one
    plan.places[cells[other]] = other


@inner
def before(plan: Plan, one: int, other: int) -> bool:
    """Tell whether an entry of the heap comes before another."""
    if plan.firsts[one] != plan.firsts[other]:
        return bool(plan.firsts[one] < plan.firsts[other])
    return bool(plan.seconds[one] < plan.seconds[other])


@kernel
def settle_place(plan: Plan, place: int) -> None:
    """Move an entry of the heap to where it belongs."""
    while place > 0 and before(plan, place, (place - 1) // 2):
        swap(plan, place, (place - 1) // 2)
        place = (place - 1) // 2
    size = plan.state[SIZE]
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and before(plan, below + 1, below):
            below += 1
        if not before(plan, below, place):
            return
        swap(plan, place, below)
        place = below


@kernel
def remove(plan: Plan, cell: int) -> None:
    """Take a cell out of the heap."""
    place = plan.places[cell]
    plan.state[SIZE] -= 1
    last = plan.state[SIZE]
    swap(plan, place, last)
    plan.places[cell] = NOT_WAITING
    if place < last:
        settle_place(plan, place)


@inner
def first_key(plan: Plan, stride: int, start: int, cell: int) -> int:
    """Return the first part of a cell's key: how long a path through it may be, and what was added.

    The second part is the length from the cell on.
    """
    length = min(plan.lengths[cell], plan.looks[cell])
    guess = distance(cell % stride - start % stride, cell // stride - start // stride)
    return int(min(length + guess, FAR) + plan.state[ADDED])


@kernel
def update(plan: Plan, stride: int, start: int, goal: int, cell: int) -> None:
    """Ask the neighbours of a cell again, and let it wait if it has to be settled."""
    if cell != goal:
        best = FAR
        offset = offsets(stride)
        for direction in range(8):
            if (plan.steps[cell] >> direction) & 1:
                step = STRAIGHT if direction < 4 else DIAGONAL
                best = min(best, plan.lengths[cell + offset[direction]] + step)
        plan.looks[cell] = best
    if plan.lengths[cell] == plan.looks[cell]:
        if plan.places[cell] != NOT_WAITING:
            remove(plan, cell)
        return
    place = plan.places[cell]
    if place == NOT_WAITING:
        place = plan.state[SIZE]
        plan.state[SIZE] += 1
        plan.state[REACHED] += 1
        plan.cells[place] = cell
        plan.places[cell] = place
    plan.firsts[place] = first_key(plan, stride, start, cell)
    plan.seconds[place] = min(plan.lengths[cell], plan.looks[cell])
    settle_place(plan, place)


@kernel
def replan(plan: Plan, stride: int, start: int, goal: int, settled: Ints) -> None:
    """Settle cells until the way from the start is known; `settled` [cells] tells which."""
    lengths, looks, state = plan.lengths, plan.looks, plan.state
    offset = offsets(stride)
    state[EXPANDED] = 0
    while state[SIZE] > 0:
        first, second = plan.firsts[0], plan.seconds[0]
        if lengths[start] == looks[start]:
            wanted = first_key(plan, stride, start, start)
            if first > wanted or (first == wanted and second >= lengths[start]):
                return
        cell = int(plan.cells[0])
        new = first_key(plan, stride, start, cell)
        if first < new:
            plan.firsts[0] = new
            plan.seconds[0] = min(lengths[cell], looks[cell])
            settle_place(plan, 0)
            continue
        settled[min(state[EXPANDED], settled.size - 1)] = cell
        state[EXPANDED] += 1
        better = lengths[cell] > looks[cell]
        lengths[cell] = looks[cell] if better else FAR
        if better:
            remove(plan, cell)
        else:
            update(plan, stride, start, goal, cell)
        for direction in range(8):
            if (plan.steps[cell] >> direction) & 1:
                update(plan, stride, start, goal, cell + offset[direction])


@kernel
def depart(plan: Plan, stride: int, last: int, start: int) -> None:
    """Start from another cell: new keys are raised, so that none undercuts those of the last."""
    guess = distance(last % stride - start % stride, last // stride - start // stride)
    plan.state[ADDED] += guess


@kernel
def toggle(plan: Plan, stride: int, start: int, goal: int, cell: int) -> None:
    """Block a free cell, or free a blocked one.

    What changes are its own steps, those to it and the diagonal ones past it: all nine cells are
    asked again.
    """
    free = plan.free
    free[cell] = 1 - free[cell]
    across = np.array([1, 0, -1, 0, 1, -1, -1, 1], np.int64)
    down = np.array([0, 1, 0, -1, 1, 1, -1, -1], np.int64)
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * stride + dx
            y = near // stride
            x = near - y * stride
            if x == 0 or x == stride - 1 or y == 0 or y == free.size // stride - 1:
                continue  # the border stays blocked
            steps = 0
            for direction in range(8):
                beside = free[near + across[direction]] & free[near + down[direction] * stride]
                there = near + down[direction] * stride + across[direction]
                if free[near] & free[there] & beside:
                    steps |= 1 << direction
            plan.steps[near] = steps
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * stride + dx
            y = near // stride
            x = near - y * stride
            if 0 < x < stride - 1 and 0 < y < free.size // stride - 1:
                update(plan, stride, start, goal, near)


@kernel
def descend(plan: Plan, stride: int, start: int, goal: int, cells: Ints) -> int:
    """Fill `cells` with a shortest path from start to goal; returns how many, 0 if there is none.

    Each step goes to the neighbour from which the way, with the step, is shortest.
    """
    offset = offsets(stride)
    if plan.lengths[start] >= FAR or not plan.free[goal]:
        return 0
    cell, size = start, 0
    while True:
        cells[size] = np.int32(cell)
        size += 1
        if cell == goal:
            return size
        best, chosen = FAR, cell
        for direction in range(8):
            if (plan.steps[cell] >> direction) & 1:
                there = cell + offset[direction]
                length = plan.lengths[there] + (STRAIGHT if direction < 4 else DIAGONAL)
                if length < best:
                    best, chosen = length, there
        cell = chosen
