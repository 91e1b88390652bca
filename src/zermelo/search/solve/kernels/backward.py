"""From the ends backwards: who moved here, and what that settles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.lanes import bit
from zermelo.kernels.kernel import kernel

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bytes = NDArray[np.int8]

ENDED, TOGETHER, STUCK = -1, -2, -3
"""In the place of a mover: the end; several roles have a choice; a role has no move."""
EVERYBODY = 2
UNSETTLED = -1


class Backward(NamedTuple):
    """What retrograde analysis works on."""

    first: Longs  # [positions+1] where the parents of each position begin
    parents: Ints  # [moves] a parent for each move
    movers: Bytes  # [positions] which role decides
    waiting: NDArray[np.uint16]  # [positions] moves whose worth is not known yet
    values: NDArray[np.float32]  # [positions]
    distances: Ints  # [positions] or UNSETTLED
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


@kernel
def count_parents(children: Ints, first: Longs) -> None:
    """Fill `first` [positions+1] with where the parents of each position will end."""
    for child in children:
        first[child] += 1
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
    head, tail = board.at[0], board.at[1]
    stop = head + budget
    while head < tail and head < stop:
        number = board.queue[head]
        head += 1
        distance = board.distances[number] + 1
        for move in range(board.first[number], board.first[number + 1]):
            parent = board.parents[move]
            if board.distances[parent] != UNSETTLED:
                continue
            if chooser != EVERYBODY and board.movers[parent] != chooser:
                board.waiting[parent] -= 1
                if board.waiting[parent] > 0:
                    continue
            board.distances[parent] = distance
            board.values[parent] = value
            board.queue[tail] = parent
            tail += 1
    board.at[0], board.at[1] = head, tail
