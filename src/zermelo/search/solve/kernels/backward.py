"""From the ends backwards: who moved here, and what that settles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.lanes import bit
from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import bare, prefetch

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bytes = NDArray[np.int8]

ENDED, TOGETHER, STUCK = -1, -2, -3
"""In the place of a mover: the end; several roles have a choice; a role has no move."""
EVERYBODY = 2
UNSETTLED = -2
"""The mark of a position where the first role decides and waits for no move: see `unsettled`."""
AHEAD = 64
"""Moves between the one that is looked at and the one whose child is fetched."""
NEXT, SOON, LATER = 4, 8, 12
"""How far ahead in the queue marks, parents, and places of parents are fetched."""


class Backward(NamedTuple):
    """What retrograde analysis works on."""

    first: Longs  # [positions+1] where the parents of each position begin
    parents: Ints  # [moves] a parent for each move
    marks: Ints  # [positions] the distance, or what `unsettled` says
    values: NDArray[np.float32]  # [positions]
    queue: Ints  # [positions] settled, in that order
    at: Longs  # [2] where to go on in the queue, and where it ends


@kernel
def find_movers(roles: Ints, legal: Words, ended: NDArray[np.bool_], movers: Bytes) -> None:
    """Fill `movers`: the role with a choice, the first if there is none, or why there is none."""
    for state in range(legal.shape[0]):
        if ended[state]:
            movers[state] = ENDED
            continue
        mover = -1
        for role in range(roles.size - 1):
            moves = 0
            for index in range(roles[role], roles[role + 1]):
                if bit(legal[state], index):
                    moves += 1
                    if moves > 1:
                        break
            if moves == 0:
                mover = STUCK
                break
            if moves > 1:
                mover = role if mover == -1 else TOGETHER
                if mover == TOGETHER:
                    break
        movers[state] = 0 if mover == -1 else mover


def unsettled(movers: Bytes, sizes: NDArray[np.uint16]) -> Ints:
    """Return the marks of positions of which nothing is known: negative numbers.

    What is asked of a parent is one number, so that memory is reached once: who decides is its
    last bit, how many moves are waited for are the others. A move less is `UNSETTLED` more.
    """
    marks: Ints = UNSETTLED - (2 * sizes.astype(np.int32) + (movers == 1))
    return marks


@kernel
def count_parents(children: Ints, first: Longs) -> None:
    """Fill `first` [positions+1] with where the parents of each position will end."""
    for move in range(children.size):
        if move + AHEAD < children.size:
            prefetch(first, np.int64(children[move + AHEAD]))
        first[children[move]] += 1
    total = 0
    for number in range(first.size):
        total += first[number]
        first[number] = total


@kernel
def list_parents(sizes: NDArray[np.uint16], children: Ints, first: Longs, parents: Ints) -> None:
    """Fill `parents`, moving `first` from the ends to the beginnings."""
    move = children.size
    for parent in range(sizes.size - 1, -1, -1):
        for _ in range(sizes[parent]):
            move -= 1
            if move >= 2 * AHEAD:
                prefetch(first, np.int64(children[move - 2 * AHEAD]))
                prefetch(parents, np.int64(first[children[move - AHEAD]]) - 1)
            child = children[move]
            first[child] -= 1
            parents[first[child]] = parent


@kernel
def settle(board: Backward, value: float, chooser: int, budget: int) -> None:
    """Go on with the queue: settle what is worth `value`, nearest first.

    A role that wants this value needs one move to it; the other gives in when all of its moves
    are known to be no better for it. What is settled with better values comes before.

    Args:
        board: the queue holds what is settled with this value.
        value: of those in the queue, for the first role.
        chooser: the role that wants it, or EVERYBODY.
        budget: how many positions of the queue to look at.
    """
    first, parents, marks = bare(board.first), bare(board.parents), bare(board.marks)
    queue, values = bare(board.queue), bare(board.values)
    head, tail = int(board.at[0]), int(board.at[1])
    stop = head + budget
    while head < tail and head < stop:
        if head + LATER < tail:
            prefetch(first, np.int64(queue[head + LATER]))
            prefetch(parents, np.int64(first[queue[head + SOON]]))
            soon = queue[head + NEXT]
            for move in range(first[soon], first[soon + 1]):
                prefetch(marks, np.int64(parents[move]))
        number = queue[head]
        head += 1
        distance = marks[number] + 1
        for move in range(first[number], first[number + 1]):
            parent = parents[move]
            mark = int(marks[parent])
            if mark >= 0:
                continue
            if chooser != EVERYBODY and (UNSETTLED - mark) & 1 != chooser:
                marks[parent] = mark + 2
                if (UNSETTLED - mark) >> 1 > 1:
                    continue
            marks[parent] = distance
            values[parent] = value
            queue[tail] = parent
            tail += 1
    board.at[0], board.at[1] = head, tail
