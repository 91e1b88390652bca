"""Gates -> pairs: the circuit for 64 states at a time, as a row of two-input gates.

A search expands one node at a time, and hardly a node has more than 64 children: a brood. A brood
is a row of words, in each of which bit k belongs to state k: the fluents, whether it is an end, the
goals, the legal moves. A word's place is the number of the question that it answers.

Wires are one word, every gate is the AND of exactly two literals, and its wire is the next one: a
pass has no branches and reads two numbers a gate. Wire w keeps its word at 2w and the complement at
2w + 1, so that a literal is a place. View and step are passes of their own, each with only what it
needs. The same passes may be run as machine code (`zermelo.engine.native`), which works on broods
directly.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.order import FEED, LOOP, Gates

Places = NDArray[np.uint32]
Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Addresses = NDArray[np.int64]
FALSE, TRUE = 0, 1
SWEEP, CLEAR, FEEDBACK, AGAIN = 0, 1, 2, 3
SEE, EXPAND, ADVANCE = range(3)
FUNCTIONS = 3
SPARE = 16
"""Words of scratch memory beyond one for each wire: code writes a few at a time."""


class Pass(NamedTuple):
    """A circuit without slots: wires are false, the inputs, the feedbacks, then the gates."""

    pairs: Places  # [2 * gates] the literals of each gate
    gates: int
    orders: Ints  # [3 * size] sweep from, to; clear wire; feedback wire from literal; again at
    size: int  # of orders
    inputs: int  # wires before the first gate
    outputs: Places  # literals


class Narrow(NamedTuple):
    """A game as two passes; the outputs of the view are terminal, the goals, the legal moves.

    `code` has the addresses of the functions that do the same, in the order of `SEE`, `EXPAND` and
    `ADVANCE`; while they are 0, gates are read one by one. They may be set at any time, by any
    thread.

    All arrays are flat, and their sizes stand beside them: a kernel may take bare memory for them.
    """

    viewing: Pass  # `view` is a method of arrays: numba would take it for that
    stepping: Pass  # its inputs are the fluents, then the moves; its outputs the fluents after them
    code: Addresses  # [FUNCTIONS]
    fluents: int
    moves: int  # of all roles
    roles: int
    goals: int
    firsts: Ints  # [roles + 1] the first move of each role, and how many there are in all
    goal_roles: Ints  # [goals]
    goal_values: Ints  # [goals]


class Workspace(NamedTuple):
    """What one search, or one thread, needs to compute broods."""

    does: Words  # [moves] the lanes that make a move; all are 0 between two broods
    viewing: Words  # wires
    stepping: Words  # wires
    scratch: Words  # what machine code keeps between two of its functions


def new_workspace(game: Narrow) -> Workspace:
    """Return a workspace in which no move is made."""
    return Workspace(
        does=np.zeros(game.moves, np.uint64),
        viewing=wires(game.viewing),
        stepping=wires(game.stepping),
        # As many words as there are wires are always enough.
        scratch=np.zeros(
            SPARE
            + game.viewing.inputs
            + game.viewing.gates
            + game.stepping.inputs
            + game.stepping.gates,
            np.uint64,
        ),
    )


def width(game: Narrow) -> int:
    """Return how many words a brood has."""
    return game.fluents + 1 + game.goals + game.moves


def wires(circuit: Pass) -> Words:
    """Return wires that are all false, each beside its complement."""
    words = np.zeros(2 * (circuit.inputs + circuit.gates), np.uint64)
    words[1::2] = ~np.uint64(0)
    return words


def work_of(game: Narrow) -> int:
    """Return how many gates are evaluated where a node is expanded."""
    return game.viewing.gates + game.stepping.gates


@dataclass(slots=True)
class CircuitItem:
    """A gate, or what a loop does, in terms of literals of items."""

    order: int  # SWEEP for a gate
    wire: int
    literals: list[int]


@dataclass(slots=True)
class CodeReader:
    """Reads code, giving every gate a wire of its own."""

    code: list[int]
    inputs: int
    literal: dict[int, int] = field(default_factory=dict)  # by slot: what it holds now
    items: list[CircuitItem] = field(default_factory=list)
    wires: int = 0

    def __post_init__(self) -> None:
        """Begin with false and the inputs."""
        self.wires = self.inputs
        self.literal = {slot: 2 * slot for slot in range(self.inputs)}

    def fresh(self, slot: int) -> int:
        """Return a new wire, which `slot` holds from now on."""
        self.literal[slot] = 2 * self.wires
        self.wires += 1
        return self.wires - 1

    def read(self, start: int, end: int) -> None:
        """Add the items of a part of the code."""
        code, at = self.code, start
        while at < end:
            slot = code[at]
            if slot >= 0:
                middle = at + 3 + code[at + 1]
                after = middle + code[at + 2]
                literals = [self.literal[one] for one in code[at + 3 : middle]]
                literals += [self.literal[one] ^ 1 for one in code[middle:after]]
                self.items.append(CircuitItem(SWEEP, self.fresh(slot), literals))
                at = after
            elif slot == FEED:
                source = self.literal[code[at + 2] >> 1] ^ (code[at + 2] & 1)
                wire = self.literal[code[at + 1]] >> 1
                self.items.append(CircuitItem(FEEDBACK, wire, [source]))
                at += 3
            elif slot == LOOP:
                for one in code[at + 2 : at + 2 + code[at + 1]]:
                    self.items.append(CircuitItem(CLEAR, self.fresh(one), []))
                at += 2 + code[at + 1]
            else:
                self.items.append(CircuitItem(AGAIN, -1, []))
                at += 1


def narrow(gates: Gates) -> Narrow:
    """Return the passes of a circuit."""
    read = ReadCode.of(gates)
    return Narrow(
        viewing=ItemWriter(1 + gates.fluents).written(read.view, read.shown),
        stepping=ItemWriter(read.inputs).written([*read.view, *read.step], read.following),
        code=np.zeros(FUNCTIONS, np.int64),
        fluents=gates.fluents,
        moves=gates.legal.size,
        roles=gates.roles.size - 1,
        goals=gates.goals.size,
        firsts=gates.roles,
        goal_roles=gates.goal_roles,
        goal_values=gates.goal_values,
    )


def joint(gates: Gates) -> tuple[Pass, int]:
    """Return a pass that sees and then steps, and how many of its orders are the view's.

    What the step reads of the view is not computed again. Inputs are the fluents, then the moves;
    outputs those of the view, then the fluents after the moves.
    """
    read = ReadCode.of(gates)
    view = needed(read.view, read.shown)
    known = {id(item) for item in view}
    whole = needed([*read.view, *read.step], read.following)
    step = [item for item in whole if id(item) not in known]
    writer = ItemWriter(read.inputs)
    writer.reserve([*view, *step])
    writer.write(view)
    orders = len(writer.orders)
    writer.write(step)
    return writer.finished([*read.shown, *read.following]), orders


@dataclass(frozen=True, slots=True)
class ReadCode:
    """The code of a circuit as items."""

    inputs: int  # false, the fluents and the moves
    view: list[CircuitItem]
    step: list[CircuitItem]
    shown: list[int]  # literals: the end, the goals, the legal moves
    following: list[int]

    @classmethod
    def of(cls, gates: Gates) -> "ReadCode":
        """Return the items of a circuit's code."""
        reader = CodeReader(gates.code.tolist(), 1 + gates.fluents + gates.legal.size)
        reader.read(0, gates.view_end)
        seen = [gates.terminal, *gates.goals.tolist(), *gates.legal.tolist()]
        shown = [reader.literal[slot] for slot in seen]
        view = len(reader.items)
        reader.read(gates.view_end, gates.code.size)
        following = [reader.literal[slot] for slot in gates.next.tolist()]
        items = reader.items
        return cls(reader.inputs, items[:view], items[view:], shown, following)


