"""A pass over pairs -> functions in LLVM's assembly language.

Straight-line code for all gates in one function takes a compiler too long: gates are written in
chunks, each a function. What one chunk computes and another reads goes through scratch memory. A
loop of recursive rules is a jump back between calls of chunks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from zermelo.engine.narrow import CLEAR, FALSE, FEEDBACK, SWEEP, TRUE, Pass

CHUNK = 128
"""Gates of a function: the time that LLVM takes for one grows faster than its size."""
Source = Callable[[int, "NamedValues"], None]
"""Writes the instructions that load an input wire, as `%i` and its number."""


@dataclass(frozen=True, slots=True)
class WordType:
    """What a wire is in the code: so many lanes."""

    kind: str  # LLVM's type
    ones: str
    none: str
    bits: int
    stride: int  # bytes from one word to the next

    def at(self, pointer: str, index: int, name: str) -> str:
        """Return the instruction that names the address of a word."""
        return f"{name} = getelementptr i8, ptr {pointer}, i64 {self.stride * index}"


LANES_64 = WordType("i64", "-1", "0", 64, 8)
LANES_512 = WordType("<8 x i64>", "splat (i64 -1)", "zeroinitializer", 512, 128)
"""Half of the lanes of playouts: one register, where a processor has such long ones."""


@dataclass(slots=True)
class Chunk:
    """Gates that become one function, and wires of a loop that take over what literals came to."""

    parts: list[tuple[int, int, int]] = field(default_factory=list)  # as orders: SWEEP or FEEDBACK
    size: int = 0

    def gates(self) -> Iterator[int]:
        """Yield the gates in order."""
        for kind, begin, end in self.parts:
            if kind == SWEEP:
                yield from range(begin, end)

    def feeds(self) -> Iterator[tuple[int, int]]:
        """Yield the wires of the loop, and the literals whose values they take over."""
        for kind, wire, literal in self.parts:
            if kind == FEEDBACK:
                yield wire, literal


@dataclass(frozen=True, slots=True)
class Clear:
    """A wire of a loop becomes false."""

    wire: int


@dataclass(frozen=True, slots=True)
class Again:
    """The loop is run again from a step on if something has changed."""

    step: int


Step = Chunk | Clear | Again


@dataclass(slots=True)
class PassWriter:
    """Writes one pass as chunks and the body of a function that calls them."""

    circuit: Pass
    word: WordType
    inputs: Mapping[int, Source]  # by wire; others are in scratch memory
    sinks: Mapping[
        int, list[str]
    ]  # by literal: the addresses that it is stored at, as instructions
    signature: str  # of every function
    arguments: str  # by which one calls the other
    prefix: str
    slots: dict[int, int] = field(default_factory=dict)  # by wire: its place in scratch memory
    begins: list[int] = field(default_factory=list)  # by order: the step that it begins with
    changed: int = 0  # where scratch memory has the lanes that have changed in a round of a loop

    def steps(self, apart: int = 0) -> list[Step]:
        """Return the pass in order, in chunks of which none goes on beyond the order `apart`.

        The gates of a loop and its feedbacks are in the same chunks: what one feedback says, the
        next gates read from a register.
        """
        found: list[Step] = []
        for number, (kind, first, second) in enumerate(self.circuit.orders.reshape(-1, 3).tolist()):
            last = found[-1] if found else None
            own = last if isinstance(last, Chunk) and number != apart else None
            own = own if own is not None and own.size < CHUNK else None
            self.begins.append(len(found) - (own is not None))
            if kind == CLEAR:
                found.append(Clear(first))
            elif kind == FEEDBACK:
                if own is None:
                    found.append(own := Chunk())
                own.parts.append((FEEDBACK, first, second))
                own.size += 1
            elif kind != SWEEP:
                found.append(Again(self.begins[first]))
            while kind == SWEEP and first < second:
                if own is None:
                    found.append(own := Chunk())
                end = min(second, first + CHUNK - own.size)
                own.parts.append((SWEEP, first, end))
                own.size += end - first
                first, own = end, None
        self.begins.append(len(found))
        return found

    def written(self) -> tuple[list[str], list[str]]:
        """Return the chunks' functions, and the instructions that call them."""
        functions, _, body = self.written_apart(0, ())
        return functions, body

    def written_apart(
        self, orders: int, early: Iterable[int]
    ) -> tuple[list[str], list[str], list[str]]:
        """Return functions as `written` does, and the calls in two parts.

        The first part does the first so many orders, and stores the `early` literals.
        """
        steps = self.steps(orders)
        self.allocate(steps)
        functions: list[str] = []
        parts: tuple[list[str], list[str]] = [], []
        targets = {step.step for step in steps if isinstance(step, Again)}
        for number, step in enumerate(steps):
            name, body = f"{self.prefix}_{number}", parts[number >= self.begins[orders]]
            if number in targets:
                body += [f"br label %{self.prefix}L{number}", f"{self.prefix}L{number}:"]
                self.store(body, self.changed, self.word.none)
            match step:
                case Chunk():
                    functions += self.function(name, self.computed(step))
                    body.append(f"call void @{name}({self.arguments})")
                case Clear(wire):
                    self.store(body, self.slots[wire], self.word.none)
                case Again(to):
                    self.jump(body, number, to)
        rest = [literal for literal in self.sinks if literal >> 1 < self.circuit.inputs]
        first = set(early) & set(rest)
        for literals, body in ((first, parts[0]), (set(rest) - first, parts[1])):
            if literals:
                name = f"{self.prefix}_rest{len(functions)}"
                functions += self.function(name, self.others(sorted(literals)))
                body.append(f"call void @{name}({self.arguments})")
        return functions, *parts

    def allocate(self, steps: list[Step]) -> None:
        """Give every wire that is read outside of its chunk a place in scratch memory.

        Places are used again once nothing reads them any more: that much less memory is touched.
        """
        first, last = self.lives(steps)
        ending: dict[int, list[int]] = {}
        for wire, step in last.items():
            ending.setdefault(step, []).append(wire)
        starting: dict[int, list[int]] = {}
        for wire in last:
            starting.setdefault(first[wire], []).append(wire)
        free: list[int] = []
        for step in range(len(steps)):
            for wire in starting.get(step, ()):
                if not free:
                    free.append(self.changed)
                    self.changed += 1
                self.slots[wire] = free.pop()
            free += (self.slots[wire] for wire in ending.get(step, ()))

    def lives(self, steps: list[Step]) -> tuple[dict[int, int], dict[int, int]]:
        """Return the step that writes each wire, and the last one that reads it from memory."""
        first_gate, pairs = self.circuit.inputs, self.circuit.pairs.tolist()
        first = {
            first_gate + gate: number
            for number, step in enumerate(steps)
            if isinstance(step, Chunk)
            for gate in step.gates()
        }
        end = list(range(len(steps)))  # of the loop that a step is in
        for number, step in enumerate(steps):
            if isinstance(step, Again):
                end[step.step : number + 1] = [number] * (number + 1 - step.step)
        last: dict[int, int] = {}
        looped = set[int]()  # wires that are written by one step and again by another
        for number, step in enumerate(steps):
            read = set[int]()
            if isinstance(step, Chunk):
                read |= {
                    one >> 1 for gate in step.gates() for one in pairs[2 * gate : 2 * gate + 2]
                }
                read |= {one for feed in step.feeds() for one in (feed[0], feed[1] >> 1)}
            elif isinstance(step, Clear):
                first[step.wire], read = number, {step.wire}
                looped.add(step.wire)
            for wire in read - {0}:
                if wire not in self.inputs and (first[wire] != number or wire in looped):
                    last[wire] = max(last.get(wire, 0), end[number])
        for literal in self.sinks:  # the wires of loops that are shown as they are
            if 0 < literal >> 1 < first_gate and literal >> 1 not in self.inputs:
                last[literal >> 1] = len(steps) - 1
        return first, last

    @property
    def size(self) -> int:
        """How many words of scratch memory there are, once all is written."""
        return self.changed + 1

    def function(self, name: str, values: "NamedValues") -> Iterator[str]:
        """Yield a function."""
        yield f"define internal void @{name}({self.signature}) noinline nounwind {{"
        yield from values.lines
        yield "ret void"
        yield "}"

    def computed(self, chunk: Chunk) -> "NamedValues":
        """Return the instructions of a chunk."""
        values, changed = NamedValues(self), ""
        for kind, first, second in chunk.parts:
            if kind == SWEEP:
                self.gates(values, range(first, second))
                continue
            changed = changed or self.load(values.lines, self.changed)
            changed = self.feed(values, first, second, changed)
        if changed:
            self.store(values.lines, self.changed, changed)
        return values

    def gates(self, values: "NamedValues", gates: range) -> None:
        """Write the instructions of some gates."""
        pairs = self.circuit.pairs
        for gate in gates:
            wire = self.circuit.inputs + gate
            one = values.of(int(pairs[2 * gate]))
            other = values.of(int(pairs[2 * gate + 1]))
            values.lines.append(f"%w{wire} = and {self.word.kind} {one}, {other}")
            values.known[2 * wire] = f"%w{wire}"
            if wire in self.slots:
                self.store(values.lines, self.slots[wire], f"%w{wire}")
            for literal in (2 * wire, 2 * wire + 1):
                for address in self.sinks.get(literal, ()):
                    values.sink(literal, address)

    def others(self, literals: list[int]) -> "NamedValues":
        """Return the instructions that store outputs which no gate computes."""
        values = NamedValues(self)
        for literal in literals:
            for address in self.sinks[literal]:
                values.sink(literal, address)
        return values

    def feed(self, values: "NamedValues", wire: int, literal: int, changed: str) -> str:
        """Give a wire of a loop its value for what comes; return the name of what has changed."""
        kind = self.word.kind
        value, before = values.of(literal), values.of(2 * wire)
        name = f"f{len(values.lines)}"
        values.lines.append(f"%{name}d = xor {kind} {value}, {before}")
        values.lines.append(f"%{name}c = or {kind} {changed}, %{name}d")
        self.store(values.lines, self.slots[wire], value)
        values.known[2 * wire] = value
        values.known.pop(2 * wire + 1, None)
        return f"%{name}c"

    def store(self, lines: list[str], slot: int, value: str) -> None:
        """Write a value to scratch memory."""
        name = f"%{self.prefix}s{len(lines)}"
        lines.append(self.word.at("%scratch", slot, name))
        lines.append(f"store {self.word.kind} {value}, ptr {name}, align 8")

    def load(self, lines: list[str], slot: int) -> str:
        """Read scratch memory; return the name of the value."""
        name = f"%{self.prefix}s{len(lines)}"
        lines.append(self.word.at("%scratch", slot, name))
        lines.append(f"{name}v = load {self.word.kind}, ptr {name}, align 8")
        return f"{name}v"

    def jump(self, body: list[str], number: int, to: int) -> None:
        """Run a loop again if something changed in this round."""
        bits = self.word.bits
        changed, name = self.load(body, self.changed), f"%{self.prefix}j{number}"
        after = f"{self.prefix}E{number}"
        body.append(f"{name}b = bitcast {self.word.kind} {changed} to i{bits}")
        body.append(f"{name} = icmp ne i{bits} {name}b, 0")
        body.append(f"br i1 {name}, label %{self.prefix}L{to}, label %{after}")
        body.append(f"{after}:")


