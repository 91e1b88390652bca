"""The first replies to all children of a node, computed in one pass, and the rows of children."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, collect_eights
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner
from zermelo.search.window.kernels.lemmas import Lemmas
from zermelo.search.window.kernels.recall import (
    hash_lanes,
)
from zermelo.search.window.kernels.registers import (
    QUICK,
)
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    BROOD,
    DEPTH,
    END,
    FIRST_MOVE,
    FRAME,
    IS_REPLIED,
    LANE,
    REPLIED,
    Stack,
    brood_of,
    ends,
    reply,
)
from zermelo.search.window.kernels.table import (
    LEAVES,
    ON,
    TableArrays,
)

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@inner
def row_of_child(game: Narrow, stack: Stack, table: TableArrays, lemmas: Lemmas, ply: int) -> None:
    """See to it that the child being tried has a row and a hash, if anybody will ask for them.

    They are made for eight children at a time, because many nodes are left after the first.
    """
    frame = ply * FRAME
    lane = stack.frames[frame + AT] - stack.frames[frame + BROOD]
    if lane & 7 != 0 or stack.frames[frame + IS_REPLIED]:
        return
    depth = stack.frames[frame + DEPTH]
    asked = asks_table(table, depth)
    end = min(stack.frames[frame + END] - stack.frames[frame + BROOD], lane + 8)
    first = (ply + 1) * LANES
    if asked or needs_rows(lemmas, depth):
        at, brood = first * stack.words, brood_of(stack, ply + 1)
        collect_eights(stack.broods, brood, game.fluents, lane, end, stack.rows, at)
    if asked:
        hash_lanes(stack, table, first + lane, first + end)


@inner
def wants_replies(game: Narrow, stack: Stack, registers: Longs, ply: int) -> bool:
    """Whether to compute the first replies to the child being tried and to its siblings.

    After the first child, which was not enough for a cut, all of them are likely to be entered.
    """
    frames, frame = stack.frames, ply * FRAME
    at = frames[frame + AT]
    if not stack.replies or registers[QUICK] or frames[frame + REPLIED] != 0:
        return False
    if at == frames[frame + BEGIN] or frames[frame + DEPTH] == 1 or ply + 2 >= stack.plies:
        return False
    begin, end = at - frames[frame + BROOD], frames[frame + END] - frames[frame + BROOD]
    among = ~np.uint64(0) << np.uint64(begin) & ~np.uint64(0) >> np.uint64(LANES - min(end, LANES))
    going_on = among & ~ends(game, stack, ply + 1)
    return bool(going_on != np.uint64(0) and going_on & (going_on - np.uint64(1)) != np.uint64(0))


@inner
def replies(game: Narrow, stack: Stack, table: TableArrays, lemmas: Lemmas, ply: int) -> None:
    """Compute the first replies to the children of a node from the one being tried on."""
    frame = ply * FRAME
    depth = stack.frames[frame + DEPTH]
    below = depth - 1 if depth > 0 else -1
    asked = asks_table(table, below)
    reply(game, stack, ply, asked or needs_rows(lemmas, below))
    if asked:
        first = (stack.plies + ply + 2) * LANES
        begin = stack.frames[frame + AT] - stack.frames[frame + BROOD]
        end = min(stack.frames[frame + END] - stack.frames[frame + BROOD], LANES)
        hash_lanes(stack, table, first + begin, first + end)


@inner
def is_replied(stack: Stack, registers: Longs, ply: int) -> bool:
    """Whether the child being tried is the first reply that was computed with its cousins."""
    frames, frame = stack.frames, ply * FRAME
    if not stack.replies or ply == 0 or registers[QUICK] or frames[frame + LANE] >= LANES:
        return False
    lane, at = np.uint64(frames[frame + LANE]), frames[frame + AT]
    replied = np.uint64(frames[frame - FRAME + REPLIED]) >> lane & np.uint64(1) != np.uint64(0)
    is_first = at == frames[frame + BEGIN] and stack.pool[at] == frames[frame + FIRST_MOVE]
    return bool(replied and is_first)


@inner
def asks_table(table: TableArrays, depth: int) -> bool:
    """Whether the table will be asked about the children of a node with so much depth left."""
    return bool(table.state[ON] != 0 and (depth != 1 or table.state[LEAVES] != 0))


@inner
def needs_rows(lemmas: Lemmas, depth: int) -> bool:
    """Whether anybody else will ask for their rows."""
    return bool(depth != 1 or lemmas.size > 0 or lemmas.endgames.size > 0)