def needed(items: list[CircuitItem], outputs: list[int]) -> list[CircuitItem]:
    """Return the items that outputs depend on; of a loop all or none."""
    wires = {literal >> 1 for literal in outputs}
    kept: list[CircuitItem] = []
    block: list[CircuitItem] = []
    inside = False
    for number in range(len(items) - 1, -1, -1):
        item = items[number]
        inside = inside or item.order == AGAIN
        if not inside:
            if item.wire in wires:
                kept.append(item)
                wires.update(literal >> 1 for literal in item.literals)
            continue
        block.append(item)
        if item.order == CLEAR and (number == 0 or items[number - 1].order != CLEAR):
            if any(one.wire in wires for one in block):
                kept += block
                wires.update(literal >> 1 for one in block for literal in one.literals)
            block, inside = [], False
    return kept[::-1]


@dataclass(slots=True)
class ItemWriter:
    """Writes items as pairs, each pair once."""

    inputs: int
    place: dict[int, int] = field(default_factory=dict)  # by wire of an item: its literal here
    known: dict[tuple[int, int], int] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    orders: list[tuple[int, int, int]] = field(default_factory=list)
    swept: int = 0

    def written(self, items: list[CircuitItem], outputs: list[int]) -> Pass:
        """Return the pass that computes the outputs."""
        items = needed(items, outputs)
        self.reserve(items)
        self.write(items)
        return self.finished(outputs)

    def reserve(self, items: list[CircuitItem]) -> None:
        """Give the wires of loops their numbers: they are inputs, and come before all gates."""
        self.place |= {wire: 2 * wire for wire in range(self.inputs)}
        for item in items:
            if item.order == CLEAR:
                self.place[item.wire] = 2 * self.inputs
                self.inputs += 1

    def write(self, items: list[CircuitItem]) -> None:
        """Write items in their order, and have all of them evaluated."""
        again = 0
        for item in items:
            if item.order == SWEEP:
                self.place[item.wire] = self.conjunction([self.at(lit) for lit in item.literals])
                continue
            self.sweep()
            if item.order == CLEAR:
                self.orders.append((CLEAR, self.place[item.wire] >> 1, 0))
                again = len(self.orders)
            elif item.order == FEEDBACK:
                wire = self.place[item.wire] >> 1
                self.orders.append((FEEDBACK, wire, self.at(item.literals[0])))
            else:
                self.orders.append((AGAIN, again, 0))
        self.sweep()

    def finished(self, outputs: list[int]) -> Pass:
        """Return what was written as a pass with these outputs."""
        return Pass(
            pairs=np.array(self.pairs, np.uint32).reshape(-1),
            gates=len(self.pairs),
            orders=np.array(self.orders, np.int32).reshape(-1),
            size=len(self.orders),
            inputs=self.inputs,
            outputs=np.array([self.at(literal) for literal in outputs], np.uint32),
        )

    def at(self, literal: int) -> int:
        """Return the place of a literal of an item."""
        return self.place[literal >> 1] ^ (literal & 1)

    def sweep(self) -> None:
        """Have the gates evaluated that were written since the last time."""
        if len(self.pairs) > self.swept:
            self.orders.append((SWEEP, self.swept, len(self.pairs)))
            self.swept = len(self.pairs)

    def conjunction(self, literals: list[int]) -> int:
        """Return a literal that is the AND of others: a tree of pairs, as low as can be."""
        wanted = set(literals) - {TRUE}
        if FALSE in wanted or any(literal ^ 1 in wanted for literal in wanted):
            return FALSE
        rest = sorted(wanted)
        while len(rest) > 1:
            # Neighbours by number were computed one after the other, and are often shared.
            joined = [self.pair(one, other) for one, other in zip(*[iter(rest)] * 2, strict=False)]
            rest = joined + rest[2 * len(joined) :]
        return rest[0] if rest else TRUE

    def pair(self, one: int, other: int) -> int:
        """Return the literal of a gate with two inputs."""
        if (one, other) not in self.known:
            self.known[one, other] = 2 * (self.inputs + len(self.pairs))
            self.pairs.append((one, other))
        return self.known[one, other]
