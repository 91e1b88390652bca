"""A circuit -> a smaller one of the same meaning: dead gates dropped, single-use gates joined."""

from dataclasses import replace

from zermelo.circuit.build import Circuit
from zermelo.circuit.builder import FALSE, GateBuilder


def shrink(circuit: Circuit) -> Circuit:
    """Return the circuit without dead gates, gates with one user joined into it, until none is."""
    while True:
        smaller = joined(circuit)
        if len(smaller.gates) >= len(circuit.gates):
            return smaller
        circuit = smaller


def outputs(circuit: Circuit) -> list[int]:
    """Return every literal that is asked for."""
    return [
        circuit.terminal,
        *(literal for goals in circuit.goals for _, literal in goals),
        *(literal for legal in circuit.legal for literal in legal),
        *circuit.next,
    ]


def uses(circuit: Circuit) -> list[int]:
    """Return how many live gates and outputs use each node."""
    count = [0] * len(circuit.gates)
    loop_of = {node: loop for loop in circuit.loops for node in loop}
    todo = [literal >> 1 for literal in outputs(circuit)]
    seen = set[int]()
    for node in todo:
        count[node] += 1
    while todo:
        node = todo.pop()
        # A live node of a loop keeps the whole loop alive.
        for member in loop_of.get(node, (node,)):
            if member not in seen:
                seen.add(member)
                for literal in circuit.gates[member]:
                    count[literal >> 1] += 1
                    todo.append(literal >> 1)
    return count


def joined(circuit: Circuit) -> Circuit:
    """Return the circuit rebuilt once, joining ANDs that are used by one AND only."""
    count = uses(circuit)
    builder = GateBuilder(circuit.fluents, circuit.moves)
    image = [2 * node for node in range(circuit.inputs)] + [FALSE] * (
        len(circuit.gates) - circuit.inputs
    )
    loop_of = {node: index for index, loop in enumerate(circuit.loops) for node in loop}
    loops: list[tuple[int, ...]] = []
    feedback: set[int] = set()

    def rebuilt(node: int) -> int:
        parts: list[int] = []
        for literal in circuit.gates[node]:
            new = image[literal >> 1] ^ literal & 1
            inner = builder.gates[new >> 1]
            single = count[literal >> 1] == 1 and literal >> 1 not in loop_of
            if single and inner and not new & 1 and new >> 1 not in feedback:
                parts.extend(inner)
            else:
                parts.append(new)
        return builder.all_of(parts)

    done = set[int]()
    for node in evaluation_order(circuit):
        if node in done or count[node] == 0:
            continue
        if node not in loop_of:
            image[node] = rebuilt(node)
            continue
        loop = circuit.loops[loop_of[node]]
        done.update(loop)
        variables = [member for member in loop if member in circuit.feedback]
        for member in variables:
            image[member] = 2 * len(builder.gates)
            feedback.add(len(builder.gates))
            builder.gates.append(())
        inside = {image[member] >> 1 for member in variables}
        order: list[int] = []
        for member in loop:
            before = len(builder.gates)
            if member in circuit.feedback:
                (literal,) = circuit.gates[member]
                variable = image[member] >> 1
                builder.gates[variable] = (image[literal >> 1] ^ literal & 1,)
                order.append(variable)
            else:
                image[member] = rebuilt(member)
            for gate in range(before, len(builder.gates)):
                if any(part >> 1 in inside for part in builder.gates[gate]):
                    inside.add(gate)
                    order.append(gate)
        loops.append(tuple(order))

    def at(literal: int) -> int:
        return image[literal >> 1] ^ literal & 1

    rebuilt_circuit = replace(
        circuit,
        gates=tuple(builder.gates),
        loops=tuple(loops),
        feedback=frozenset(feedback),
        next=tuple(at(literal) for literal in circuit.next),
        legal=tuple(tuple(at(literal) for literal in legal) for legal in circuit.legal),
        goals=tuple(
            tuple((value, at(literal)) for value, literal in goals) for goals in circuit.goals
        ),
        terminal=at(circuit.terminal),
    )
    return compact(rebuilt_circuit)


def evaluation_order(circuit: Circuit) -> list[int]:
    """Return the gates so that each comes after what it uses; loops stand together.

    Depth first from the outputs: what is needed together stands together, and few wires are alive
    at a time.
    """
    loop_of = {node: loop for loop in circuit.loops for node in loop}
    gates = circuit.gates
    order: list[int] = []
    seen = [node < circuit.inputs for node in range(len(gates))]
    for root in outputs(circuit):
        stack = [root >> 1]
        while stack:
            node = stack[-1]
            if seen[node]:
                stack.pop()
                continue
            loop = loop_of.get(node)
            if loop is None:
                missing = [literal >> 1 for literal in gates[node] if not seen[literal >> 1]]
            else:
                inside = set(loop)
                missing = [
                    literal >> 1
                    for member in loop
                    for literal in gates[member]
                    if literal >> 1 not in inside and not seen[literal >> 1]
                ]
            if missing:
                missing.reverse()
                stack += missing
                continue
            stack.pop()
            for member in loop or (node,):
                seen[member] = True
                order.append(member)
    return order


def compact(circuit: Circuit) -> Circuit:
    """Return the circuit with only the gates that are used, numbered in evaluation order."""
    order = evaluation_order(circuit)
    number = list(range(circuit.inputs)) + [0] * (len(circuit.gates) - circuit.inputs)
    for index, node in enumerate(order):
        number[node] = circuit.inputs + index

    def at(literal: int) -> int:
        return 2 * number[literal >> 1] ^ literal & 1

    alive = set(order)
    gates = [()] * circuit.inputs + [
        tuple(sorted(at(literal) for literal in circuit.gates[node])) for node in order
    ]
    return replace(
        circuit,
        gates=tuple(gates),
        loops=tuple(
            tuple(number[node] for node in loop) for loop in circuit.loops if loop[0] in alive
        ),
        feedback=frozenset(number[node] for node in circuit.feedback if node in alive),
        next=tuple(at(literal) for literal in circuit.next),
        legal=tuple(tuple(at(literal) for literal in legal) for legal in circuit.legal),
        goals=tuple(
            tuple((value, at(literal)) for value, literal in goals) for goals in circuit.goals
        ),
        terminal=at(circuit.terminal),
    )
