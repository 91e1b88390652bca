"""Ground rules by the million -> code, by kernels: the same as build, shrink and order give.

Kernels know gates only as arrays, and neither loops nor sums.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.build import Circuit
from zermelo.circuit.kernels.define import WAITING, define
from zermelo.circuit.kernels.join import evaluation_order, join, renumber
from zermelo.circuit.kernels.pool import NODES, PARTS, Pool
from zermelo.circuit.kernels.wire import wire
from zermelo.circuit.order import Gates, Wires, seen, with_outputs
from zermelo.circuit.shrink import outputs
from zermelo.ground.program import Program
from zermelo.kernels.background import background
from zermelo.kernels.kernel import is_compiled

Ints = NDArray[np.int32]
KERNELS = ("define", "join", "wire")
SMALL = Program(
    roles=("player",),
    fluents=("on",),
    moves=(("press",),),
    initial=(),
    atoms=3,
    heads=np.array([3, 3], np.int32),
    ends=np.array([1, 2], np.int32),
    body=np.array([1, 2], np.int32),
    weighted=(),
    true=np.array([1], np.int32),
    next=np.array([3], np.int32),
    does=(np.array([2], np.int32),),
    legal=(np.array([1], np.int32),),
    goals=((),),
    terminal=1,
)
"""A light that stays on, and a button for it: by it, kernels are asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A circuit whose gates are in arrays; `circuit` has none, but all that is asked for."""

    circuit: Circuit
    ends: Ints  # [nodes] where the literals of a node end in `parts`
    parts: Ints

    @property
    def outputs(self) -> Ints:
        """Every literal that is asked for."""
        return np.array(outputs(self.circuit), np.int32)


def is_ready() -> bool:
    """Whether the kernels are compiled, or else waited for; if not, they are asked for."""
    if not background.answers or all(is_compiled(f"circuit/kernels/{file}.py") for file in KERNELS):
        return True
    code_of(SMALL)  # in plain Python
    return False


def code_of(program: Program) -> tuple[int, Gates] | None:
    """Return how many gates a program has, and their code; None if kernels do not know it."""
    flat = None if program.weighted else built(program)
    if flat is None:
        return None
    while True:
        smaller = joined(flat)
        if smaller.ends.size >= flat.ends.size:
            return smaller.ends.size - smaller.circuit.inputs, ordered(smaller)
        flat = smaller


def pool_for(circuit: Circuit, calls: Ints) -> Pool:
    """Return a pool holding the inputs of a circuit, with room for ANDs of `literals` literals."""
    first = 1 + circuit.fluents
    bounds = first + np.array([0, *np.cumsum(circuit.moves)], np.int32)
    inputs = int(bounds[-1])
    gates = calls[calls > 1]
    # An AND over most moves of a role makes another gate of the rest of them.
    most = min(circuit.moves, default=0)
    excluding = len(circuit.moves) * int(np.count_nonzero(2 * gates > most))
    nodes = inputs + gates.size + excluding
    slots = 1 << (2 * nodes).bit_length()
    return Pool(
        ends=np.zeros(nodes, np.int32),
        parts=np.empty(2 * int(gates.sum()) + 1, np.int32),
        slots=np.zeros(slots, np.int32),
        sizes=np.array([inputs, 0], np.int32),
        bounds=bounds.astype(np.int32),
        rest=np.empty(max(circuit.moves, default=0), np.int32),
    )


def built(program: Program) -> Flat | None:
    """Return the circuit of a program's ground rules; None if atoms depend on themselves."""
    inputs = np.concatenate([program.true, *program.does]).astype(np.int32)
    circuit = Circuit(
        fluents=len(program.fluents),
        moves=tuple(len(of_role) for of_role in program.does),
        gates=(),
        loops=(),
        feedback=frozenset(),
        initial=program.initial,
        next=(),
        legal=(),
        goals=(),
        terminal=0,
    )
    counts = np.bincount(program.heads, minlength=program.atoms + 1)
    state = np.where(counts > 0, WAITING, 0).astype(np.int32)
    state[inputs] = 0
    literal = np.zeros(program.atoms + 1, np.int32)
    literal[inputs] = 2 * np.arange(1, inputs.size + 1)
    ends = np.append(np.int32(0), program.ends).astype(np.int32)
    pool = pool_for(circuit, np.concatenate([np.diff(ends), counts]).astype(np.int32))
    rules = np.argsort(program.heads, kind="stable").astype(np.int32)
    first = np.append(0, np.cumsum(counts)).astype(np.int32)
    heads, body = np.array(program.heads), np.array(program.body)
    if not define(pool, heads, ends, body, rules, first, state, literal):
        return None

    def read(atoms: Ints) -> tuple[int, ...]:
        return tuple(literal[atoms].tolist())

    circuit = replace(
        circuit,
        next=read(program.next),
        legal=tuple(read(of_role) for of_role in program.legal),
        goals=tuple(
            tuple((value, int(literal[atom])) for value, atom in of_role)
            for of_role in program.goals
        ),
        terminal=int(literal[program.terminal]),
    )
    return Flat(circuit, *filled(pool))


