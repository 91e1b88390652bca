"""Orders of moves, as `zermelo.search.parts.order` has them, and notes of how root moves did.

A joint move is known by one number: there are one role or two, and each role's moves have numbers
of their own. In a single state the mover's move is enough.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, times
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    DEPTH,
    END,
    FRAME,
    LENGTH,
    Stack,
    put_first,
    row_of,
)
from zermelo.search.window.kernels.table import TableArrays, bare_table, find, move_of, rest_of

Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
KILLERS, HISTORY, REPLIES, ROOT, COUNTED, MOST, NOTED = range(7)
"""Which orders there are: killers, history, a refutation table, ranks of the root's moves. How many
joint moves have a history, and may have; how many moves of the root have been noted."""
SETTINGS = 7


class MoveOrderArrays(NamedTuple):
    """What earlier cuts and earlier searches say about which moves to try first."""

    settings: Longs  # [SETTINGS]
    killers: Longs  # [2 * plies] the last two joint moves that cut at each ply; -1 is none
    joints: Longs  # [capacity] those with a history, plus one; 0 is a free place
    counts: Floats  # [capacity] of their cuts
    capacity: int  # a power of two
    replies: TableArrays  # the move of the last lines in each state, and nothing else
    ranks: Floats  # [moves] of the root's moves
    moves: Ints  # [root moves] those that were noted, in the order in which they were tried
    values: Floats  # [root moves] what was found for them
    lengths: Longs  # [root moves] of their lines
    lines: Ints  # [root moves * plies] what comes after them


@inner
def bare_order(order: MoveOrderArrays) -> MoveOrderArrays:
    """Return an order on bare memory."""
    return MoveOrderArrays(
        bare(order.settings),
        bare(order.killers),
        bare(order.joints),
        bare(order.counts),
        order.capacity,
        bare_table(order.replies),
        bare(order.ranks),
        bare(order.moves),
        bare(order.values),
        bare(order.lengths),
        bare(order.lines),
    )


@inner
def arrange(game: Narrow, stack: Stack, order: MoveOrderArrays, ply: int, known: int) -> None:
    """Sort the moves of a node: `known`, a refutation, killers, then by history; else as they are.

    At the root their ranks have the last word.
    """
    settings = order.settings
    asked = settings[HISTORY] | settings[KILLERS] | settings[REPLIES] | settings[ROOT]
    if asked:
        arrange_all(game, stack, order, ply, known)
    elif known >= 0:
        put_first(stack, ply, known)


@kernel
def arrange_all(game: Narrow, stack: Stack, order: MoveOrderArrays, ply: int, known: int) -> None:
    """Do what `arrange` does, where something has been remembered."""
    begin, end = stack.frames[ply * FRAME + BEGIN], stack.frames[ply * FRAME + END]
    if order.settings[HISTORY] and order.settings[COUNTED]:
        for index in range(begin, end):
            place = history_of(order, joint_number(game, stack, begin, stack.pool[index]))
            stack.ranks[index] = -order.counts[place]
        sort_moves(stack, begin, end)
    if order.settings[KILLERS]:
        killers_first(game, stack, order, ply)
    if order.settings[REPLIES]:
        cell = find(order.replies, stack.rows, row_of(stack, ply))
        reply = move_of(rest_of(order.replies, cell))
        if reply >= 0:
            put_first(stack, ply, reply)
    if known >= 0:
        put_first(stack, ply, known)
    if ply == 0 and order.settings[ROOT]:
        for index in range(begin, end):
            stack.ranks[index] = order.ranks[stack.pool[index]]
        sort_moves(stack, begin, end)


@inner
def killers_first(game: Narrow, stack: Stack, order: MoveOrderArrays, ply: int) -> None:
    """Have the killers of a ply tried before the others, in the order they have."""
    begin, end = stack.frames[ply * FRAME + BEGIN], stack.frames[ply * FRAME + END]
    ahead = begin
    for index in range(begin, end):
        move = stack.pool[index]
        joint = joint_number(game, stack, begin, move)
        if joint == order.killers[2 * ply] or joint == order.killers[2 * ply + 1]:
            for behind in range(index, ahead, -1):
                stack.pool[behind] = stack.pool[behind - 1]
            stack.pool[ahead] = move
            ahead += 1


@kernel
def sort_moves(stack: Stack, begin: int, end: int) -> None:
    """Sort moves in the pool by their ranks, the lowest first; equal ones stay as they are."""
    for index in range(begin + 1, end):
        rank, move = stack.ranks[index], stack.pool[index]
        place = index
        while place > begin and stack.ranks[place - 1] > rank:
            stack.ranks[place] = stack.ranks[place - 1]
            stack.pool[place] = stack.pool[place - 1]
            place -= 1
        stack.ranks[place] = rank
        stack.pool[place] = move


@inner
def joint_number(game: Narrow, stack: Stack, begin: int, move: int) -> int:
    """Return the number of a joint move, whose mover's moves begin at `begin` in the pool.

    Moves are its digits, in the order of roles; of many roles it may be too large for a word, and
    what is left of it does as well.
    """
    number = 0
    for index in range(begin - game.roles + 1, begin):
        other = int(stack.pool[index])
        if 0 <= move < other:
            number = number * game.moves + move
            move = -1
        number = number * game.moves + other
    return number if move < 0 else number * game.moves + move


@inner
def history_of(order: MoveOrderArrays, joint: int) -> int:
    """Return where the history of a joint move is, or the free place that it would take."""
    hashed = times(np.uint64(joint), np.uint64(0x9E3779B97F4A7C15))
    place = int(np.int64(hashed >> np.uint64(32) & np.uint64(order.capacity - 1)))
    while order.joints[place] != 0 and order.joints[place] != joint + 1:
        place = (place + 1) & (order.capacity - 1)
    return place


@inner
def note_cut(game: Narrow, stack: Stack, order: MoveOrderArrays, ply: int) -> None:
    """Remember that the move being tried at `ply` cut, if anybody will ask."""
    if order.settings[KILLERS] | order.settings[HISTORY]:
        remember_cut(game, stack, order, ply)


@kernel
def remember_cut(game: Narrow, stack: Stack, order: MoveOrderArrays, ply: int) -> None:
    """Do what `note_cut` does, where that is asked for."""
    frame = ply * FRAME
    move = stack.pool[stack.frames[frame + AT]]
    joint = joint_number(game, stack, stack.frames[frame + BEGIN], move)
    if order.settings[KILLERS]:
        last = order.killers[2 * ply]
        if joint != last and joint != order.killers[2 * ply + 1]:
            order.killers[2 * ply] = joint
            order.killers[2 * ply + 1] = last
    if order.settings[HISTORY]:
        place = history_of(order, joint)
        if order.joints[place] == 0:
            order.joints[place] = joint + 1
            order.settings[COUNTED] += 1
        depth = min(max(stack.frames[frame + DEPTH], 0), 60)
        order.counts[place] += float(np.int64(1) << depth)


@inner
def note_root(stack: Stack, order: MoveOrderArrays, value: float) -> None:
    """Note what the root's move being tried came to, and the line after it."""
    number = order.settings[NOTED]
    length = stack.frames[FRAME + LENGTH]
    order.moves[number] = stack.pool[stack.frames[AT]]
    order.values[number] = value
    order.lengths[number] = length
    for index in range(length):
        order.lines[number * stack.plies + index] = stack.lines[stack.plies + index]
    order.settings[NOTED] += 1


@kernel
def recount(old: MoveOrderArrays, new: MoveOrderArrays) -> None:
    """Copy the history to an order that has none, and more room for it."""
    for place in range(old.capacity):
        if old.joints[place] != 0:
            to = history_of(new, old.joints[place] - 1)
            new.joints[to] = old.joints[place]
            new.counts[to] = old.counts[place]
