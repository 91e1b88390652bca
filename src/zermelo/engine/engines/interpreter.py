"""The interpreter: an engine whose kernels read the code of a circuit, gate by gate."""

from dataclasses import dataclass, field
from threading import local

import numpy as np

from zermelo.engine.circuit_engine import CircuitEngine
from zermelo.engine.engine import BATCH, Ints, Views, Words, words_for
from zermelo.engine.lanes import Lanes, aligned


@dataclass(frozen=True, eq=False)
class Interpreter(CircuitEngine):
    """Runs batches of 1024 states. Every thread has its own wires."""

    name = "interpreter"
    has_kernels = True
    _own: local = field(default_factory=local, init=False, repr=False)

    @property
    def wires(self) -> Words:
        """The wires of this thread."""
        try:
            wires: Words = self._own.wires
        except AttributeError:
            from zermelo.kernels.vector import WORDS

            wires = self._own.wires = aligned(self.wide.slots * WORDS)
        return wires

    def view(self, states: Words) -> Views:
        """Return what holds in states [any number, words]."""
        from zermelo.engine.kernels import lanes

        gates, wires = self.wide, self.wires
        legal = np.empty((len(states), words_for(gates.legal.size)), np.uint64)
        ends = np.empty((len(states), words_for(1 + gates.goals.size)), np.uint64)
        for start in range(0, len(states), BATCH):
            part = slice(start, start + BATCH)
            lanes.view(gates, wires, states[part], legal[part], ends[part])
        bits = np.unpackbits(ends.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
        # One column of many is strided: numba would compile everything again for that.
        ended = np.ascontiguousarray(bits[:, 0])
        return Views(legal, ended, bits[:, 1 : 1 + gates.goals.size])

    def step(self, states: Words, joints: Ints) -> Words:
        """Return the states after the joint moves [states, roles]."""
        from zermelo.engine.kernels import lanes

        following, wires = np.empty_like(states), self.wires
        for start in range(0, len(states), BATCH):
            part = slice(start, start + BATCH)
            lanes.step(self.wide, wires, states[part], joints[part], following[part])
        return following

    def children(self, views: Views) -> tuple[Ints, Ints]:
        """Return every joint move of every state that has not ended: its state's number, itself."""
        from zermelo.engine.kernels import lanes

        firsts = self.wide.roles
        size = lanes.count_children(firsts, views.legal, views.ended)
        parents = np.empty(size, np.int32)
        joints = np.empty((size, firsts.size - 1), np.int32)
        lanes.children(firsts, views.legal, views.ended, parents, joints)
        return parents, joints

    def matches(self, start: Ints, seed: int, step_limit: int) -> Lanes:
        """Return random matches from a state, given as one number for each fluent."""
        return Lanes(self.wide, start, seed, step_limit)
