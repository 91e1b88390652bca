"""States as rows of words, and back: what stands in which lane, and what follows there.

A row holds one state, a bit for each fluent; a slice holds one fluent, a bit for each lane. Blocks
of 64 by 64 bits are turned at a time (Warren, Hacker's Delight, section 7-3).
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.wide import see
from zermelo.engine.kernels.wide import step as advance_wires
from zermelo.engine.wide import Wide
from zermelo.kernels.kernel import kernel
from zermelo.kernels.vector import WORDS

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


@kernel
def turn(block: Words) -> None:
    """Transpose 64 words of 64 bits in place: bit j of word i becomes bit i of word j."""
    width = np.uint64(32)
    mask = np.uint64(0x00000000FFFFFFFF)
    while width > np.uint64(0):
        index = np.uint64(0)
        while index < np.uint64(64):
            other = index + width
            swap = ((block[index] >> width) ^ block[other]) & mask
            block[other] ^= swap
            block[index] ^= swap << width
            index = (other + np.uint64(1)) & ~width
        width >>= np.uint64(1)
        mask ^= mask << width


@kernel
def spread(rows: Words, wires: Words, first: int, size: int) -> None:
    """Write rows [lanes, words] as slices: bit k of a row goes to slot `first + k`."""
    block = np.empty(64, np.uint64)
    lanes = rows.shape[0]
    for group in range((lanes + 63) // 64):
        for word in range(rows.shape[1]):
            for index in range(64):
                lane = 64 * group + index
                block[index] = rows[lane, word] if lane < lanes else np.uint64(0)
            turn(block)
            for index in range(min(64, size - 64 * word)):
                wires[(first + 64 * word + index) * WORDS + group] = block[index]


@kernel
def collect(slots: Ints, wires: Words, rows: Words) -> None:
    """Read slices as rows [lanes, words]: bit k of a row comes from `slots[k]`."""
    block = np.empty(64, np.uint64)
    lanes = rows.shape[0]
    for group in range((lanes + 63) // 64):
        for word in range(rows.shape[1]):
            for index in range(64):
                bit = 64 * word + index
                inside = bit < slots.size
                block[index] = wires[slots[bit] * WORDS + group] if inside else np.uint64(0)
            turn(block)
            for index in range(min(64, lanes - 64 * group)):
                rows[64 * group + index, word] = block[index]


@kernel
def view(gates: Wide, wires: Words, states: Words, legal: Words, ends: Words) -> None:
    """Say of up to 1024 states which moves are legal, and whether and how they end.

    Args:
        states: [lanes, words] rows of fluents.
        legal: [lanes, words] rows of the moves of all roles.
        ends: [lanes, words] rows of bits: terminal, then each goal.
    """
    spread(states, wires, 1, gates.fluents)
    see(gates, wires)
    collect(gates.legal, wires, legal)
    ending = np.empty(1 + gates.goals.size, np.int32)
    ending[0] = gates.terminal
    for goal in range(gates.goals.size):  # a slice would take seconds to compile
        ending[1 + goal] = gates.goals[goal]
    collect(ending, wires, ends)


@kernel
def step(gates: Wide, wires: Words, states: Words, joints: Ints, following: Words) -> None:
    """Fill `following` with the states after the joint moves [lanes, roles], up to 1024 of them."""
    spread(states, wires, 1, gates.fluents)
    see(gates, wires)
    first = 1 + gates.fluents
    wires[first * WORDS : (first + gates.legal.size) * WORDS] = 0
    for lane in range(joints.shape[0]):
        for role in range(joints.shape[1]):
            slot = first + gates.roles[role] + joints[lane, role]
            wires[slot * WORDS + lane // 64] |= np.uint64(1) << np.uint64(lane % 64)
    advance_wires(gates, wires)
    collect(gates.next, wires, following)


@kernel
def bit(row: Words, index: int) -> bool:
    """Whether bit `index` of a row is set."""
    return bool((row[index // 64] >> np.uint64(index % 64)) & np.uint64(1))


@kernel
def count_joints(roles: Ints, legal: Words) -> int:
    """Return how many joint moves a row of legal moves allows; 0 if a role has none."""
    total = 1
    for role in range(roles.size - 1):
        moves = 0
        for index in range(roles[role], roles[role + 1]):
            if bit(legal, index):
                moves += 1
        total *= moves
    return total


@kernel
def list_joints(roles: Ints, legal: Words, joints: Ints) -> None:
    """Fill joints [count_joints, roles] in ascending order, the last role changing first."""
    size = roles.size - 1
    repeat = joints.shape[0]
    for role in range(size):
        moves = 0
        for index in range(roles[role], roles[role + 1]):
            if bit(legal, index):
                moves += 1
        repeat //= moves
        at = 0
        while at < joints.shape[0]:
            for index in range(roles[role], roles[role + 1]):
                if bit(legal, index):
                    for _ in range(repeat):
                        joints[at, role] = index - roles[role]
                        at += 1


@kernel
def children(
    roles: Ints, legal: Words, ended: NDArray[np.bool_], parents: Ints, joints: Ints
) -> None:
    """List the joint moves of all states that have not ended, beside the number of the state."""
    at = 0
    for state in range(legal.shape[0]):
        if not ended[state]:
            size = count_joints(roles, legal[state])
            if size > 0:
                list_joints(roles, legal[state], joints[at : at + size])
                parents[at : at + size] = state
                at += size


@kernel
def count_children(roles: Ints, legal: Words, ended: NDArray[np.bool_]) -> int:
    """Return how many joint moves there are in all states that have not ended."""
    total = 0
    for state in range(legal.shape[0]):
        if not ended[state]:
            total += count_joints(roles, legal[state])
    return total
