"""A circuit -> code for the kernels: gates in order, each with the slot that its wire lives in.

Code is a row of integers. A gate is `slot, positives, negatives, slots...`; a loop is
`LOOP, feedbacks, slots...`, its gates, `FEED, slot, literal` for each feedback, and `AGAIN`.
Here a literal is twice a slot, plus 1 where negated. Slots are used again once nothing reads them:
on chess that makes the wires three times smaller, and the pass twice as fast.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.build import Circuit

Ints = NDArray[np.int32]
LOOP, AGAIN, FEED = -1, -2, -3


class Gates(NamedTuple):
    """A circuit as arrays. Slot 0 is false, then come fluents, then the moves of all roles."""

    code: Ints  # the view (legal, goals, terminal), then the step (next)
    view_end: int  # where the view ends in `code`
    slots: int
    fluents: int
    roles: Ints  # [roles+1] the first move of each role, and how many there are in all
    initial: Ints  # [fluents] 0 or 1
    next: Ints  # [fluents] slot
    legal: Ints  # [moves] slot
    goals: Ints  # [goals] slot
    goal_roles: Ints  # [goals]
    goal_values: Ints  # [goals]
    terminal: int  # slot


def order(circuit: Circuit) -> Gates:
    """Return the code of a circuit whose gates are numbered in evaluation order."""
    view = seen(circuit)
    first_step = start_of_step(circuit, view)
    wiring = Wiring(circuit, last_uses(circuit, first_step, view))
    code = wiring.code(range(circuit.inputs, first_step))
    step = wiring.code(range(first_step, len(circuit.gates)))
    return with_outputs(circuit, Wires(wiring.slot, wiring.slots), code, step)


def seen(circuit: Circuit) -> list[int]:
    """Return the literals that are asked for in a state: the end, legal moves, goals."""
    legal = (literal for of_role in circuit.legal for literal in of_role)
    goals = (literal for of_role in circuit.goals for _, literal in of_role)
    return [circuit.terminal, *legal, *goals]


def with_outputs(
    circuit: Circuit, wires: "Wires", view: Sequence[int] | Ints, step: Sequence[int] | Ints
) -> Gates:
    """Return code for the view and for the step, with what is read of it at the end."""
    shown, view_tail = wires.outputs(seen(circuit))
    following, step_tail = wires.outputs(circuit.next)
    following, copies = wires.kept_apart(following, circuit.fluents)
    parts = [np.asarray(part, np.int32) for part in (view, view_tail, step, step_tail, copies)]
    goals = [(role, value) for role, of_role in enumerate(circuit.goals) for value, _ in of_role]
    legal = sum(circuit.moves)
    initial = np.zeros(circuit.fluents, np.int32)
    initial[list(circuit.initial)] = 1
    return Gates(
        code=np.concatenate(parts),
        view_end=parts[0].size + parts[1].size,
        slots=wires.slots,
        fluents=circuit.fluents,
        roles=np.array([0, *np.cumsum(circuit.moves)], np.int32),
        initial=initial,
        next=np.array(following, np.int32),
        legal=np.array(shown[1 : 1 + legal], np.int32),
        goals=np.array(shown[1 + legal :], np.int32),
        goal_roles=np.array([role for role, _ in goals], np.int32),
        goal_values=np.array([value for _, value in goals], np.int32),
        terminal=shown[0],
    )


def start_of_step(circuit: Circuit, view: Sequence[int]) -> int:
    """Return the first node that only the step needs: a loop that the view needs is one whole."""
    # Numbers follow a depth-first walk from the outputs, those of the view first.
    first = max([circuit.inputs, *((literal >> 1) + 1 for literal in view)])
    for loop in circuit.loops:
        if min(loop) < first:
            first = max(first, max(loop) + 1)
    return first


class Wires:
    """Which slot the wire of each node lives in when all gates have their code."""

    def __init__(self, slot: Sequence[int], slots: int) -> None:
        """Start with the slots that gates have, and how many there are."""
        self.slot = slot
        self.slots = slots

    def new(self) -> int:
        """Return a slot that nothing has used yet."""
        self.slots += 1
        return self.slots - 1

    def outputs(self, literals: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the slots of outputs, which are read as they are, and the code for that.

        A negated one gets a gate of its own at the end of the code, in a slot of its own.
        """
        code: list[int] = []
        negated: dict[int, int] = {}
        slot = self.slot
        for literal in literals:
            if literal & 1 and literal not in negated:
                negated[literal] = self.new()
                code += (negated[literal], 0, 1, slot[literal >> 1])
        return [negated[each] if each & 1 else slot[each >> 1] for each in literals], code

    def kept_apart(self, following: Sequence[int], fluents: int) -> tuple[list[int], list[int]]:
        """Return the slots of the next fluents, none of them that of another fluent now.

        Next becomes the state wire by wire, so no fluent may be read after it was written.
        """
        code: list[int] = []
        found = list(following)
        for fluent, source in enumerate(following):
            if 1 <= source <= fluents and source != fluent + 1:
                found[fluent] = self.new()
                code += (found[fluent], 1, 0, source)
        return found, code


