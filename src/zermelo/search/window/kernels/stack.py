"""The nodes on the way from the root, with all children of each, in arrays.

A node at some ply lies in a lane of the brood of that ply: the root is alone in the first brood,
and the children of a node are the brood one ply below, up to 64 at a time. They are computed
together: one pass of the step circuit and one of the view for a whole brood.

Most nodes are left after one child: its value is enough. So there is a second brood for each ply,
of replies: once a node goes on to its second child, the first child of each of its children is
computed, again all in one pass, and many of them need not be opened at all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import (
    LANES,
    advance,
    bare_workspace,
    collect_eights,
    expand,
    make,
    pick,
    see,
    spread,
)
from zermelo.engine.narrow import Narrow, Workspace
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest
from zermelo.search.window.kernels.images import Images, bare_images

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

LANE, DEPTH, BEGIN, END, AT, BROOD, MAXIMISING, MOVE, SURE, LENGTH, TESTING = range(11)
FLOOR_MOVE, CEILING_MOVE, CELL, FIRST_MOVE, REPLIED, IS_REPLIED = range(11, 17)
"""What a frame knows: its lane; the depth left; where its moves begin and end in the pool, the one
being tried, the first of the brood; who decides; the best move; whether nothing was guessed so far;
how long its line is; whether the child is only tested; the moves of lemmas that bound it; where the
table has it, -1 if nobody has asked yet; its first move before they were put in order; the lanes of
children whose first replies are computed; whether the child being tried is such a reply. The lanes
of replies are counted on from those of all other broods."""
FRAME = 17
LOW, HIGH, LOW_NOW, HIGH_NOW, BEST, FLOOR, CEILING = range(7)
"""Its window when it was entered, its window now, the best value so far; what lemmas prove."""
WINDOW = 7
OPENED, SIMULTANEOUS, STUCK, CROWDED = range(4)


class Stack(NamedTuple):
    """Frames and broods for each ply, and what computes them."""

    plies: int
    replies: bool  # whether there is a second brood for each ply; all of them come after the others
    frames: Longs  # [plies * FRAME]
    windows: Floats  # [plies * WINDOW]
    lines: Ints  # [plies * plies] the moves that a node's value comes from
    pool: Ints  # moves of all frames, one after the other, each a number among those of all roles
    room: int  # in the pool
    ranks: Floats  # [room] to sort moves by, the lowest first
    rows: Words  # [lanes * words] states
    words: int
    images: Images
    keys: Words  # [lanes * words] what stands for the states in the table; the rows if all
    # stand for themselves
    turned: Ints  # [lanes] by which symmetry
    hashes: Words  # [lanes] of states, where the table will be asked
    broods: Words  # [lanes / LANES * width]
    width: int  # of a brood
    legal: Words  # [legal_words] the moves of the node that is being opened
    legal_words: int
    space: Workspace
    block: Words  # [64] to turn rows in
    tally: Longs  # [3 * roles] how many moves a role has, the first, where they are in the pool
    made: Ints  # [LANES * roles] the moves that are made, to take them back


@inner
def bare_stack(stack: Stack) -> Stack:
    """Return a stack on bare memory."""
    return Stack(
        stack.plies,
        stack.replies,
        bare(stack.frames),
        bare(stack.windows),
        bare(stack.lines),
        bare(stack.pool),
        stack.room,
        bare(stack.ranks),
        bare(stack.rows),
        stack.words,
        bare_images(stack.images),
        bare(stack.keys),
        bare(stack.turned),
        bare(stack.hashes),
        bare(stack.broods),
        stack.width,
        bare(stack.legal),
        stack.legal_words,
        bare_workspace(stack.space),
        bare(stack.block),
        bare(stack.tally),
        bare(stack.made),
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
    first_move = nest_of(stack, ply) + game.fluents + 1 + game.goals
    lane = stack.frames[ply * FRAME + LANE] & (LANES - 1)
    pick(stack.broods, first_move, game.moves, lane, stack.legal, 0)
    for word in range(stack.legal_words):
        rest = stack.legal[word]
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


@inner
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
    stack.frames[frame + FIRST_MOVE] = tally[roles + mover]
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


@inner
def brood_of(stack: Stack, ply: int) -> int:
    """Return where the brood of a ply begins."""
    return int(ply * stack.width)


@inner
def nest_of(stack: Stack, ply: int) -> int:
    """Return where the brood begins that the node at `ply` lies in."""
    return int((ply + stack.frames[ply * FRAME + LANE] // LANES) * stack.width)


@inner
def ends(game: Narrow, stack: Stack, ply: int) -> np.uint64:
    """Return the lanes of a brood in which the match is over."""
    word: np.uint64 = stack.broods[ply * stack.width + game.fluents]
    return word


@inner
def says(stack: Stack, ply: int, question: int) -> bool:
    """Return the answer to a question about the node at `ply`."""
    lane = np.uint64(stack.frames[ply * FRAME + LANE] & (LANES - 1))
    word = stack.broods[nest_of(stack, ply) + question]
    return bool(word >> lane & np.uint64(1) != np.uint64(0))


@inner
def breed(game: Narrow, stack: Stack, ply: int, with_rows: bool) -> None:
    """Compute the children of the node at `ply`, from the one being tried on, at most 64.

    `with_rows` says whether anybody will ask for their rows before they are opened.
    """
    frame = ply * FRAME
    begin = stack.frames[frame + AT]
    lanes = min(stack.frames[frame + END] - begin, LANES)
    stack.frames[frame + BROOD] = begin
    stack.frames[frame + REPLIED] = 0
    stack.frames[frame + IS_REPLIED] = 0
    own = stack.frames[frame + BEGIN]
    for index in range(own - game.roles + 1, own):
        make(game, stack.space, stack.pool[index], ~np.uint64(0))
    # Lanes without a child have the first child again: code looks whether all agree whose turn it
    # is.
    unused = ~(~np.uint64(0) >> np.uint64(LANES - lanes))
    make(game, stack.space, stack.pool[begin], unused | np.uint64(1))
    for lane in range(1, lanes):
        make(game, stack.space, stack.pool[begin + lane], np.uint64(1) << np.uint64(lane))
    brood = brood_of(stack, ply + 1)
    expand(game, stack.space, stack.rows, row_of(stack, ply), stack.broods, brood)
    for index in range(own - game.roles + 1, own):
        make(game, stack.space, stack.pool[index], np.uint64(0))
    for lane in range(lanes):
        make(game, stack.space, stack.pool[begin + lane], np.uint64(0))
    if with_rows:
        at = (ply + 1) * LANES * stack.words
        collect_eights(stack.broods, brood, game.fluents, 0, lanes, stack.rows, at)


@inner
def reply(game: Narrow, stack: Stack, ply: int, with_rows: bool) -> None:
    """Compute the first reply to each child of the node at `ply`, from the one being tried on.

    In every lane each role makes the first of its moves. Where the match is over none is made, and
    nobody will ask what follows.
    """
    frame = ply * FRAME
    begin = stack.frames[frame + AT] - stack.frames[frame + BROOD]
    end = min(stack.frames[frame + END] - stack.frames[frame + BROOD], LANES)
    going_on = ~ends(game, stack, ply + 1)
    brood = brood_of(stack, ply + 1)
    first, made = brood + game.fluents + 1 + game.goals, 0
    for role in range(game.roles):
        rest, move = going_on, game.firsts[role]
        while rest != np.uint64(0) and move < game.firsts[role + 1]:
            lanes = stack.broods[first + move] & rest
            if lanes != np.uint64(0):
                make(game, stack.space, move, lanes)
                stack.made[made] = move
                made += 1
                rest ^= lanes
            move += 1
    replies = brood_of(stack, stack.plies + ply + 2)
    advance(game, stack.space, stack.broods, brood, stack.broods, replies)
    for index in range(made):
        make(game, stack.space, stack.made[index], np.uint64(0))
    if with_rows:
        at = (stack.plies + ply + 2) * LANES * stack.words
        collect_eights(stack.broods, replies, game.fluents, begin, end, stack.rows, at)
    mask = ~np.uint64(0) << np.uint64(begin)
    stack.frames[frame + REPLIED] = np.int64(mask & going_on)


@inner
def plant(game: Narrow, stack: Stack) -> None:
    """Compute what the view says of the root, whose row is the first of the first brood."""
    # Typed: numba would compile all that is called once more for a literal.
    root = int(np.int64(0))
    stack.frames[LANE] = root
    spread(stack.broods, root, game.fluents, stack.rows, root)
    see(game, stack.space, stack.broods, root)
