"""How many moves there are in every state of a brood, before any of them is entered.

The moves of 64 states are counted together: the bits of a number lie in planes, one lane for each
state, and a move is added to all of them with a carry from plane to plane.
"""

import numpy as np

from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner
from zermelo.search.proofnumber.kernels.frames import (
    CHILD,
    DISPROOF,
    PLANES,
    PROOF,
    ProofFrames,
)
from zermelo.search.window.kernels.stack import Stack


@inner
def count_moves(game: Narrow, stack: Stack, frames: ProofFrames, ply: int) -> None:
    """Count the moves of each role in the brood at `ply`."""
    planes = frames.planes
    first = ply * stack.width + game.fluents + 1 + game.goals
    for plane in range(game.roles * PLANES):
        planes[plane] = np.uint64(0)
    for role in range(game.roles):
        for move in range(game.firsts[role], game.firsts[role + 1]):
            carry = stack.broods[first + move]
            plane = role * PLANES
            while carry != np.uint64(0):
                more = planes[plane] & carry
                planes[plane] ^= carry
                carry = more
                plane += 1


@inner
def expect(game: Narrow, frames: ProofFrames, child: int, lane: int, role: int) -> None:
    """Give a child the numbers of its moves: all of them must fail whoever decides there."""
    most = 1
    maximising = True
    for one in range(game.roles):
        moves = 0
        for plane in range(PLANES):
            bit = frames.planes[one * PLANES + plane] >> np.uint64(lane) & np.uint64(1)
            moves |= int(np.int64(bit)) << plane
        most = max(most, moves)
        maximising = maximising and (one == role or moves < 2)
    frames.children[child * CHILD + (DISPROOF if maximising else PROOF)] = most
