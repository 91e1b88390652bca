"""A circuit without loops -> a smaller one: what `zermelo.circuit.shrink` does, in arrays."""

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.pool import Pool, all_of, sort
from zermelo.kernels.kernel import kernel

Ints = NDArray[np.int32]


@kernel
def evaluation_order(ends: Ints, parts: Ints, inputs: int, outputs: Ints, order: Ints) -> int:
    """List the gates that outputs need, each after what it uses; return how many there are.

    Args:
        ends: [nodes] where the literals of a node end in `parts`.
        parts: literals.
        inputs: nodes before the first gate.
        outputs: literals.
        order: [gates] is filled.
    """
    seen = np.zeros(ends.size, np.bool_)
    seen[:inputs] = True
    stack = np.empty(ends.size, np.int32)
    at = np.empty(ends.size, np.int32)
    found = 0
    for literal in outputs:
        if seen[literal >> 1]:
            continue
        stack[0] = literal >> 1
        at[0] = ends[(literal >> 1) - 1]
        depth = 1
        while depth > 0:
            node = stack[depth - 1]
            place = at[depth - 1]
            while place < ends[node] and seen[parts[place] >> 1]:
                place += 1
            at[depth - 1] = place
            if place < ends[node]:
                below = parts[place] >> 1
                stack[depth] = below
                at[depth] = ends[below - 1]
                depth += 1
                continue
            seen[node] = True
            order[found] = node
            found += 1
            depth -= 1
    return found


@kernel
def join(
    pool: Pool, ends: Ints, parts: Ints, inputs: int, outputs: Ints, order: Ints, image: Ints
) -> None:
    """Build the gates in `order` again, joining ANDs that are used by one AND only.

    Args:
        pool: the inputs; gets the gates.
        ends: [nodes] as in `evaluation_order`, and the next three.
        parts: literals.
        inputs: nodes before the first gate.
        outputs: literals.
        order: [gates that are needed]
        image: [nodes] that of inputs; gets the new literal of each gate.
    """
    uses = np.zeros(ends.size, np.int32)
    for literal in outputs:
        uses[literal >> 1] += 1
    for node in order:
        for place in range(ends[node - 1], ends[node]):
            uses[parts[place] >> 1] += 1
    literals = np.empty(parts.size + 1, np.int32)
    for node in order:
        size = 0
        for place in range(ends[node - 1], ends[node]):
            used = parts[place] >> 1
            new = image[used] ^ (parts[place] & 1)
            inner = new >> 1
            if uses[used] == 1 and not new & 1 and inner >= inputs:
                for within in range(pool.ends[inner - 1], pool.ends[inner]):
                    literals[size] = pool.parts[within]
                    size += 1
            else:
                literals[size] = new
                size += 1
        image[node] = all_of(pool, literals, size)


@kernel
def renumber(pool: Pool, inputs: int, order: Ints, number: Ints, ends: Ints, parts: Ints) -> None:
    """Copy the gates in `order`, numbered in that order.

    Args:
        pool: the gates.
        inputs: nodes before the first gate.
        order: [gates that are needed]
        number: [nodes] that of inputs; gets the new number of each gate.
        ends: [new nodes] is filled.
        parts: [room for those of all] is filled.
    """
    ends[:inputs] = 0
    size = 0
    for index in range(order.size):
        node = order[index]
        begin = size
        for place in range(pool.ends[node - 1], pool.ends[node]):
            literal = pool.parts[place]
            parts[size] = 2 * number[literal >> 1] ^ (literal & 1)
            size += 1
        sort(parts[begin:size], size - begin)
        number[node] = inputs + index
        ends[inputs + index] = size