class Wiring:
    """Which slot the wire of each node lives in, while the code is written node by node."""

    def __init__(self, circuit: Circuit, last_use: Sequence[int]) -> None:
        """Start with the inputs in slots of their own."""
        nodes = range(circuit.inputs, len(circuit.gates))
        self.circuit = circuit
        self.slot = list(range(circuit.inputs)) + [0] * len(nodes)
        self.slots = circuit.inputs
        self.free: list[int] = []
        self.dying: dict[int, list[int]] = {}
        for node in nodes:
            self.dying.setdefault(last_use[node], []).append(node)
        self.loop_starts = {min(loop): loop for loop in circuit.loops}
        self.loop_ends = {max(loop) for loop in circuit.loops}

    def take(self) -> int:
        """Return a slot that nothing reads any more, or else a new one."""
        return self.free.pop() if self.free else self.new()

    def new(self) -> int:
        """Return a slot that nothing has used yet."""
        self.slots += 1
        return self.slots - 1

    def code(self, nodes: range) -> list[int]:
        """Return the code of some nodes, after that of all before them."""
        code: list[int] = []
        for node in nodes:
            if node in self.loop_starts:
                code += self.loop(self.loop_starts[node])
            code += self.feed(node) if node in self.circuit.feedback else self.gate(node)
            if node in self.loop_ends:
                code.append(AGAIN)
            self.free.extend(self.slot[dead] for dead in self.dying.get(node, ()))
        return code

    def loop(self, members: Sequence[int]) -> list[int]:
        """Return the code that starts a loop: its feedbacks are false at first."""
        feedback = [member for member in members if member in self.circuit.feedback]
        for member in feedback:
            self.slot[member] = self.take()
        return [LOOP, len(feedback), *(self.slot[member] for member in feedback)]

    def feed(self, node: int) -> list[int]:
        """Return the code that gives a feedback its value for the next round."""
        (literal,) = self.circuit.gates[node]
        return [FEED, self.slot[node], 2 * self.slot[literal >> 1] + (literal & 1)]

    def gate(self, node: int) -> list[int]:
        """Return the code of a gate."""
        slot, literals = self.slot, self.circuit.gates[node]
        slot[node] = self.take()
        positives = [slot[literal >> 1] for literal in literals if not literal & 1]
        negatives = [slot[literal >> 1] for literal in literals if literal & 1]
        return [slot[node], len(positives), len(negatives), *positives, *negatives]


def last_uses(circuit: Circuit, first_step: int, view: Sequence[int]) -> list[int]:
    """Return after which node the wire of each node is dead."""
    end = len(circuit.gates)
    last = list(range(end))
    loop_end = {member: max(loop) for loop in circuit.loops for member in loop}
    for node in range(circuit.inputs, end):
        # A loop reads its inputs again in every round, so they live to its end.
        reader = loop_end.get(node, node)
        last[node] = max(last[node], reader)
        for literal in circuit.gates[node]:
            last[literal >> 1] = max(last[literal >> 1], reader)
    for literal in view:
        last[literal >> 1] = max(last[literal >> 1], first_step - 1)
    for literal in circuit.next:
        last[literal >> 1] = end
    return last
