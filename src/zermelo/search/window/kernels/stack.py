"""The nodes on the way from the root, with all children of each, in arrays.

A node at some ply lies in a lane of the brood of that ply: the root is alone in the first brood,
and the children of a node are the brood one ply below, up to 64 at a time. They are computed
together: one pass of the step circuit and one of the view for a whole brood.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, advance, broadcast, collect, following, see, seen
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

LANE, DEPTH, BEGIN, END, AT, BROOD, MAXIMISING, MOVE, SURE, LENGTH, TESTING = range(11)
FLOOR_MOVE, CEILING_MOVE = range(11, 13)
"""What a frame knows: its lane; the depth left; where its moves begin and end in the pool, the one
being tried, the first of the brood; who decides; the best move; whether nothing was guessed so far;
how long its line is; whether the child is only tested; the moves of lemmas that bound it."""
FRAME = 13
LOW, HIGH, LOW_NOW, HIGH_NOW, BEST, FLOOR, CEILING = range(7)
"""Its window when it was entered, its window now, the best value so far; what lemmas prove."""
WINDOW = 7
OPENED, SIMULTANEOUS, STUCK, CROWDED = range(4)


class Stack(NamedTuple):
    """Frames and broods for each ply, and the wires of the two circuits to compute with."""

    plies: int
    frames: Longs  # [plies * FRAME]
    windows: Floats  # [plies * WINDOW]
    lines: Ints  # [plies * plies] the moves that a node's value comes from
    pool: Ints  # moves of all frames, one after the other, each a number among those of all roles
    room: int  # in the pool
    ranks: Floats  # [room] to sort moves by, the lowest first
    rows: Words  # [plies * LANES * words] states
    words: int
    legal: Words  # [plies * LANES * legal_words] moves
    legal_words: int
    ended: Words  # [plies] a bit for each lane
    goals: Words  # [plies * goals]
    view_wires: Words
    step_wires: Words
    block: Words  # [64] to turn rows in
    tally: Longs  # [3 * roles] how many moves a role has, the first, where they are in the pool


@inner
def bare_stack(stack: Stack) -> Stack:
    """Return a stack on bare memory."""
    return Stack(
        stack.plies,
        bare(stack.frames),
        bare(stack.windows),
        bare(stack.lines),
        bare(stack.pool),
        stack.room,
        bare(stack.ranks),
        bare(stack.rows),
        stack.words,
        bare(stack.legal),
        stack.legal_words,
        bare(stack.ended),
        bare(stack.goals),
        bare(stack.view_wires),
        bare(stack.step_wires),
        bare(stack.block),
        bare(stack.tally),
    )


@inner
def row_of(stack: Stack, ply: int) -> int:
    """Return where the state of the node at `ply` is in the rows."""
    return int(ply * LANES + stack.frames[ply * FRAME + LANE]) * stack.words


@inner
def list_moves(game: Narrow, stack: Stack, ply: int, first: int) -> None:
    """List all legal moves of the node at `ply` in the pool from `first` on, and tally them."""
    tally, roles = stack.tally, game.roles
    for role in range(roles):
        tally[role] = 0
    role = 0
    at = first
    legal = (ply * LANES + stack.frames[ply * FRAME + LANE]) * stack.legal_words
    for word in range(stack.legal_words):
        rest = stack.legal[legal + word]
        while rest != np.uint64(0):
            move = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            while move >= game.firsts[role + 1]:
                role += 1
            if tally[role] == 0:
                tally[roles + role] = move
                tally[2 * roles + role] = at
            tally[role] += 1
            stack.pool[at] = move
            at += 1


@kernel
def open_node(game: Narrow, stack: Stack, ply: int, begin: int, role: int) -> int:
    """Put the moves of the node at `ply` in the pool from `begin` on; say whether that went well.

    `role` maximises. Where nobody has a choice the first role is the mover, as in a duel. The
    others' only moves are kept before the mover's: a brood that comes later needs them too.
    """
    tally, roles = stack.tally, game.roles
    first = begin + roles - 1
    if first + game.moves > stack.room:
        return CROWDED
    list_moves(game, stack, ply, first)
    mover = -1
    for one in range(roles):
        if tally[one] == 0:
            return STUCK
        if tally[one] > 1:
            if mover >= 0:
                return SIMULTANEOUS
            mover = one
    frame = ply * FRAME
    stack.frames[frame + MAXIMISING] = mover == role or mover < 0
    mover = max(mover, 0)
    other = begin
    for one in range(roles):
        if one != mover:
            stack.pool[other] = tally[roles + one]
            other += 1
    moves = tally[2 * roles + mover]
    if moves != first:
        for index in range(tally[mover]):
            stack.pool[first + index] = stack.pool[moves + index]
    stack.frames[frame + BEGIN] = first
    stack.frames[frame + END] = first + tally[mover]
    return OPENED


@kernel
def put_first(stack: Stack, ply: int, move: int) -> None:
    """Have a move of a frame tried before the others, if it is one of them."""
    begin = stack.frames[ply * FRAME + BEGIN]
    for index in range(begin, stack.frames[ply * FRAME + END]):
        if stack.pool[index] == move:
            for behind in range(index, begin, -1):
                stack.pool[behind] = stack.pool[behind - 1]
            stack.pool[begin] = move
            return


@kernel
def breed(game: Narrow, stack: Stack, ply: int, with_rows: bool) -> None:
    """Compute the children of the node at `ply`, from the one being tried on, at most 64.

    `with_rows` says whether anybody will ask for their states and moves.
    """
    frame = ply * FRAME
    begin = stack.frames[frame + AT]
    lanes = min(stack.frames[frame + END] - begin, LANES)
    stack.frames[frame + BROOD] = begin
    wires, view_wires = stack.step_wires, stack.view_wires
    broadcast(wires, game.fluents, stack.rows, row_of(stack, ply))
    first = 2 * (1 + game.fluents)
    own = stack.frames[frame + BEGIN]
    every = ~np.uint64(0)
    for index in range(own - game.roles + 1, own):
        place = first + 2 * stack.pool[index]
        wires[place] = every
        wires[place + 1] = np.uint64(0)
    for lane in range(lanes):
        place = first + 2 * stack.pool[begin + lane]
        value = np.uint64(1) << np.uint64(lane)
        wires[place] = value
        wires[place + 1] = ~value
    advance(game, wires)
    outputs = following(game)
    for fluent in range(game.fluents):
        value = wires[outputs[fluent]]
        view_wires[2 * fluent + 2] = value
        view_wires[2 * fluent + 3] = ~value
    if with_rows:
        at = (ply + 1) * LANES * stack.words
        none = int(np.int64(0))
        collect(outputs, none, game.fluents, wires, lanes, stack.rows, at, stack.block)
    # Only now: a fluent that says no more than that a move was made is read off the move's wire.
    for index in range(own - game.roles + 1, own):
        place = first + 2 * stack.pool[index]
        wires[place] = np.uint64(0)
        wires[place + 1] = every
    for lane in range(lanes):
        place = first + 2 * stack.pool[begin + lane]
        wires[place] = np.uint64(0)
        wires[place + 1] = every
    show(game, stack, ply + 1, lanes, with_rows)


@kernel
def show(game: Narrow, stack: Stack, ply: int, lanes: int, with_rows: bool) -> None:
    """Run the view, and keep what it says of the brood at `ply`."""
    wires, outputs = stack.view_wires, seen(game)
    see(game, wires)
    stack.ended[ply] = wires[outputs[0]]
    for goal in range(game.goals):
        stack.goals[ply * game.goals + goal] = wires[outputs[1 + goal]]
    if with_rows:
        at = ply * LANES * stack.legal_words
        first = 1 + game.goals
        collect(outputs, first, game.moves, wires, lanes, stack.legal, at, stack.block)


@inner
def plant(game: Narrow, stack: Stack) -> None:
    """Compute what the view says of the root, whose row is the first of the first brood."""
    # Typed: numba would compile all that is called once more for a literal.
    root = int(np.int64(0))
    stack.frames[LANE] = root
    broadcast(stack.view_wires, game.fluents, stack.rows, root)
    show(game, stack, root, root + 1, root == 0)
