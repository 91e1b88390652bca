"""What a search by proof numbers knows of the nodes on its way, and of their children.

Moves, states and broods are in the stack of `zermelo.search.window.kernels.stack`, whose `ranks`
hold the bounds of children here. This is what comes to it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare

Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
PHASE, PLY, NODES, LEAVES_SEEN, CUTS, ROLE, MOBILITY, WEAK = range(8)
"""Registers of integers; MOBILITY: whether moves are counted before a position is entered; WEAK:
whether sums are weak ones."""
REGISTERS = 8
OF_ONE_QUESTION = (PHASE, PLY, NODES, LEAVES_SEEN, CUTS)
"""Registers that are zero when a question begins."""
THRESHOLD, EPSILON = 2, 3
"""Registers of floats, after those of `zermelo.search.window.kernels.leaf`."""
VALUES = 4
START, ENTER, WORK, LOOK, WEIGH, LEAVE = range(6)
"""Phases: nothing is known of the root; a node is to be entered; has been counted; its children are
to be looked at; are to be compared; it is to be left."""
DONE, PAUSED, DEEPER, FULL, NO_WORTH, NO_CHOICE = range(6)
"""Statuses; for a DEEPER stack and a FULL table the caller makes room and calls on. An end without
worth, and a node where no role or several have a choice of moves, are not what this search is for.
"""
PROOF, DISPROOF, PROOF_LIMIT, DISPROOF_LIMIT, BEFORE, SEEN, SURE, BEST, CHOSEN = range(9)
"""What a node knows: its numbers and their limits; how many nodes had been entered before it; where
the children that were looked at end in the pool; whether its answer is sure; the move by which the
role that decides has what it wants; the child that is being searched."""
OWN = 9
PLANES = 24
"""Bits of the number of moves that a role has."""
CHILD = 3
"""A child has a proof number, a disproof number, and whether it is sure."""
INFINITE = (1 << 32) - 1
"""As in `zermelo.search.proofnumber.node`."""


class ProofFrames(NamedTuple):
    """Nodes by ply, and children by their place in the pool of moves."""

    own: Longs  # [plies * OWN]
    bounds: Floats  # [plies] of nodes that are solved
    children: Longs  # [room * CHILD]
    planes: Words  # [roles * PLANES] bit b of how many moves a role has, in each lane of a brood


@inner
def bare_frames(frames: ProofFrames) -> ProofFrames:
    """Return frames on bare memory."""
    return ProofFrames(
        bare(frames.own), bare(frames.bounds), bare(frames.children), bare(frames.planes)
    )
