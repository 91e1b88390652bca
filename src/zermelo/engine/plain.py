"""The code of a circuit, run in plain Python: slower than the kernels, and there at once.

Wires are integers whose bit k belongs to state k, so any number of states is run in one pass. It
needs neither numba nor its cache: for a process that has to answer soon after it was started.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from zermelo.circuit.order import AGAIN, FEED, LOOP

Wires = MutableSequence[int]


@dataclass(frozen=True, slots=True)
class Gate:
    """All of `positives` and none of `negatives`."""

    slot: int
    positives: tuple[int, ...]
    negatives: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """A wire of a loop that takes over what a literal came to in this round."""

    slot: int
    literal: int


@dataclass(frozen=True, slots=True)
class Loop:
    """What is run again until no feed changes."""

    steps: tuple[Gate | Feed, ...]


def parts(code: Sequence[int]) -> list[Gate | Loop]:
    """Return what a piece of code does, in order."""
    found: list[Gate | Loop] = []
    inside: list[Gate | Feed] | None = None
    at = 0
    while at < len(code):
        first = code[at]
        if first == LOOP:
            inside = []
            at += 2 + code[at + 1]
        elif first == FEED:
            assert inside is not None, "feeds stand in loops"
            inside.append(Feed(code[at + 1], code[at + 2]))
            at += 3
        elif first == AGAIN:
            assert inside is not None, "a loop that ends has begun"
            found.append(Loop(tuple(inside)))
            inside = None
            at += 1
        else:
            middle = at + 3 + code[at + 1]
            end = middle + code[at + 2]
            gate = Gate(first, tuple(code[at + 3 : middle]), tuple(code[middle:end]))
            if inside is None:
                found.append(gate)
            else:
                inside.append(gate)
            at = end
    return found


def run(code: Sequence[Gate | Loop], wires: Wires, ones: int) -> None:
    """Settle the wires; `ones` has a bit for each state."""
    for part in code:
        if isinstance(part, Loop):
            run_loop(part, wires, ones)
        else:
            wires[part.slot] = settled(part, wires, ones)


def settled(gate: Gate, wires: Wires, ones: int) -> int:
    """Return what a gate says."""
    value = ones
    for slot in gate.positives:
        value &= wires[slot]
    for slot in gate.negatives:
        value &= ~wires[slot]
    return value


def run_loop(loop: Loop, wires: Wires, ones: int) -> None:
    """Run a loop from zeros until nothing changes in any state."""
    for step in loop.steps:
        if isinstance(step, Feed):
            wires[step.slot] = 0
    changed = True
    while changed:
        changed = False
        for step in loop.steps:
            if isinstance(step, Gate):
                wires[step.slot] = settled(step, wires, ones)
            else:
                value = wires[step.literal >> 1] ^ (ones if step.literal & 1 else 0)
                changed |= value != wires[step.slot]
                wires[step.slot] = value
