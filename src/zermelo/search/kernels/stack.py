"""The nodes on the way from the root, with all children of each, in arrays.

A node at some ply lies in a lane of the brood of that ply: the root is alone in the first brood,
and the children of a node are the brood one ply below, up to 64 at a time. They are computed
together: one pass of the step circuit and one of the view for a whole brood.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.kernel import kernel
from zermelo.circuit.kernels.narrow import LANES, collect, lowest, run
from zermelo.circuit.narrow import Narrow

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

LANE, DEPTH, BEGIN, END, AT, BROOD, MAXIMISING, MOVE, SURE, LENGTH, TRY = range(11)
"""What a frame knows: its lane; the depth left; where its moves begin and end in the pool, the one
being tried, the first of the brood; who decides; the best move; whether nothing was guessed so far;
how long its line is; which try at the child this is."""
FRAME = 11
LOW, HIGH, LOW_NOW, HIGH_NOW, BEST = range(5)
"""Its window when it was entered, its window now, the best value so far."""
WINDOW = 5
OPENED, SIMULTANEOUS, STUCK, CROWDED = range(4)


class Stack(NamedTuple):
    """Frames [plies] and broods [plies]; wires of the two circuits to compute with."""

    frames: Longs  # [plies, FRAME]
    windows: Floats  # [plies, WINDOW]
    lines: Ints  # [plies, plies] the moves that a node's value comes from
    pool: Ints  # moves of all frames, one after the other, each a number among those of all roles
    rows: Words  # [plies, LANES, words] states
    legal: Words  # [plies, LANES, words of moves]
    ended: Words  # [plies] a bit for each lane
    goals: Words  # [plies, goals]
    view_wires: Words
    step_wires: Words
    tally: Longs  # [3, roles] how many moves a role has, the first, where they begin in the pool


@kernel
def open_node(game: Narrow, stack: Stack, ply: int, begin: int, role: int) -> int:
    """List the moves of the node at `ply` in the pool from `begin` on; say whether that went well.

    `role` maximises. Where nobody has a choice the first role is the mover, as in a duel.
    """
    frame = stack.frames[ply]
    legal = stack.legal[ply, frame[LANE]]
    tally = stack.tally
    roles = game.roles.size - 1
    # The others' only moves are kept before the mover's: a brood that comes later needs them too.
    first = begin + roles - 1
    if first + game.roles[roles] > stack.pool.size:
        return CROWDED
    tally[0, :] = 0
    owner = 0
    at = first
    for word in range(legal.size):
        rest = legal[word]
        while rest != np.uint64(0):
            move = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            while move >= game.roles[owner + 1]:
                owner += 1
            if tally[0, owner] == 0:
                tally[1, owner] = move
                tally[2, owner] = at
            tally[0, owner] += 1
            stack.pool[at] = move
            at += 1
    mover = -1
    frame[MAXIMISING] = 1
    for one in range(roles):
        if tally[0, one] == 0:
            return STUCK
        if tally[0, one] > 1:
            if mover >= 0:
                return SIMULTANEOUS
            mover = one
            frame[MAXIMISING] = 1 if one == role else 0
    mover = max(mover, 0)
    other = begin
    for one in range(roles):
        if one != mover:
            stack.pool[other] = tally[1, one]
            other += 1
    for index in range(tally[0, mover]):
        stack.pool[first + index] = stack.pool[tally[2, mover] + index]
    frame[BEGIN] = first
    frame[END] = first + tally[0, mover]
    return OPENED


@kernel
def put_first(stack: Stack, ply: int, move: int) -> None:
    """Have a move of a frame tried before the others, if it is one of them."""
    frame = stack.frames[ply]
    for index in range(frame[BEGIN], frame[END]):
        if stack.pool[index] == move:
            for behind in range(index, frame[BEGIN], -1):
                stack.pool[behind] = stack.pool[behind - 1]
            stack.pool[frame[BEGIN]] = move
            return


@kernel
def breed(game: Narrow, stack: Stack, ply: int, with_legal: bool) -> None:
    """Compute the children of the node at `ply`, from the one being tried on, at most 64.

    Args:
        with_legal: whether anybody will ask for the moves and states of the children.
    """
    frame = stack.frames[ply]
    row = stack.rows[ply, frame[LANE]]
    wires = stack.step_wires
    every = ~np.uint64(0)
    for fluent in range(game.fluents):
        value = np.uint64(0) - (row[fluent >> 6] >> np.uint64(fluent & 63) & np.uint64(1))
        wires[2 * fluent + 2] = value
        wires[2 * fluent + 3] = ~value
    first = 2 * (1 + game.fluents)
    others = game.roles.size - 2
    frame[BROOD] = frame[AT]
    lanes = min(frame[END] - frame[AT], LANES)
    for index in range(frame[BEGIN] - others, frame[BEGIN]):
        place = first + 2 * stack.pool[index]
        wires[place] = every
        wires[place + 1] = np.uint64(0)
    for lane in range(lanes):
        place = first + 2 * stack.pool[frame[AT] + lane]
        wires[place] = np.uint64(1) << np.uint64(lane)
        wires[place + 1] = ~wires[place]
    run(game.stepping, wires)
    for index in range(frame[BEGIN] - others, frame[BEGIN]):
        place = first + 2 * stack.pool[index]
        wires[place] = np.uint64(0)
        wires[place + 1] = every
    for lane in range(lanes):
        place = first + 2 * stack.pool[frame[AT] + lane]
        wires[place] = np.uint64(0)
        wires[place + 1] = every
    seen = stack.view_wires
    for fluent in range(game.fluents):
        value = wires[game.stepping.outputs[fluent]]
        seen[2 * fluent + 2] = value
        seen[2 * fluent + 3] = ~value
    run(game.viewing, seen)
    if with_legal:
        collect(game.stepping.outputs, wires, lanes, stack.rows[ply + 1])
    show(game, stack, ply + 1, lanes, with_legal)


@kernel
def show(game: Narrow, stack: Stack, ply: int, lanes: int, with_legal: bool) -> None:
    """Keep what the view says of a brood."""
    wires = stack.view_wires
    outputs = game.viewing.outputs
    goals = game.goal_roles.size
    stack.ended[ply] = wires[outputs[0]]
    for goal in range(goals):
        stack.goals[ply, goal] = wires[outputs[1 + goal]]
    if with_legal:
        collect(outputs[1 + goals :], wires, lanes, stack.legal[ply])


@kernel
def plant(game: Narrow, stack: Stack) -> None:
    """Compute what the view says of the root, whose row is the first of the first brood."""
    row = stack.rows[0, 0]
    wires = stack.view_wires
    for fluent in range(game.fluents):
        value = np.uint64(0) - (row[fluent >> 6] >> np.uint64(fluent & 63) & np.uint64(1))
        wires[2 * fluent + 2] = value
        wires[2 * fluent + 3] = ~value
    run(game.viewing, wires)
    show(game, stack, 0, 1, True)


@kernel
def replay(game: Narrow, stack: Stack, moves: Ints, joints: Ints) -> None:
    """Fill joints [moves, roles] with what all roles do in a line of movers' moves from the root.

    The frame of the root, its brood and the one below are used for that.
    """
    plant(game, stack)
    frame = stack.frames[0]
    frame[LANE] = 0
    for number in range(moves.size):
        open_node(game, stack, 0, 0, 0)
        put_first(stack, 0, moves[number])
        frame[AT] = frame[BEGIN]
        frame[END] = frame[BEGIN] + 1
        for index in range(frame[END]):
            move = stack.pool[index]
            role = 0
            while move >= game.roles[role + 1]:
                role += 1
            joints[number, role] = move - game.roles[role]
        breed(game, stack, 0, True)
        stack.rows[0, 0] = stack.rows[1, 0]
        stack.legal[0, 0] = stack.legal[1, 0]
