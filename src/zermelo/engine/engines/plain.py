"""The plain engine: a circuit run in plain Python, ready at once.

It is the readable twin of the interpreter, and the engine of processes that must answer soon after
they were started: kernels take a second to load. A pass takes about a microsecond a gate, however
many states it is for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.circuit_engine import CircuitEngine
from zermelo.engine.engine import Ints, Views, Words, words_for
from zermelo.engine.plain import Gate, Loop, parts, run
from zermelo.engine.plain_matches import PlainMatches


@dataclass(frozen=True, eq=False)
class PlainEngine(CircuitEngine):
    """Runs any number of states in one pass: bit k of an integer belongs to state k."""

    name = "plain"
    has_kernels = False

    @cached_property
    def _code(self) -> tuple[list[Gate | Loop], list[Gate | Loop]]:
        code, end = self.wiring.code.tolist(), self.wiring.view_end
        return parts(code[:end]), parts(code[end:])

    def _viewed(self, states: Words) -> list[int]:
        """Return all wires after the view."""
        fluents = columns(states, self.dimensions.fluents)
        wires = [0, *fluents, *[0] * (self.wiring.slots - 1 - len(fluents))]
        run(self._code[0], wires, (1 << len(states)) - 1)
        return wires

    def view(self, states: Words) -> Views:
        """Return what holds in states [any number, words]."""
        wires, gates, size = self._viewed(states), self.wiring, len(states)
        legal = rows([wires[slot] for slot in gates.legal.tolist()], size)
        held = bits([wires[slot] for slot in (gates.terminal, *gates.goals.tolist())], size)
        return Views(legal, np.ascontiguousarray(held[:, 0]), held[:, 1:])

    def step(self, states: Words, joints: Ints) -> Words:
        """Return the states after the joint moves [states, roles]."""
        wires = self._viewed(states)
        first = 1 + self.dimensions.fluents
        wires[first : first + self.dimensions.moves] = [0] * self.dimensions.moves
        for lane, joint in enumerate(joints.tolist()):
            for begin, move in zip(self.dimensions.firsts.tolist()[:-1], joint, strict=True):
                wires[first + begin + move] |= 1 << lane
        run(self._code[1], wires, (1 << len(states)) - 1)
        return rows([wires[slot] for slot in self.wiring.next.tolist()], len(states))

    def children(self, views: Views) -> tuple[Ints, Ints]:
        """Return every joint move of every state that has not ended: its state's number, itself."""
        firsts = self.dimensions.firsts.tolist()
        parents, joints = list[int](), list[tuple[int, ...]]()
        held = np.unpackbits(views.legal.view(np.uint8), axis=1, bitorder="little")
        for number in np.flatnonzero(~views.ended).tolist():
            choices = [
                np.flatnonzero(held[number, begin:end]).tolist() for begin, end in pairwise(firsts)
            ]
            found = list(product(*choices))
            joints += found
            parents += [number] * len(found)
        shape = len(parents), len(firsts) - 1
        return np.array(parents, np.int32), np.array(joints, np.int32).reshape(shape)

    def matches(self, start: Ints, seed: int, step_limit: int) -> PlainMatches:
        """Return random matches from a state, given as one number for each fluent."""
        return PlainMatches(self, start, seed, step_limit)


def columns(states: Words, size: int) -> list[int]:
    """Return an integer for each bit of rows [states, words]: bit k of it is that of row k."""
    held = np.unpackbits(states.view(np.uint8), axis=1, count=size, bitorder="little")
    packed = np.ascontiguousarray(np.packbits(held, axis=0, bitorder="little").T)
    return [int.from_bytes(column.tobytes(), "little") for column in packed]


def bits(columns: Sequence[int], size: int) -> NDArray[np.bool_]:
    """Return the bits [rows, columns] of the first `size` rows."""
    length = (size + 7) // 8
    packed = np.frombuffer(
        b"".join(column.to_bytes(length, "little") for column in columns), np.uint8
    )
    held = np.unpackbits(packed.reshape(len(columns), length), axis=1, bitorder="little")
    return np.ascontiguousarray(held[:, :size].T).view(np.bool_)


def rows(columns: Sequence[int], size: int) -> Words:
    """Return rows [size, words] of columns."""
    found = np.zeros((size, 8 * words_for(len(columns))), np.uint8)
    packed = np.packbits(bits(columns, size), axis=1, bitorder="little")
    found[:, : packed.shape[1]] = packed
    return found.view(np.uint64)
