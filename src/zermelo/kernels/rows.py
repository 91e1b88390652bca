"""What some kernels do with many rows, by NumPy: their plain forms would go bit by bit.

A row holds one state, a bit for each fluent; a slice holds one fluent, a bit for each lane. As
plain Python, a kernel takes 30 ms to make slices of a thousand rows; this takes a tenth of one.
Each function does exactly what the kernel of the same name does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]


def spread(rows: Words, wires: Words, first: int, size: int) -> None:
    """Write rows [lanes, words] as slices: bit k of a row goes to slot `first + k`."""
    slices_of(wires)[first : first + size, : groups_of(rows)] = turned(rows, size)


def collect(slots: Ints, wires: Words, rows: Words) -> None:
    """Read slices as rows [lanes, words]: bit k of a row comes from `slots[k]`."""
    slices = slices_of(wires)[slots, : groups_of(rows)]
    rows[:] = 0
    found = turned(slices, len(rows))
    rows[:, : found.shape[1]] = found


def step_among(names: dict[str, Any]) -> Callable[..., None]:
    """Return what makes moves in up to 1024 lanes, with the circuit's functions by their names."""

    def step(gates: Any, wires: Words, states: Words, joints: Ints, following: Words) -> None:
        """Fill `following` with the states after the joint moves [lanes, roles]."""
        spread(states, wires, 1, gates.fluents)
        names["see"](gates, wires)
        first, lanes = 1 + gates.fluents, np.arange(len(joints))
        slots = first + gates.roles[:-1] + joints
        does = slices_of(wires)
        does[first : first + gates.legal.size] = 0
        bits = np.uint64(1) << (lanes % 64).astype(np.uint64)
        np.bitwise_or.at(does, (slots, (lanes // 64)[:, None]), bits[:, None])
        names["advance_wires"](gates, wires)
        collect(gates.next, wires, following)

    return step


def slices_of(wires: Words) -> Words:
    """Return wires as slices [slots, words of a slice]."""
    from zermelo.kernels.vector import WORDS  # which needs kernels itself

    return wires.reshape(-1, WORDS)


def groups_of(rows: Words) -> int:
    """Return how many words of a slice these lanes need."""
    return (len(rows) + 63) // 64


def turned(rows: Words, size: int) -> Words:
    """Transpose the first `size` bits of rows: bit j of row i becomes bit i of row j."""
    octets = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), 8 * rows.shape[1])
    bits = np.unpackbits(octets, axis=1, count=size, bitorder="little")
    packed = np.zeros((size, 8 * groups_of(rows)), np.uint8)
    packed[:, : (len(rows) + 7) // 8] = np.packbits(bits.T, axis=1, bitorder="little")
    return packed.view(np.uint64)


def counts_of(roles: Ints, legal: Words) -> NDArray[np.int64]:
    """Return how many moves each role has in each state [states, roles]."""
    bits = np.unpackbits(legal.view(np.uint8), axis=1, count=int(roles[-1]), bitorder="little")
    pairs = zip(roles[:-1].tolist(), roles[1:].tolist(), strict=True)
    columns = [bits[:, first:end].sum(axis=1, dtype=np.int64) for first, end in pairs]
    return np.stack(columns, axis=1) if columns else np.ones((len(legal), 0), np.int64)


def count_children(roles: Ints, legal: Words, ended: NDArray[np.bool_]) -> int:
    """Return how many joint moves there are in all states that have not ended."""
    return int(counts_of(roles, legal).prod(axis=1)[~ended].sum())


def children(
    roles: Ints, legal: Words, ended: NDArray[np.bool_], parents: Ints, joints: Ints
) -> None:
    """List the joint moves of all states that have not ended, beside the number of the state."""
    counts = counts_of(roles, legal)
    totals = np.where(ended, 0, counts.prod(axis=1))
    parents[:] = np.repeat(np.arange(len(totals)), totals)
    number = np.arange(len(parents)) - np.repeat(totals.cumsum() - totals, totals)
    repeat = totals[parents]
    bits = np.unpackbits(legal.view(np.uint8), axis=1, count=int(roles[-1]), bitorder="little")
    for role, (first, end) in enumerate(zip(roles[:-1].tolist(), roles[1:].tolist(), strict=True)):
        moves = np.nonzero(bits[:, first:end])[1]
        before = counts[:, role].cumsum() - counts[:, role]
        size = counts[parents, role]
        repeat = repeat // size  # the last role changes first
        joints[:, role] = moves[before[parents] + number // repeat % size]


def mixed(rows: Words) -> list[int]:
    """Return the hash of every row (the finaliser of SplitMix64)."""
    mix = np.full(len(rows), 0x9E3779B97F4A7C15, np.uint64)
    for word in range(rows.shape[1]):
        mix ^= rows[:, word]
        mix = (mix ^ (mix >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mix = (mix ^ (mix >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mix ^= mix >> np.uint64(31)
    return mix.tolist()


def hash_rows(rows: Words, hashes: Words) -> None:
    """Fill `hashes` [rows]."""
    hashes[:] = mixed(rows)


def number_rows(slots: Words, rows: Words, size: int, found: Words, numbers: Ints) -> int:
    """Number the rows `found`, adding those that are new; returns the new size."""
    mask = len(slots) - 1
    for index, mix in enumerate(mixed(found)):
        place = mix & mask
        while (slot := int(slots[place])) != 0:
            number = (slot & 0xFFFFFFFF) - 1
            if slot >> 32 == mix >> 32 and (rows[number] == found[index]).all():
                break
            place = (place + 1) & mask
        else:
            number = size
            slots[place] = mix & 0xFFFFFFFF00000000 | size + 1
            rows[size] = found[index]
            size += 1
        numbers[index] = number
    return size


def fill_slots(slots: Words, rows: Words, size: int) -> None:
    """Put all rows, which are known to differ, into empty slots."""
    mask = len(slots) - 1
    for number, mix in enumerate(mixed(rows[:size])):
        place = mix & mask
        while slots[place]:
            place = (place + 1) & mask
        slots[place] = mix & 0xFFFFFFFF00000000 | number + 1


def count_moves(legal: Words, ended: NDArray[np.bool_]) -> int:
    """Return how many moves there are in all states that have not ended."""
    return int(np.bitwise_count(legal[~ended]).sum(dtype=np.int64))


def list_moves(legal: Words, ended: NDArray[np.bool_], parents: Ints, moves: Ints) -> None:
    """List the moves [moves, 1] of all states that have not ended, beside their numbers."""
    bits = np.unpackbits(legal.view(np.uint8), axis=1, bitorder="little")
    bits[ended] = 0
    states, found = np.nonzero(bits)
    parents[: len(states)], moves[: len(states), 0] = states, found


def estimate_rows(rows: Words, weights: Ints, base: int, estimates: Ints) -> None:
    """Fill `estimates` [rows] with the base and the weights of all fluents that hold."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, count=len(weights), bitorder="little")
    estimates[:] = base + bits @ weights.astype(np.int64)
