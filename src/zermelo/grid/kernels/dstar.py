"""D* Lite: paths to a goal that are mended when cells change, not searched anew.

`lengths` is what is known of the way to the goal, `looks` what the neighbours of a cell say of it;
where both differ, the cell waits in a heap (Koenig and Likhachev, D* Lite, 2002, figure 4). Lengths
are whole numbers, so that they compare exactly.
"""

from typing import NamedTuple

import numpy as np

from zermelo.grid.kernels.board import FAR, Bytes, Ints, Longs, distance
from zermelo.kernels.kernel import inner, kernel

NOT_WAITING = -1
SIZE, ADDED, EXPANDED, REACHED = range(4)


class DstarState(NamedTuple):
    """What is known of a map whose cells change."""

    free: Bytes  # [cells] 1 where a cell is free
    steps: Bytes  # [cells] bit d: one step in direction d is allowed
    ways: Longs  # [8, 4] what a step in each direction is, as in a board
    lengths: Longs  # [cells] to the goal, as last settled: g
    looks: Longs  # [cells] to the goal by the best neighbour: rhs
    heap: Longs  # [room, 3] both parts of a key, and the cell
    places: Ints  # [cells] where each cell is in the heap
    state: Longs  # [4] size of the heap, what was added to keys, cells settled, cells reached


@inner
def swap(plan: DstarState, one: int, other: int) -> None:
    """Exchange two entries of the heap."""
    heap = plan.heap
    for part in range(3):
        heap[one, part], heap[other, part] = heap[other, part], heap[one, part]
    plan.places[heap[one, 2]] = one
    plan.places[heap[other, 2]] = other


@inner
def before(plan: DstarState, one: int, other: int) -> bool:
    """Tell whether an entry of the heap comes before another."""
    heap = plan.heap
    if heap[one, 0] != heap[other, 0]:
        return bool(heap[one, 0] < heap[other, 0])
    return bool(heap[one, 1] < heap[other, 1])


@kernel
def settle_place(plan: DstarState, place: int) -> None:
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
def remove(plan: DstarState, cell: int) -> None:
    """Take a cell out of the heap."""
    place = plan.places[cell]
    plan.state[SIZE] -= 1
    last = plan.state[SIZE]
    swap(plan, place, last)
    plan.places[cell] = NOT_WAITING
    if place < last:
        settle_place(plan, place)


@inner
def first_key(plan: DstarState, stride: int, start: int, cell: int) -> int:
    """Return the first part of a cell's key: how long a path through it may be, and what was added.

    The second part is the length from the cell on.
    """
    length = min(plan.lengths[cell], plan.looks[cell])
    guess = distance(cell % stride - start % stride, cell // stride - start // stride)
    return int(min(length + guess, FAR) + plan.state[ADDED])


@kernel
def update(plan: DstarState, stride: int, start: int, goal: int, cell: int) -> None:
    """Ask the neighbours of a cell again, and let it wait if it has to be settled."""
    if cell != goal:
        best = FAR
        for direction in range(8):
            if (plan.steps[cell] >> direction) & 1:
                there = cell + plan.ways[direction, 2]
                best = min(best, plan.lengths[there] + plan.ways[direction, 3])
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
        plan.heap[place, 2] = cell
        plan.places[cell] = place
    plan.heap[place, 0] = first_key(plan, stride, start, cell)
    plan.heap[place, 1] = min(plan.lengths[cell], plan.looks[cell])
    settle_place(plan, place)


@kernel
def replan(plan: DstarState, stride: int, start: int, goal: int, settled: Ints) -> None:
    """Settle cells until the way from the start is known; `settled` [cells] tells which."""
    lengths, looks, heap, state = plan.lengths, plan.looks, plan.heap, plan.state
    state[EXPANDED] = 0
    while state[SIZE] > 0:
        first, second = heap[0, 0], heap[0, 1]
        if lengths[start] == looks[start]:
            wanted = first_key(plan, stride, start, start)
            if first > wanted or (first == wanted and second >= lengths[start]):
                return
        cell = int(heap[0, 2])
        new = first_key(plan, stride, start, cell)
        if first < new:
            heap[0, 0] = new
            heap[0, 1] = min(lengths[cell], looks[cell])
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
                update(plan, stride, start, goal, cell + plan.ways[direction, 2])


@kernel
def depart(plan: DstarState, stride: int, last: int, start: int) -> None:
    """Start from another cell: new keys are raised, so that none undercuts those of the last."""
    guess = distance(last % stride - start % stride, last // stride - start // stride)
    plan.state[ADDED] += guess


@kernel
def toggle(plan: DstarState, stride: int, start: int, goal: int, cell: int) -> None:
    """Block a free cell, or free a blocked one.

    What changes are its own steps, those to it and the diagonal ones past it: all nine cells are
    asked again.
    """
    free, ways = plan.free, plan.ways
    free[cell] = 1 - free[cell]
    around = (-stride - 1, -stride, 1 - stride, -1, 0, 1, stride - 1, stride, stride + 1)
    for offset in around:
        near = cell + offset
        steps = 0
        for direction in range(8 if free[near] else 0):  # the border is never free
            beside = free[near + ways[direction, 0]] & free[near + ways[direction, 1] * stride]
            if beside & free[near + ways[direction, 2]]:
                steps |= 1 << direction
        plan.steps[near] = steps
    for offset in around:
        update(plan, stride, start, goal, cell + offset)


@kernel
def descend(plan: DstarState, stride: int, start: int, goal: int, cells: Ints) -> int:
    """Fill `cells` with a shortest path from start to goal; returns how many, 0 if there is none.

    Each step goes to the neighbour from which the way, with the step, is shortest.
    """
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
                there = cell + plan.ways[direction, 2]
                length = plan.lengths[there] + plan.ways[direction, 3]
                if length < best:
                    best, chosen = length, there
        cell = chosen
