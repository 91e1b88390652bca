"""A circuit -> code for the kernels: gates in order, each with the slot that its wire lives in.

Code is a row of integers. A gate is `slot, positives, negatives, slots...`; a loop is
`LOOP, feedbacks, slots...`, its gates, `FEED, slot, literal` for each feedback, and `AGAIN`.
Here a literal is twice a slot, plus 1 where negated. Slots are used again once nothing reads them:
on chess that makes the wires three times smaller, and the pass twice as fast.
"""

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
    view = [
        circuit.terminal >> 1,
        *(literal >> 1 for goals in circuit.goals for _, literal in goals),
        *(literal >> 1 for legal in circuit.legal for literal in legal),
    ]
    # Numbers follow a depth-first walk from the outputs, those of the view first.
    first_step = max([circuit.inputs, *(node + 1 for node in view)])
    for loop in circuit.loops:
        if min(loop) < first_step:
            first_step = max(first_step, max(loop) + 1)
    end = len(circuit.gates)
    last_use = last_uses(circuit, first_step, end, view)
    slot = list(range(circuit.inputs)) + [0] * (end - circuit.inputs)
    free: list[int] = []
    slots = circuit.inputs
    dying: dict[int, list[int]] = {}
    for node in range(circuit.inputs, end):
        dying.setdefault(last_use[node], []).append(node)
    loop_starts = {min(loop): loop for loop in circuit.loops}
    loop_ends = {max(loop) for loop in circuit.loops}
    code: list[int] = []
    view_end = 0

    def take() -> int:
        nonlocal slots
        if free:
            return free.pop()
        slots += 1
        return slots - 1

    for node in range(circuit.inputs, end):
        if node == first_step:
            view_end = len(code)
        if node in loop_starts:
            feedback = [member for member in loop_starts[node] if member in circuit.feedback]
            for member in feedback:
                slot[member] = take()
            code += [LOOP, len(feedback), *(slot[member] for member in feedback)]
        if node in circuit.feedback:
            (literal,) = circuit.gates[node]
            code += [FEED, slot[node], 2 * slot[literal >> 1] + (literal & 1)]
        else:
            slot[node] = take()
            positives = [slot[lit >> 1] for lit in circuit.gates[node] if not lit & 1]
            negatives = [slot[lit >> 1] for lit in circuit.gates[node] if lit & 1]
            code += [slot[node], len(positives), len(negatives), *positives, *negatives]
        if node in loop_ends:
            code.append(AGAIN)
        free.extend(slot[dead] for dead in dying.get(node, ()))
    if first_step >= end:
        view_end = len(code)
    step_code = code[view_end:]
    del code[view_end:]
    # Outputs are read as they are: a negated one gets a gate of its own, in a slot of its own.
    plain: dict[int, int] = {}

    def positive(literal: int) -> int:
        if not literal & 1:
            return slot[literal >> 1]
        if literal not in plain:
            nonlocal slots
            plain[literal] = slots
            code.extend([slots, 0, 1, slot[literal >> 1]])
            slots += 1
        return plain[literal]

    def at(literals: list[int]) -> Ints:
        return np.array([positive(literal) for literal in literals], np.int32)

    goals = [
        (role, value, literal)
        for role, of_role in enumerate(circuit.goals)
        for value, literal in of_role
    ]
    initial = np.zeros(circuit.fluents, np.int32)
    initial[list(circuit.initial)] = 1
    terminal = positive(circuit.terminal)
    legal = at([literal for legal in circuit.legal for literal in legal])
    goal_slots = at([literal for _, _, literal in goals])
    view_end = len(code)
    code += step_code
    plain.clear()
    following = at(list(circuit.next))
    for fluent, source in enumerate(following):
        # Next becomes the state wire by wire, so no fluent may be read after it was written.
        if 1 <= source <= circuit.fluents and source != fluent + 1:
            code.extend([slots, 1, 0, int(source)])
            following[fluent] = slots
            slots += 1
    return Gates(
        code=np.array(code, np.int32),
        view_end=view_end,
        slots=slots,
        fluents=circuit.fluents,
        roles=np.array([0, *np.cumsum(circuit.moves)], np.int32),
        initial=initial,
        next=following,
        legal=legal,
        goals=goal_slots,
        goal_roles=np.array([role for role, _, _ in goals], np.int32),
        goal_values=np.array([value for _, value, _ in goals], np.int32),
        terminal=terminal,
    )


def last_uses(circuit: Circuit, first_step: int, end: int, view: list[int]) -> list[int]:
    """Return after which node the wire of each node is dead."""
    last = list(range(end))
    loop_end = {member: max(loop) for loop in circuit.loops for member in loop}
    for node in range(circuit.inputs, end):
        # A loop reads its inputs again in every round, so they live to its end.
        reader = loop_end.get(node, node)
        last[node] = max(last[node], reader)
        for literal in circuit.gates[node]:
            last[literal >> 1] = max(last[literal >> 1], reader)
    for node in view:
        last[node] = max(last[node], first_step - 1)
    for literal in circuit.next:
        last[literal >> 1] = end
    return last
