"""One pass over pairs, for up to 64 states at once; and rows of few states out of words."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numpy.typing import NDArray

from zermelo.circuit.kernels.kernel import kernel
from zermelo.circuit.kernels.vector import operation
from zermelo.circuit.narrow import CLEAR, FEEDBACK, SWEEP, Pass

Words = NDArray[np.uint64]
Places = NDArray[np.uint32]
LANES = 64


@operation(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest(_: Any, word: Any) -> Any:
    """Return the number of the lowest bit that is set; there must be one."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@operation(lambda word: int(word).bit_count())
def population(_: Any, word: Any) -> Any:
    """Return how many bits are set."""
    generate = lambda _context, builder, _signature, args: builder.ctpop(args[0])
    return types.int64(types.uint64), generate


@kernel
def run(circuit: Pass, wires: Words) -> None:
    """Fill the wires [2 * (inputs + gates)] from those of the inputs."""
    pairs = circuit.pairs
    changed = np.uint64(0)
    number = 0
    while number < circuit.orders.shape[0]:
        order = circuit.orders[number, 0]
        if order == SWEEP:
            at = np.uint64(2 * circuit.orders[number, 1])
            end = np.uint64(2 * circuit.orders[number, 2])
            out = np.uint64(2 * circuit.inputs) + at
            # Unsigned all along: a signed index would be tested for being negative.
            while at < end:
                value = wires[pairs[at]] & wires[pairs[at + np.uint64(1)]]
                wires[out] = value
                wires[out + np.uint64(1)] = ~value
                at += np.uint64(2)
                out += np.uint64(2)
        elif order == CLEAR:
            wires[2 * circuit.orders[number, 1]] = np.uint64(0)
            wires[2 * circuit.orders[number, 1] + 1] = ~np.uint64(0)
            changed = np.uint64(0)
        elif order == FEEDBACK:
            value = wires[circuit.orders[number, 2]]
            wire = 2 * circuit.orders[number, 1]
            changed |= value ^ wires[wire]
            wires[wire] = value
            wires[wire + 1] = ~value
        elif changed != np.uint64(0):
            changed = np.uint64(0)
            number = circuit.orders[number, 1] - 1
        number += 1


@kernel
def collect(places: Places, wires: Words, lanes: int, rows: Words) -> None:
    """Read words as rows [lanes, words]: bit k of a row comes from `places[k]`.

    Blocks of 64 by 64 bits are turned (Warren, Hacker's Delight, section 7-3), but rows that
    nobody asks for are left out as soon as they come apart: with ten lanes a third of the work.
    """
    block = np.empty(64, np.uint64)
    for word in range((places.size + 63) // 64):
        inside = min(64, places.size - 64 * word)
        for index in range(inside):
            block[index] = wires[places[64 * word + index]]
        block[inside:] = np.uint64(0)
        turn(block, lanes)
        for lane in range(lanes):
            rows[lane, word] = block[lane]


@kernel
def turn(block: Words, lanes: int) -> None:
    """Transpose 64 words of 64 bits in place, as far as the first `lanes` words go."""
    width = np.uint64(32)
    mask = np.uint64(0x00000000FFFFFFFF)
    rows = np.uint64(64)
    while width > np.uint64(0):
        if np.uint64(lanes) <= width:
            rows = width
            for near in range(width):
                far = np.uint64(near) + width
                block[near] = (block[near] & mask) | (block[far] & mask) << width
        else:
            index = np.uint64(0)
            while index < rows:
                other = index + width
                swap = ((block[index] >> width) ^ block[other]) & mask
                block[other] ^= swap
                block[index] ^= swap << width
                index = (other + np.uint64(1)) & ~width
        width >>= np.uint64(1)
        mask ^= mask << width
