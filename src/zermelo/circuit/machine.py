"""Machine: the wires of a circuit, and batches of states run on them by the kernels."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import Gates

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
BATCH = 1024


def aligned(size: int) -> Words:
    """Return zeros that start at a cache line: vectors that cross one are slower."""
    words = np.zeros(size + 8, np.uint64)
    offset = (-words.ctypes.data // 8) % 8
    return words[offset : offset + size]


def words_for(bits: int) -> int:
    """Return how many words hold `bits` bits; at least one."""
    return max(1, (bits + 63) // 64)


@dataclass(frozen=True, slots=True)
class Views:
    """What holds in each state of a batch."""

    legal: Words  # [states, words] a bit for each move of each role
    ended: NDArray[np.bool_]  # [states]
    goals: NDArray[np.bool_]  # [states, goals] which goals hold


@dataclass(slots=True)
class Machine:
    """Runs batches of states; not to be shared between threads, for the wires are its own."""

    gates: Gates
    wires: Words = field(init=False)

    def __post_init__(self) -> None:
        """Lay the wires."""
        from zermelo.circuit.kernels.vector import WORDS

        self.wires = aligned(self.gates.slots * WORDS)

    def view(self, states: Words) -> Views:
        """Return what holds in states [any number, words]."""
        from zermelo.circuit.kernels import lanes

        gates = self.gates
        legal = np.empty((len(states), words_for(gates.legal.size)), np.uint64)
        ends = np.empty((len(states), words_for(1 + gates.goals.size)), np.uint64)
        for start in range(0, len(states), BATCH):
            part = slice(start, start + BATCH)
            lanes.view(gates, self.wires, states[part], legal[part], ends[part])
        bits = np.unpackbits(ends.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
        # One column of many is strided: numba would compile everything again for that.
        ended = np.ascontiguousarray(bits[:, 0])
        return Views(legal, ended, bits[:, 1 : 1 + gates.goals.size])

    def step(self, states: Words, joints: Ints) -> Words:
        """Return the states after the joint moves [states, roles]."""
        from zermelo.circuit.kernels import lanes

        following = np.empty_like(states)
        for start in range(0, len(states), BATCH):
            part = slice(start, start + BATCH)
            lanes.step(self.gates, self.wires, states[part], joints[part], following[part])
        return following

    def children(self, views: Views) -> tuple[Ints, Ints]:
        """Return every joint move of every state that has not ended: its state's number, itself."""
        from zermelo.circuit.kernels import lanes

        roles = self.gates.roles
        size = lanes.count_children(roles, views.legal, views.ended)
        parents = np.empty(size, np.int32)
        joints = np.empty((size, roles.size - 1), np.int32)
        lanes.children(roles, views.legal, views.ended, parents, joints)
        return parents, joints
