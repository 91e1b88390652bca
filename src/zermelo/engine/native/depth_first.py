"""A pass whose gates follow each other as outputs need them.

A value that is used soon after it is computed stays in a register; one that waits is written to
memory and read again. Of a gate's inputs the one comes first that needs more registers (Sethi and
Ullman, 1970). The code of chess is a sixth shorter for that, and as much faster: it is too long to
stay in the fastest memory, so that every byte counts.
"""

import numpy as np

from zermelo.engine.narrow import Pass


def depth_first(circuit: Pass) -> Pass:
    """Return the same pass in another order; with loops, as it is."""
    if circuit.size != 1:
        return circuit
    first, pairs = circuit.inputs, circuit.pairs.tolist()
    inputs = list(zip(pairs[::2], pairs[1::2], strict=True))
    registers = [0] * (first + circuit.gates)
    for gate, (one, other) in enumerate(inputs):
        needs = registers[one >> 1], registers[other >> 1]
        registers[first + gate] = needs[0] + 1 if needs[0] == needs[1] else max(needs)
    place = [*range(first), *[0] * circuit.gates]  # 0 is none: that wire is an input
    order: list[int] = []
    todo = [literal >> 1 for literal in reversed(circuit.outputs.tolist())]
    while todo:
        wire = todo[-1]
        waits: list[int] = []
        if wire >= first and not place[wire]:
            ones = inputs[wire - first]
            waits = [lit >> 1 for lit in ones if lit >> 1 >= first and not place[lit >> 1]]
            if not waits:
                place[wire] = first + len(order)
                order.append(wire)
        if waits:
            todo += sorted(waits, key=lambda one: registers[one])
        else:
            todo.pop()
    after = [
        2 * place[literal >> 1] + (literal & 1)
        for wire in order
        for literal in inputs[wire - first]
    ]
    outputs = [2 * place[literal >> 1] + (literal & 1) for literal in circuit.outputs.tolist()]
    return circuit._replace(
        pairs=np.array(after, np.uint32),
        gates=len(order),
        orders=np.array([circuit.orders[0], 0, len(order)], np.int32),
        outputs=np.array(outputs, np.uint32),
    )
