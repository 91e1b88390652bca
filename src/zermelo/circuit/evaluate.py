"""The definition of what a circuit computes: one pass in plain Python.

Values are integers whose bit k belongs to state k, so one state is the case of integers 0 and 1.
"""

from collections.abc import Mapping

from zermelo.circuit.build import Circuit


def evaluate(circuit: Circuit, inputs: Mapping[int, int], lanes: int = 1) -> list[int]:
    """Return the value of every node; `inputs` gives those of fluents and moves, 0 if missing."""
    ones = (1 << lanes) - 1
    value = [inputs.get(node, 0) for node in range(len(circuit.gates))]
    loop_of = {node: loop for loop in circuit.loops for node in loop}

    def settle(node: int) -> None:
        result = ones
        for literal in circuit.gates[node]:
            result &= value[literal >> 1] ^ (ones if literal & 1 else 0)
        value[node] = result

    # Gates are numbered in evaluation order; the nodes of a loop stand together.
    node = circuit.inputs
    while node < len(circuit.gates):
        loop = loop_of.get(node)
        if loop is None:
            settle(node)
            node += 1
            continue
        before: list[int] = []
        while before != (before := [value[member] for member in loop]):
            for member in loop:
                settle(member)
        node += len(loop)
    return value
