"""The functions of a game for 1024 lanes: what playouts ask at every step.

`view(wires)` computes the end, the goals and the legal moves from the fluents; `step(wires)` the
next fluents, from what `view` has left there and the moves that are made. A slot of a wire is 16
words; half of them are computed at a time.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import Gates
from zermelo.engine.narrow import Pass, joint
from zermelo.engine.native.assembly import LANES_512, NamedValues, PassWriter
from zermelo.engine.native.program import function

Ints = NDArray[np.int32]
SIGNATURE = "ptr noalias %wires, ptr noalias %scratch"


@dataclass(frozen=True, slots=True)
class Layout:
    """Which slots have what is asked of a state, and where scratch memory begins."""

    outputs: list[int]  # slots: the end, the goals, the legal moves, the next fluents
    slots: int

    @classmethod
    def of(cls, circuit: Pass, gates: Gates) -> "Layout":
        """Give every output that is not an input as it is a slot of its own.

        A fluent that becomes another one has its own slot, too: the next state is copied wire by
        wire, so nothing may be read that was written before.
        """
        inputs = 1 + gates.fluents + gates.legal.size
        shown = 1 + gates.goals.size + gates.legal.size
        slots: dict[tuple[int, bool], int] = {}
        outputs = []
        for number, literal in enumerate(circuit.outputs.tolist()):
            fluent = number - shown  # that this output will be, if it is one
            wire = literal >> 1
            is_input = not literal & 1 and wire < inputs
            moved = fluent >= 0 and is_input and 1 <= wire <= gates.fluents and wire != fluent + 1
            if is_input and not moved:
                outputs.append(wire)
            else:
                outputs.append(slots.setdefault((literal, moved), inputs + len(slots)))
        return cls(outputs, inputs + len(slots))


def of_slot(wire: int, values: NamedValues) -> None:
    """Load the wire in a slot."""
    address = f"%p{wire}"
    values.lines.append(LANES_512.at("%wires", wire, address))
    values.lines.append(f"%i{wire} = load {LANES_512.kind}, ptr {address}, align 8")


def wide_program(gates: Gates) -> tuple[str, Ints]:
    """Return the functions of a game, and how many slots they use, and for which outputs."""
    circuit, orders = joint(gates)
    layout = Layout.of(circuit, gates)
    inputs = range(1, 1 + gates.fluents + gates.legal.size)
    sinks: dict[int, list[str]] = {}
    for slot, literal in dict(zip(layout.outputs, circuit.outputs.tolist(), strict=True)).items():
        if slot not in inputs and slot:
            sinks.setdefault(literal, []).append(LANES_512.at("%wires", slot, "{}"))
    writer = PassWriter(
        circuit,
        LANES_512,
        dict.fromkeys(inputs, of_slot),
        sinks,
        SIGNATURE,
        "ptr %wires, ptr %scratch",
        "w",
    )
    shown = 1 + gates.goals.size + gates.legal.size
    functions, view, step = writer.written_apart(orders, circuit.outputs[:shown].tolist())
    lines = [
        *functions,
        *function("half_view", SIGNATURE, view),
        *function("half_step", SIGNATURE, step),
        *both_halves("view", layout.slots),
        *both_halves("step", layout.slots),
    ]
    slots = layout.slots + writer.size
    return "\n".join(lines), np.array([slots, *layout.outputs], np.int32)


def both_halves(name: str, scratch: int) -> list[str]:
    """Return a function that calls another for the first lanes, then for the others."""
    body = []
    for half in (0, LANES_512.bits // 8):
        body.append(f"%w{half} = getelementptr i8, ptr %wires, i64 {half}")
        body.append(LANES_512.at(f"%w{half}", scratch, f"%s{half}"))
        body.append(f"call void @half_{name}(ptr %w{half}, ptr %s{half})")
    return [*function(name, "ptr %wires", body)]