def filled(pool: Pool) -> tuple[Ints, Ints]:
    """Return the part of a pool that is filled."""
    return pool.ends[: pool.sizes[NODES]], pool.parts[: pool.sizes[PARTS]]


def order_of(flat: Flat) -> Ints:
    """Return the gates that are needed, in evaluation order."""
    order = np.empty(flat.ends.size, np.int32)
    inputs = flat.circuit.inputs
    return order[: evaluation_order(flat.ends, flat.parts, inputs, flat.outputs, order)]


def joined(flat: Flat) -> Flat:
    """Return the circuit rebuilt once, as `zermelo.circuit.shrink` does."""
    inputs = flat.circuit.inputs
    # No AND becomes longer than all that are joined into it together.
    pool = pool_for(flat.circuit, np.diff(flat.ends, prepend=np.int32(0)))
    image = np.zeros(flat.ends.size, np.int32)
    image[:inputs] = 2 * np.arange(inputs)
    join(pool, flat.ends, flat.parts, inputs, flat.outputs, order_of(flat), image)
    rebuilt = Flat(relabelled(flat.circuit, image), *filled(pool))
    order = order_of(rebuilt)
    number = np.arange(rebuilt.ends.size, dtype=np.int32)
    ends, parts = np.zeros(inputs + order.size, np.int32), np.empty_like(rebuilt.parts)
    renumber(pool, inputs, order, number, ends, parts)
    size = int(ends[-1])
    return Flat(relabelled(rebuilt.circuit, 2 * number), ends, parts[:size].copy())


def relabelled(circuit: Circuit, image: Ints) -> Circuit:
    """Return what is asked for, each literal by that of its node."""

    def at(literals: tuple[int, ...]) -> tuple[int, ...]:
        every = np.array(literals, np.int32)
        return tuple((image[every >> 1] ^ every & 1).tolist())

    return replace(
        circuit,
        next=at(circuit.next),
        legal=tuple(map(at, circuit.legal)),
        goals=tuple(
            tuple((value, at((literal,))[0]) for value, literal in of_role)
            for of_role in circuit.goals
        ),
        terminal=at((circuit.terminal,))[0],
    )


def ordered(flat: Flat) -> Gates:
    """Return the code of a circuit."""
    circuit, nodes = flat.circuit, flat.ends.size
    view = np.array(seen(circuit), np.int32) >> 1
    first_step = max(circuit.inputs, int(view.max()) + 1)
    last, slot = np.zeros(nodes, np.int32), np.zeros(nodes, np.int32)
    last[view] = first_step - 1
    last[np.array(circuit.next, np.int32) >> 1] = nodes
    code = np.zeros(3 * (nodes - circuit.inputs) + flat.parts.size, np.int32)
    slots = wire(flat.ends, flat.parts, circuit.inputs, last, slot, code)
    begin = 3 * (first_step - circuit.inputs) + int(flat.ends[first_step - 1])
    return with_outputs(circuit, Wires(slot.tolist(), slots), code[:begin], code[begin:])
