"""Arrays that the kernel of the exact search works in: made, and made larger."""

import mmap
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import words_for
from zermelo.engine.narrow import Narrow, new_workspace, width
from zermelo.search.parts.folds import Folds

if TYPE_CHECKING:
    from zermelo.search.exact.kernels.frames import ExactStack
    from zermelo.search.exact.kernels.table import BoundTable

LINE = 8
"""Words of a line of the cache."""
FILLED = 0.75
"""How much of a table may be used before a larger one is better, if there may be one."""
HUGE = 1 << 21
"""Bytes from which on memory is asked for in huge pages: fewer misses of addresses."""


def new_exact(
    game: Narrow, levels: NDArray[np.int32], plies: int, room: int, folds: Folds | None
) -> "ExactStack":
    """Return a stack for a number of plies, with room for a number of moves."""
    from zermelo.search.exact.kernels.frames import FRAME, LANES, SETS, ExactStack

    words, size = words_for(game.fluents), width(game)
    origins = np.zeros((0, game.fluents), np.int32)
    if folds is not None:
        origins = np.argsort(folds.fluents[1:], axis=1).astype(np.int32)
    states = plies * LANES * words + 8 * words  # eight lanes are written at a time
    return ExactStack(
        plies=plies,
        frames=np.zeros(plies * FRAME, np.int64),
        sets=np.zeros(plies * SETS, np.uint64),
        pool=np.zeros(room, np.int32),
        room=room,
        broods=np.zeros(plies * size + 64, np.uint64),
        width=size,
        rows=np.zeros(states, np.uint64),
        words=words,
        keys=np.zeros(states, np.uint64),
        hashes=np.zeros(plies * LANES, np.uint64),
        scores=np.zeros(plies * LANES, np.int64),
        images=len(origins),
        origins=origins.reshape(-1),
        turned=np.zeros(game.fluents + 64, np.uint64),
        image=np.zeros((LANES + 8) * words, np.uint64),
        history=np.zeros(2 * game.fluents, np.int64),
        levels=levels,
        own=np.zeros(LANES, np.int64),
        others=np.zeros(LANES, np.int64),
        tally=np.zeros(3 * game.roles, np.int64),
        space=new_workspace(game),
    )


def deeper_exact(game: Narrow, old: "ExactStack", folds: Folds | None) -> "ExactStack":
    """Return a stack that is twice as deep, with the same in it."""
    new = new_exact(game, old.levels, 2 * old.plies, 2 * old.room, folds)
    for name in ("frames", "sets", "pool", "broods", "rows", "keys", "hashes", "scores"):
        before = getattr(old, name)
        getattr(new, name)[: before.size] = before
    return new._replace(history=old.history)


def new_bounds(fluents: int, buckets: int) -> "BoundTable":
    """Return a table without entries."""
    from zermelo.search.exact.kernels.table import MOST, SPARE, STATE, BoundTable

    words = words_for(fluents)
    entry = words + int(64 * words - fluents < int(SPARE))
    slots = max(2, LINE // entry)
    stride = -(-slots * entry // LINE) * LINE
    state = np.zeros(STATE, np.int64)
    state[MOST] = int(FILLED * buckets * slots)
    cells = memory_of(buckets * stride)
    return BoundTable(cells, buckets, stride, slots, entry, words, state)


def memory_of(words: int) -> NDArray[np.uint64]:
    """Return words that are 0, in huge pages where they are many and the system has such pages."""
    if 8 * words < HUGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(words, np.uint64)
    memory = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.uint64)


def refilled_bounds(old: "BoundTable", fluents: int, factor: int) -> "BoundTable":
    """Return a table that is larger by a factor, with the same entries."""
    from zermelo.search.exact.kernels.table import refill

    new = new_bounds(fluents, factor * old.buckets)
    refill(old, new)
    return new
