"""Gates in arrays, each once: what `zermelo.circuit.builder` does, literal for literal.

A pool keeps the literals of all nodes one after the other, and finds a gate by a hash of its own
(open addressing; Knuth, The Art of Computer Programming 3, section 6.4).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel

Ints = NDArray[np.int32]
FALSE, TRUE = 0, 1
NODES, PARTS = 0, 1


class Pool(NamedTuple):
    """Nodes of a circuit, with room for all that may come."""

    ends: Ints  # [nodes] where the literals of a node end in `parts`
    parts: Ints
    slots: Ints  # [a power of two] numbers of gates, 0 if free
    sizes: Ints  # how many nodes there are, and how many literals they have
    bounds: Ints  # [roles+1] the first node of the moves of each role, and the first gate
    rest: Ints  # [moves of a role] room for the moves that an AND does not name


@kernel
def sort(numbers: Ints, size: int) -> None:
    """Sort the first numbers (Shell's sort, with gaps by Ciura, 2001, as far as they go)."""
    gap = 1
    while gap * 9 // 4 < size:
        gap = gap * 9 // 4 + 1
    while gap > 0:
        for index in range(gap, size):
            number = numbers[index]
            place = index
            while place >= gap and numbers[place - gap] > number:
                numbers[place] = numbers[place - gap]
                place -= gap
            numbers[place] = number
        gap = 0 if gap == 1 else max(1, gap * 4 // 9)


@kernel
def gate_of(pool: Pool, literals: Ints, size: int) -> int:
    """Return the positive literal of the gate that joins sorted literals; it is made if need be."""
    mix = np.int64(size)
    for index in range(size):
        mix = ((mix ^ literals[index]) * 0x2545F491) >> 16 & 0x7FFFFFFF
    mask = pool.slots.size - 1
    place = mix & mask
    while True:
        node = pool.slots[place]
        if node == 0:
            break
        begin = pool.ends[node - 1]
        if pool.ends[node] - begin == size:
            index = 0
            while index < size and pool.parts[begin + index] == literals[index]:
                index += 1
            if index == size:
                return 2 * int(node)
        place = (place + 1) & mask
    node = pool.sizes[NODES]
    begin = pool.sizes[PARTS]
    for index in range(size):
        pool.parts[begin + index] = literals[index]
    pool.ends[node] = begin + size
    pool.slots[place] = node
    pool.sizes[NODES] = node + 1
    pool.sizes[PARTS] = begin + size
    return 2 * int(node)


@kernel
def without_repetitions(literals: Ints, size: int) -> int:
    """Drop what is said twice, and TRUE, of sorted literals; return how many remain.

    If they exclude each other, FALSE alone remains.
    """
    kept = 0
    for index in range(size):
        literal = literals[index]
        if literal == FALSE or (kept > 0 and literal & 1 and literals[kept - 1] == literal ^ 1):
            literals[0] = FALSE
            return 1
        if literal != TRUE and (kept == 0 or literals[kept - 1] != literal):
            literals[kept] = literal
            kept += 1
    return kept


@kernel
def by_exclusion(pool: Pool, literals: Ints, size: int) -> int:
    """Simplify an AND, as each role does exactly one move; return its size, or 0 if it stays.

    The literals are sorted: the moves of a role stand together.
    """
    first = 0
    while first < size and literals[first] < 2 * pool.bounds[0]:
        first += 1
    for role in range(pool.bounds.size - 1):
        end = first
        done = 0
        while end < size and literals[end] < 2 * pool.bounds[role + 1]:
            done += 1 - (literals[end] & 1)
            end += 1
        others = end - first - done
        if done > 1:
            literals[0] = FALSE
            return 1
        moves = pool.bounds[role + 1] - pool.bounds[role]
        excludes = 2 * others > moves
        if others > 0 and (done == 1 or excludes):
            literal = any_of_rest(pool, literals, first, end, role) if done == 0 else 0
            kept = first
            for index in range(first, size):
                if index >= end or not literals[index] & 1:
                    literals[kept] = literals[index]
                    kept += 1
            if done == 0:
                literals[kept] = literal
                kept += 1
            return kept
        first = end
    return 0


@kernel
def any_of_rest(pool: Pool, literals: Ints, first: int, end: int, role: int) -> int:
    """Return that one of the moves is done that are not among some negated ones of their role."""
    size = 0
    for node in range(pool.bounds[role], pool.bounds[role + 1]):
        if first < end and literals[first] >> 1 == node:
            first += 1
        else:
            pool.rest[size] = 2 * node + 1
            size += 1
    if size == 0:
        return FALSE
    return (pool.rest[0] if size == 1 else gate_of(pool, pool.rest, size)) ^ 1


@kernel
def all_of(pool: Pool, literals: Ints, size: int) -> int:
    """Return the literal of an AND of the first literals, which are overwritten."""
    while True:
        sort(literals, size)
        size = without_repetitions(literals, size)
        if size == 0:
            return TRUE
        if size == 1:
            return int(literals[0])
        moves = 0
        for index in range(size):
            if 2 * pool.bounds[0] <= literals[index] < 2 * pool.bounds[-1]:
                moves += 1
        simpler = by_exclusion(pool, literals, size) if moves > 1 else 0
        if simpler == 0:
            return gate_of(pool, literals, size)
        size = simpler
