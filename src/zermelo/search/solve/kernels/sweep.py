"""From the last position to the first, where every move leads to a higher number.

A value and a distance are one number, a key: of two keys the greater is what the first role
chooses, and the smaller what the second does. The upper bits are the number of the goal; the lower
ones grow with the distance if the first role gets less than half, and shrink if it gets more, so
that who wins hurries and who loses delays. Where both get half, both hurry: for the first role the
lower bits are turned around while it chooses.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, prefetch
from zermelo.search.solve.kernels.backward import ENDED

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bytes = NDArray[np.int8]

DISTANCE_BITS = 20
LONGEST = (1 << DISTANCE_BITS) - 1
WORST = 1 << 40
"""Greater than any key."""
AHEAD = 64
"""Moves between the one that is looked at and the one whose child is fetched."""


class Sweep(NamedTuple):
    """Positions, and the keys of those that were looked at."""

    movers: Bytes  # [positions]
    sizes: NDArray[np.uint16]  # [positions]
    children: Ints  # [moves]
    goals: NDArray[np.int16]  # [ends] numbers of goals in ascending order
    keys: Ints  # [positions]
    at: Longs  # [3] positions, moves and ends that are left


@kernel
def sweep(board: Sweep, even: int, more: int, budget: int) -> None:
    """Go on with positions from the last one downwards.

    Args:
        board: what is above `at` has its keys.
        even: the number of the goal that is half of what two roles share; -1 if there is none.
        more: the number of the first goal that is more than that.
        budget: how many positions to look at.
    """
    movers, sizes, children = bare(board.movers), bare(board.sizes), bare(board.children)
    goals, keys, at = bare(board.goals), bare(board.keys), bare(board.at)
    stop = max(0, at[0] - budget)
    position, move, end = at[0], at[1], at[2]
    while position > stop:
        position -= 1
        mover = int(movers[position])
        if mover == ENDED:
            end -= 1
            goal = int(goals[end])
            keys[position] = goal << DISTANCE_BITS | (LONGEST if goal >= more else 0)
            continue
        best = -1 if mover == 0 else WORST
        for _ in range(sizes[position]):
            move -= 1
            if move >= AHEAD:
                prefetch(keys, np.int64(children[move - AHEAD]))
            key = int(keys[children[move]])
            best = max(best, turned(key, even)) if mover == 0 else min(best, key)
        if mover == 0:
            best = turned(best, even)
        keys[position] = best - 1 if best >> DISTANCE_BITS >= more else best + 1
    at[0], at[1], at[2] = position, move, end


@inner
def turned(key: int, even: int) -> int:
    """Return a key with its lower bits turned around if both roles get half."""
    return key ^ LONGEST if key >> DISTANCE_BITS == even else key


@kernel
def told_by_keys(
    keys: Ints, goals: NDArray[np.float32], more: int, values: NDArray[np.float32], distances: Ints
) -> None:
    """Fill the values [positions] for the first role and the distances from keys."""
    for position in range(keys.size):
        goal, rest = keys[position] >> DISTANCE_BITS, keys[position] & LONGEST
        values[position] = goals[goal]
        distances[position] = LONGEST - rest if goal >= more else rest
