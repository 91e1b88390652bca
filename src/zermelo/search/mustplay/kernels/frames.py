"""What the search with supports knows beside what an exact search knows of nodes and broods.

A support is a mask and the bits under it: every state with these bits has the same answer. It is
kept as two rows, the mask first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import bare_game, bare_workspace
from zermelo.engine.narrow import Narrow, Workspace
from zermelo.engine.ternary import Places
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare
from zermelo.search.exact.kernels.frames import ExactStack, bare_exact

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
SUPPORTS, LEARNT, REACHED = range(3)
"""What a node has beside its frame: how many supports; how many lemmas had been learnt when its
children were last held against them; whether its value reaches the threshold."""
NOTES = 3
MOST_SUPPORTS = 64
"""Of a node; with more, the whole state is its support."""


PASSES, MADE, FIRST_REPLY, REPLIES, ALONE, LEVEL, REACHES, ROW, SUPPORT, COUNT = range(10)
"""What a reason is asked for. PASSES: how many passes were run so far; MADE: the winner's move, -1
at an end; FIRST_REPLY, REPLIES: the moves of the other role that are looked at; ALONE: whether no
other move may be legal for it; LEVEL, REACHES: the claim; ROW: where the state is; SUPPORT, COUNT:
where the supports of children begin, and how many there are."""
ASKED = 10


class Reasoner(NamedTuple):
    """The circuit on two rails, and what is computed of candidates for a support."""

    game: Narrow
    places: Places
    fluents: int
    goals: int
    moves: int
    words: int
    role: int  # who maximises
    firsts: Ints  # [roles + 1] the first move of each role
    levels: Ints  # [goals] of the maximising role; -1 of the other
    brood: Words  # [width of the brood, and 64]
    space: Workspace
    asked: Longs  # [ASKED]
    rest: Ints  # [fluents] that may still be dropped, in order
    kept: Words  # [words] fluents of the support so far
    points: Longs  # [64] how many are dropped in each candidate
    support: Words  # [2 * words] what was found out last


class MustPlayStack(NamedTuple):
    """Frames and broods as an exact search has them, and the supports of children."""

    exact: ExactStack
    notes: Longs  # [plies * NOTES]
    supports: Words  # [plies * MOST_SUPPORTS * 2 * words]
    reasoner: Reasoner


@inner
def bare_reasoner(reasoner: Reasoner) -> Reasoner:
    """Return a reasoner on bare memory."""
    return Reasoner(
        bare_game(reasoner.game),
        reasoner.places,
        reasoner.fluents,
        reasoner.goals,
        reasoner.moves,
        reasoner.words,
        reasoner.role,
        bare(reasoner.firsts),
        bare(reasoner.levels),
        bare(reasoner.brood),
        bare_workspace(reasoner.space),
        bare(reasoner.asked),
        bare(reasoner.rest),
        bare(reasoner.kept),
        bare(reasoner.points),
        bare(reasoner.support),
    )


@inner
def bare_must_play(stack: MustPlayStack) -> MustPlayStack:
    """Return a stack on bare memory."""
    return MustPlayStack(
        bare_exact(stack.exact),
        bare(stack.notes),
        bare(stack.supports),
        bare_reasoner(stack.reasoner),
    )
