"""The gates of a circuit without loops as code: what `zermelo.circuit.order` does, in arrays."""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel

Ints = NDArray[np.int32]


@kernel
def wire(ends: Ints, parts: Ints, inputs: int, last: Ints, slot: Ints, code: Ints) -> int:
    """Fill the code of all gates, and give each a slot; return how many slots there are.

    Args:
        ends: [nodes] where the literals of a node end in `parts`.
        parts: literals.
        inputs: nodes before the first gate; they have slots of their own.
        last: [nodes] the last node that reads each because it is an output, or 0; overwritten.
        slot: [nodes] is filled.
        code: [3 for each gate, and 1 for each literal] is filled.
    """
    nodes = ends.size
    for node in range(inputs, nodes):
        last[node] = max(last[node], node)
        for place in range(ends[node - 1], ends[node]):
            used = parts[place] >> 1
            last[used] = max(last[used], node)
    dying = np.zeros(nodes + 2, np.int32)  # where those begin that are dead after a node
    for node in range(inputs, nodes):
        dying[last[node] + 1] += 1
    for node in range(nodes + 1):
        dying[node + 1] += dying[node]
    dead = np.empty(nodes, np.int32)
    filled = dying.copy()
    for node in range(inputs, nodes):
        dead[filled[last[node]]] = node
        filled[last[node]] += 1
    free = np.empty(nodes, np.int32)
    frees = 0
    slots = inputs
    for node in range(inputs):
        slot[node] = node
    size = 0
    for node in range(inputs, nodes):
        if frees > 0:
            frees -= 1
            slot[node] = free[frees]
        else:
            slot[node] = slots
            slots += 1
        code[size] = slot[node]
        counts = size + 1
        code[counts] = code[counts + 1] = 0
        size += 3
        for sign in range(2):
            for place in range(ends[node - 1], ends[node]):
                if parts[place] & 1 == sign:
                    code[size] = slot[parts[place] >> 1]
                    code[counts + sign] += 1
                    size += 1
        for index in range(dying[node], dying[node + 1]):
            free[frees] = slot[dead[index]]
            frees += 1
    return slots