@dataclass(slots=True)
class NamedValues:
    """The values that a function has so far, by literal."""

    writer: PassWriter
    lines: list[str] = field(default_factory=list)
    known: dict[int, str] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)

    def of(self, literal: int) -> str:
        """Return the name of a literal's value; it is loaded or negated where it is first used."""
        word = self.writer.word
        if literal in (FALSE, TRUE):
            return word.ones if literal == TRUE else word.none
        if literal not in self.known:
            if literal & 1:
                value = self.of(literal ^ 1)
                name = f"%n{len(self.lines)}"
                self.lines.append(f"{name} = xor {word.kind} {value}, {word.ones}")
            else:
                name = self.loaded(literal >> 1)
            self.known[literal] = name
        return self.known[literal]

    def loaded(self, wire: int) -> str:
        """Return the name of a wire that comes from outside of this function."""
        source = self.writer.inputs.get(wire)
        if source is None:
            return self.writer.load(self.lines, self.writer.slots[wire])
        source(wire, self)
        return f"%i{wire}"

    def once(self, name: str, line: str) -> None:
        """Write an instruction that names something, unless it was written before."""
        if name not in self.written:
            self.written.add(name)
            self.lines.append(line)

    def sink(self, literal: int, address: str) -> None:
        """Store a literal's value at an address, which is `{}` in its instruction."""
        name = f"%a{len(self.lines)}"
        value = self.of(literal)
        self.lines.append(address.format(name))
        self.lines.append(f"store {self.writer.word.kind} {value}, ptr {name}, align 8")
