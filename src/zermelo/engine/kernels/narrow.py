"""Broods: up to 64 states computed at once, by machine code or gate by gate; and rows out of them.

These are for kernels that call them a million times a second. There an array is too much: numba
counts references to it at every turn. So such a kernel takes the bare memory of its arrays once,
and what it calls works on either.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import (
    ADVANCE,
    CLEAR,
    EXPAND,
    FEEDBACK,
    SEE,
    SWEEP,
    Narrow,
    Pass,
    Workspace,
)
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, call_with_four, call_with_two, turn_eight

Words = NDArray[np.uint64]
LANES = 64


@inner
def bare_pass(one: Pass) -> Pass:
    """Return a pass on bare memory."""
    return Pass(
        bare(one.pairs), one.gates, bare(one.orders), one.size, one.inputs, bare(one.outputs)
    )


@inner
def bare_game(game: Narrow) -> Narrow:
    """Return a game on bare memory."""
    return Narrow(
        bare_pass(game.viewing),
        bare_pass(game.stepping),
        bare(game.code),
        game.fluents,
        game.moves,
        game.roles,
        game.goals,
        bare(game.firsts),
        bare(game.goal_roles),
        bare(game.goal_values),
    )


@kernel
def run(circuit: Pass, wires: Words) -> None:
    """Fill the wires [2 * (inputs + gates)] from those of the inputs."""
    orders = circuit.orders
    changed = np.uint64(0)
    number = 0
    while number < circuit.size:
        order = orders[3 * number]
        if order == SWEEP:
            sweep(circuit, wires, orders[3 * number + 1], orders[3 * number + 2])
        elif order == CLEAR:
            wires[2 * orders[3 * number + 1]] = np.uint64(0)
            wires[2 * orders[3 * number + 1] + 1] = ~np.uint64(0)
            changed = np.uint64(0)
        elif order == FEEDBACK:
            value = wires[orders[3 * number + 2]]
            wire = 2 * orders[3 * number + 1]
            changed |= value ^ wires[wire]
            wires[wire] = value
            wires[wire + 1] = ~value
        elif changed != np.uint64(0):
            changed = np.uint64(0)
            number = orders[3 * number + 1] - 1
        number += 1


@inner
def bare_workspace(space: Workspace) -> Workspace:
    """Return a workspace on bare memory."""
    return Workspace(
        bare(space.does), bare(space.viewing), bare(space.stepping), bare(space.scratch)
    )


@inner
def see(game: Narrow, space: Workspace, broods: Words, at: int) -> None:
    """Compute what the view says of the fluents of the brood that begins at `at`."""
    code = game.code[SEE]
    if code != 0:
        call_with_two(code, broods, at, space.scratch, 0)
    else:
        see_gates(game, space, broods, at)


@kernel
def see_gates(game: Narrow, space: Workspace, broods: Words, at: int) -> None:
    """Do what `see` does, gate by gate."""
    wires = space.viewing
    take_fluents(wires, game.fluents, broods, at)
    run(game.viewing, wires)
    outputs = game.viewing.outputs
    first = at + game.fluents
    for number in range(1 + game.goals + game.moves):
        broods[first + number] = wires[outputs[number]]


@inner
def expand(game: Narrow, space: Workspace, rows: Words, row: int, broods: Words, at: int) -> None:
    """Compute the brood at `at`: the states after the moves that are made in the state at `row`."""
    code = game.code[EXPAND]
    if code != 0:
        call_with_four(code, rows, row, space.does, 0, broods, at, space.scratch, 0)
    else:
        expand_gates(game, space, rows, row, broods, at)


@kernel
def expand_gates(
    game: Narrow, space: Workspace, rows: Words, row: int, broods: Words, at: int
) -> None:
    """Do what `expand` does, gate by gate."""
    broadcast(space.stepping, game.fluents, rows, row)
    advance_wires(game, space, broods, at)


@inner
def advance(
    game: Narrow, space: Workspace, parents: Words, parent: int, broods: Words, at: int
) -> None:
    """Compute the brood at `at`: in each lane the state after the moves that are made there.

    They are made in the state of the same lane of the brood at `parent`.
    """
    code = game.code[ADVANCE]
    if code != 0:
        call_with_four(code, parents, parent, space.does, 0, broods, at, space.scratch, 0)
    else:
        advance_gates(game, space, parents, parent, broods, at)


@kernel
def advance_gates(
    game: Narrow, space: Workspace, parents: Words, parent: int, broods: Words, at: int
) -> None:
    """Do what `advance` does, gate by gate."""
    take_fluents(space.stepping, game.fluents, parents, parent)
    advance_wires(game, space, broods, at)


@inner
def advance_wires(game: Narrow, space: Workspace, broods: Words, at: int) -> None:
    """Compute a brood from the fluents and moves on the wires of the step."""
    wires = space.stepping
    run(game.stepping, wires)
    outputs = game.stepping.outputs
    for fluent in range(game.fluents):
        broods[at + fluent] = wires[outputs[fluent]]
    see_gates(game, space, broods, at)


@inner
def make(game: Narrow, space: Workspace, move: int, lanes: np.uint64) -> None:
    """Have a move made in some lanes, and in no others."""
    space.does[move] = lanes
    if game.code[EXPAND] == 0 or game.code[ADVANCE] == 0:  # machine code has no wires
        place = 2 * (1 + game.fluents + move)
        space.stepping[place] = lanes
        space.stepping[place + 1] = ~lanes


@inner
def sweep(circuit: Pass, wires: Words, begin: int, end: int) -> None:
    """Evaluate the gates from `begin` to `end`."""
    pairs = circuit.pairs
    out = 2 * (circuit.inputs + begin)
    for at in range(2 * begin, 2 * end, 2):
        value = wires[pairs[at]] & wires[pairs[at + 1]]
        wires[out] = value
        wires[out + 1] = ~value
        out += 2


@inner
def take_fluents(wires: Words, fluents: int, broods: Words, at: int) -> None:
    """Set the fluents' wires to the words of a brood."""
    for fluent in range(fluents):
        value = broods[at + fluent]
        wires[2 * fluent + 2] = value
        wires[2 * fluent + 3] = ~value


