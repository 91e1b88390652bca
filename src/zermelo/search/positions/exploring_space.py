"""What the kernel that explores a game works on, and what it works in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Words, words_for
from zermelo.engine.lanes import aligned
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding

DONE, SIZE, MOVES, ENDS, TOTAL, RANK, FALLS, STANDS_FOR, WANTED = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Of `Explored.at`: positions that were looked at; those that are known; their moves; ends; the sum
of goals at an end; how many fluents of `ranked` hold in the children of this level; whether a move
leads to no higher number; how many positions those that were looked at stand for; for how many
children there was no room."""
COUNTS = 9
NO_TOTAL = -1
GONE_ON, NO_ROOM, REFUSED, UNRANKED = 0, 1, 2, 3
"""Why the kernel has stopped: at the end; for room; at a position that cannot be solved; at a child
that is not ranked."""
USED, OVER, SECOND, FOUND = 0, 16, 32, 48
"""Of `ExploringSpace.planes`: lanes in use, those that have ended, those where role 1
decides, and what is looked for."""
PLANES = 64


class Explored(NamedTuple):
    """All positions so far, in arrays with room for more."""

    rows: Words  # [room * words]
    words: int
    room: int
    slots: Words  # [mask + 1] as in `zermelo.search.positions.kernels.intern`
    mask: int
    base: int  # the first number that is in slots
    movers: NDArray[np.int8]  # [room]
    sizes: NDArray[np.uint16]  # [room]
    goals: NDArray[np.int16]  # [room] of ends, in their order
    children: Ints  # [space]
    space: int
    ranked: Words  # [words] fluents of which equally many hold in all positions of a level; or none
    at: NDArray[np.int64]  # [COUNTS]


class ExploringSpace(NamedTuple):
    """What one pass works in."""

    wires: Words
    block: Words  # [64 * 16]
    planes: Words  # [PLANES]
    legal: Words  # [1024 * words] a row of legal moves for each lane
    masks: Words  # [roles * words] the moves of each role
    numbers: Ints  # [1024] of the positions in the lanes
    counts: Ints  # [1024] by lane
    made: Ints  # [1024 * 2] moves of a child
    found: Words  # [1024 * words] children
    hashes: Words  # [1024]
    following: Ints  # [fluents] slots of `folded` or of the wires
    sources: Ints  # [order * fluents] where the fluents of images come from
    order: int  # how many symmetries there are
    folded: Words  # [fluents * 16] wires of folded children


def exploring_space(game: CompiledGame, folding: Folding | None) -> ExploringSpace:
    """Return what the kernel works in."""
    from zermelo.engine.kernels.wide_rows import LANES, SIDE
    from zermelo.kernels.vector import WORDS

    wide, words, moves = game.engine.wide, game.words, words_for(game.dimensions.moves)
    fluents = game.dimensions.fluents
    masks = np.zeros((len(game.roles), moves), np.uint64)
    for role in range(len(game.roles)):
        for move in range(*game.dimensions.firsts[role : role + 2].tolist()):
            masks[role, move // 64] |= np.uint64(1 << move % 64)
    images = np.zeros((0, fluents), np.int32) if folding is None else folding.images
    return ExploringSpace(
        wires=aligned(wide.slots * WORDS),
        block=aligned(SIDE * WORDS),
        planes=aligned(PLANES),
        legal=np.empty(LANES * moves, np.uint64),
        masks=masks.reshape(-1),
        numbers=np.empty(LANES, np.int32),
        counts=np.empty(LANES, np.int32),
        made=np.empty(2 * LANES, np.int32),
        found=np.empty(LANES * words, np.uint64),
        hashes=np.empty(LANES, np.uint64),
        following=np.arange(fluents, dtype=np.int32) + (1 if folding is None else 0),
        sources=np.argsort(images, axis=1).astype(np.int32).reshape(-1),
        order=len(images),
        folded=aligned((0 if folding is None else fluents) * WORDS),
    )
