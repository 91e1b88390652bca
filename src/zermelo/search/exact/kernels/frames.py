"""What an exact search knows of the nodes on its way from the root, and of all their children.

The children of a node are the brood one ply below, up to 64 at a time: a chunk of its moves. Values
are numbers of levels: the goals that the maximising role can have, in order, the lowest is 0.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import bare_workspace
from zermelo.engine.narrow import Workspace
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
PHASE, PLY, NODES, ENDS_SEEN, CUTS, ROLE, THRESHOLD, VALUE, TOTAL, TOTAL_KNOWN, MOVE = range(11)
"""Registers. THRESHOLD: the level that the question is about; VALUE: of the node that was left
last; TOTAL: what both roles share out, once an end was seen; MOVE: which one answered the question
at the root, -1 if all moves did."""
REGISTERS = 11
OF_ONE_QUESTION = (PHASE, PLY, NODES, ENDS_SEEN, CUTS)
"""Registers that are zero when a question begins."""
START, ENTER, OPEN, BREED, NEXT, LEAVE = range(6)
"""Phases: nothing is known of the root; a node is to be entered; has been counted; its next chunk
is to be computed; the next child is to be chosen; the node is to be left."""
DONE, PAUSED, DEEPER, FULL, NO_WORTH, NO_CHOICE = range(6)
"""Statuses; for a DEEPER stack and a FULL table the caller makes room and calls on. An end without
worth, and a node where no role or several have a choice of moves, are not what this search is for.
"""
LANE, BEGIN, END, FIRST, MAXIMISING, BEST, BEFORE, CHOSEN, ANSWER = range(9)
"""What a frame knows: the node's lane in its brood; where its moves begin and end in the pool, and
its chunk begins; who decides; the best value so far, -1 before the first; how many nodes had been
entered before it; the lane being searched; the move that answered the question, or -1."""
FRAME = 9
UNTRIED, TRIED = 0, 1
"""Sets of lanes: those that are still to be searched, and those that were, of this chunk."""
SETS = 2
LANES = 64


class ExactStack(NamedTuple):
    """Frames and broods for each ply, and what computes them."""

    plies: int
    frames: Longs  # [plies * FRAME]
    sets: Words  # [plies * SETS]
    pool: Ints  # moves of all frames, one after the other, each a number among those of all roles
    room: int  # in the pool
    broods: Words  # [plies * width], and 64 more that may be read
    width: int  # of a brood
    rows: Words  # [plies * LANES * words] states
    words: int
    keys: Words  # [plies * LANES * words] what stands for the states in the table
    hashes: Words  # [plies * LANES] of the keys
    scores: Longs  # [plies * LANES] what history says of a lane
    images: int  # how many symmetries fold a state, without the identity
    origins: Ints  # [images * fluents] which fluent goes to each place
    turned: Words  # [fluents + 64] the fluents of a brood in another order
    image: Words  # [LANES * words] rows of such a brood
    history: Longs  # [2 * fluents] of a fluent that a move makes true: min's, then max's
    levels: Ints  # [goals] the level of a goal of the maximising role
    own: Longs  # [LANES] the level of an end, or -1
    others: Longs  # [LANES] what the other role has at an end, or -1
    tally: Longs  # [3 * roles] how many moves a role has, the first, where they are in the pool
    space: Workspace


@inner
def bare_exact(stack: ExactStack) -> ExactStack:
    """Return a stack on bare memory."""
    return ExactStack(
        stack.plies,
        bare(stack.frames),
        bare(stack.sets),
        bare(stack.pool),
        stack.room,
        bare(stack.broods),
        stack.width,
        bare(stack.rows),
        stack.words,
        bare(stack.keys),
        bare(stack.hashes),
        bare(stack.scores),
        stack.images,
        bare(stack.origins),
        bare(stack.turned),
        bare(stack.image),
        bare(stack.history),
        bare(stack.levels),
        bare(stack.own),
        bare(stack.others),
        bare(stack.tally),
        bare_workspace(stack.space),
    )
