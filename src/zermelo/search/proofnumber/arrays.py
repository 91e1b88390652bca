"""Arrays that the kernel of depth-first proof-number search works in: made, and made larger."""

from typing import TYPE_CHECKING

import numpy as np

from zermelo.engine.narrow import Narrow
from zermelo.search.window.arrays import new_stack, no_images

if TYPE_CHECKING:
    from zermelo.search.proofnumber.kernels.frames import ProofFrames
    from zermelo.search.proofnumber.kernels.table import ProofCells
    from zermelo.search.window.kernels.stack import Stack


def stack_of(game: Narrow, plies: int, room: int) -> "Stack":
    """Return a stack for a number of plies, with room for a number of moves; it keeps no lines."""
    return new_stack(game, plies, room, no_images())._replace(lines=np.zeros(1, np.int32))


def deeper_stack(game: Narrow, old: "Stack") -> "Stack":
    """Return a stack that is twice as deep, with the same in it."""
    new = stack_of(game, 2 * old.plies, 2 * old.room)
    for name in ("frames", "pool", "ranks", "rows", "hashes", "broods"):
        before = getattr(old, name)
        getattr(new, name)[: before.size] = before
    return new


def new_frames(plies: int, room: int, roles: int) -> "ProofFrames":
    """Return frames for a number of plies, with room for a number of moves."""
    from zermelo.search.proofnumber.kernels.frames import CHILD, OWN, PLANES, ProofFrames

    return ProofFrames(
        np.zeros(plies * OWN, np.int64),
        np.zeros(plies, np.float64),
        np.zeros(room * CHILD, np.int64),
        np.zeros(roles * PLANES, np.uint64),
    )


def larger_frames(old: "ProofFrames", plies: int, room: int, roles: int) -> "ProofFrames":
    """Return frames with more room, with the same in them."""
    new = new_frames(plies, room, roles)
    for before, after in zip(old, new, strict=True):
        after[: before.size] = before
    return new


def new_cells(words: int, capacity: int) -> "ProofCells":
    """Return a table without entries."""
    from zermelo.search.proofnumber.kernels.table import EXTRA, MOST, STATE, ProofCells

    cells = np.zeros(capacity * (words + EXTRA), np.uint64)
    state = np.zeros(STATE, np.int64)
    state[MOST] = capacity * 5 // 8
    return ProofCells(cells, cells.view(np.float64), capacity, words, state)


def refilled_cells(old: "ProofCells", factor: int, work: int = -1) -> "ProofCells":
    """Return a table that is larger by a factor, with the entries that took more than some work."""
    from zermelo.search.proofnumber.kernels.table import refill

    new = new_cells(old.words, factor * old.capacity)
    refill(old, new, work)
    return new


def middle_work(table: "ProofCells") -> int:
    """Return the work of the entry in the middle."""
    from zermelo.search.proofnumber.kernels.table import KEY, WORK

    rows = table.cells.reshape(table.capacity, -1)
    works = rows[rows[:, table.words + KEY] != 0, table.words + WORK]
    return int(np.partition(works, len(works) // 2)[len(works) // 2])