@inner
def broadcast(wires: Words, fluents: int, rows: Words, at: int) -> None:
    """Set the fluents' wires of all lanes to the state whose row begins at `at`."""
    for fluent in range(fluents):
        bit = rows[at + (fluent >> 6)] >> np.uint64(fluent & 63) & np.uint64(1)
        value = ~np.uint64(0) * bit
        wires[2 * fluent + 2] = value
        wires[2 * fluent + 3] = ~value


@inner
def spread(broods: Words, at: int, fluents: int, rows: Words, row: int) -> None:
    """Set the fluents of all lanes of a brood to the state whose row begins at `row`."""
    for fluent in range(fluents):
        bit = rows[row + (fluent >> 6)] >> np.uint64(fluent & 63) & np.uint64(1)
        broods[at + fluent] = ~np.uint64(0) * bit


@inner
def pick(broods: Words, first: int, size: int, lane: int, rows: Words, row: int) -> None:
    """Read one lane of the words from `first` on as a row, which begins at `row`."""
    shift = np.uint64(lane)
    for word in range(max(1, (size + 63) // 64)):
        found = np.uint64(0)
        begin = first + 64 * word
        for bit in range(min(64, size - 64 * word)):
            found |= (broods[begin + bit] >> shift & np.uint64(1)) << np.uint64(bit)
        rows[row + word] = found


@kernel
def collect(
    broods: Words, first: int, size: int, lanes: int, rows: Words, at: int, block: Words
) -> None:
    """Read words as rows, from `at` on: bit k of a row comes from the word `first + k`.

    Blocks of up to 64 by 64 bits are turned (Warren, Hacker's Delight, section 7-3), but rows that
    nobody asks for are left out as soon as they come apart: with ten lanes a third of the work.
    `block` is [64], to work in.
    """
    words = max(1, (size + 63) // 64)
    for word in range(words):
        inside = min(64, size - 64 * word)
        side = 64
        while side >= 2 * max(lanes, inside) and side > 1:
            side >>= 1
        for index in range(inside):
            block[index] = broods[first + 64 * word + index]
        for index in range(inside, side):
            block[index] = np.uint64(0)
        turn(block, side, lanes)
        mask = ~np.uint64(0) >> np.uint64(64 - side)
        for lane in range(lanes):
            rows[at + lane * words + word] = block[lane] & mask


@inner
def collect_eights(
    broods: Words, first: int, size: int, begin: int, end: int, rows: Words, at: int
) -> None:
    """Read the rows of lanes from `begin` to `end`, and of those that make up eights with them.

    As `collect` does, but sooner: 64 words are read at a time, so that there must be room for 63
    more than asked for. The row of lane 0 would be at `at`.
    """
    words = max(1, (size + 63) // 64)
    unused = np.uint64(64 * words - size)
    for lane in range(begin & -8, end, 8):
        to = at + lane * words
        for word in range(words):
            turn_eight(broods, first + 64 * word, lane, rows, to + word, words)
        last = to + words - 1
        for one in range(8):
            rows[last + one * words] &= ~np.uint64(0) >> unused


@inner
def turn(block: Words, side: int, lanes: int) -> None:
    """Transpose the lowest `side` bits of `side` words, as far as the first `lanes` words go."""
    width = side >> 1
    mask = ~np.uint64(0) // (np.uint64(1) + (np.uint64(1) << np.uint64(width)))
    rows = side
    while width > 0:
        shift = np.uint64(width)
        if lanes <= width:
            rows = width
            for index in range(width):
                block[index] = (block[index] & mask) | (block[index + width] & mask) << shift
        else:
            for start in range(0, rows, 2 * width):
                for index in range(start, start + width):
                    swap = ((block[index] >> shift) ^ block[index + width]) & mask
                    block[index + width] ^= swap
                    block[index] ^= swap << shift
        width >>= 1
        mask ^= mask << np.uint64(width)
