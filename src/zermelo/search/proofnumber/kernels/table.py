"""The table of `zermelo.search.proofnumber.table`, as an array of words.

Open addressing with linear probing. A cell is the whole state, so that no two are ever mistaken for
each other, then what is known of it. Nothing is lost: who calls makes room before it is full.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, prefetch, times
from zermelo.search.proofnumber.kernels.frames import (
    BEST,
    CHILD,
    DISPROOF,
    INFINITE,
    OWN,
    PROOF,
    SURE,
    ProofFrames,
)
from zermelo.search.window.kernels.stack import DEPTH, FRAME, Stack, row_of
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
LOW, HIGH, ASKED, NUMBERS, MOVES, WORK, KEY = range(7)
"""Where these words are, after those of the state: bounds that are proved; the question that the
numbers are for; the proof number, and the disproof number above it; the moves that the bounds come
from, each plus one, max's below min's; nodes that were entered; the moves left to the depth, plus
two, so that a free cell has 0."""
EXTRA = 7
ENTRIES, MOST = range(2)
"""How many entries there are, and may be."""
STATE = 2
UNASKED = -2
HALF, LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)


class ProofCells(NamedTuple):
    """Cells, and how many are used."""

    cells: Words  # [capacity * (words + EXTRA)]
    bounds: Floats  # the same memory
    capacity: int  # a power of two
    words: int  # of a state
    state: Longs  # [STATE]


@inner
def bare_cells(table: ProofCells) -> ProofCells:
    """Return a table on bare memory."""
    return ProofCells(
        bare(table.cells), bare(table.bounds), table.capacity, table.words, bare(table.state)
    )


@inner
def home(table: ProofCells, hashed: np.uint64) -> int:
    """Return the place that a hash points at."""
    cell = int(np.int64(hashed & np.uint64(table.capacity - 1)))
    return cell * (table.words + EXTRA)


@inner
def hash_with_depth(rows: Words, row: int, words: int, left: int) -> np.uint64:
    """Return the hash of a state, with so many moves left to the depth; -1 is to the end."""
    hashed: np.uint64 = hash_of(rows, row, words)
    hashed ^= times(np.uint64(left + 1), np.uint64(0x9E3779B97F4A7C15))
    return hashed


@inner
def hash_children(stack: Stack, table: ProofCells, ply: int, lanes: int, left: int) -> None:
    """Hash the first nodes of a brood, and have their places in the table fetched meanwhile."""
    for lane in range(ply * LANES, ply * LANES + lanes):
        hashed = hash_with_depth(stack.rows, lane * stack.words, stack.words, left)
        stack.hashes[lane] = hashed
        at = home(table, hashed)
        prefetch(table.cells, at)
        prefetch(table.cells, at + table.words + KEY)


@inner
def find(table: ProofCells, rows: Words, row: int, left: int, hashed: np.uint64) -> int:
    """Return where in the cells a state is, or the free place that it would take."""
    width = table.words + EXTRA
    at = home(table, hashed)
    key = np.uint64(left + 2)
    while True:
        there = table.cells[at + table.words + KEY]
        if there == np.uint64(0):
            return at
        word = 0
        while word < table.words and table.cells[at + word] == rows[row + word]:
            word += 1
        if word == table.words and there == key:
            return at
        at += width
        if at == table.capacity * width:
            at = 0


@inner
def recall(
    table: ProofCells, at: int, threshold: float, children: Longs, bounds: Floats, child: int
) -> int:
    """Give a child the numbers that its place in the table knows for a question.

    Returns the move that the role that decides there has what it wants by, -1 for none; UNASKED if
    nothing is known.
    """
    place = child * CHILD
    children[place + PROOF] = 1
    children[place + DISPROOF] = 1
    children[place + 2] = 1
    after = at + table.words
    if table.cells[after + KEY] == np.uint64(0):
        return UNASKED
    moves = table.cells[after + MOVES]
    if table.bounds[after + LOW] >= threshold:
        children[place + PROOF] = 0
        children[place + DISPROOF] = INFINITE
        bounds[child] = table.bounds[after + LOW]
        return int(np.int64(moves & LOWER)) - 1
    if table.bounds[after + HIGH] < threshold:
        children[place + PROOF] = INFINITE
        children[place + DISPROOF] = 0
        bounds[child] = table.bounds[after + HIGH]
        return int(np.int64(moves >> HALF)) - 1
    if table.bounds[after + ASKED] == threshold:
        numbers = table.cells[after + NUMBERS]
        children[place + PROOF] = np.int64(numbers & LOWER)
        children[place + DISPROOF] = np.int64(numbers >> HALF)
        solved = children[place + PROOF] == 0 or children[place + DISPROOF] == 0
        children[place + 2] = not solved
        bounds[child] = np.inf
        return -1
    return UNASKED


@inner
def keep(
    stack: Stack, table: ProofCells, frames: ProofFrames, ply: int, threshold: float, work: int
) -> None:
    """Remember what a question to a node came to, and what work that was."""
    row, left = row_of(stack, ply), stack.frames[ply * FRAME + DEPTH]
    hashed = hash_with_depth(stack.rows, row, stack.words, left)
    at = find(table, stack.rows, row, left, hashed)
    after = at + table.words
    if table.cells[after + KEY] == np.uint64(0):
        for word in range(table.words):
            table.cells[at + word] = stack.rows[row + word]
        table.bounds[after + LOW] = -np.inf
        table.bounds[after + HIGH] = np.inf
        table.cells[after + MOVES] = np.uint64(0)
        table.cells[after + WORK] = np.uint64(0)
        table.cells[after + KEY] = np.uint64(left + 2)
        table.state[ENTRIES] += 1
    own = ply * OWN
    proof, disproof = frames.own[own + PROOF], frames.own[own + DISPROOF]
    table.bounds[after + ASKED] = threshold
    table.cells[after + NUMBERS] = np.uint64(proof) | np.uint64(disproof) << HALF
    table.cells[after + WORK] += np.uint64(work)
    if frames.own[own + SURE] == 0:
        return
    bound = frames.bounds[ply]
    best = np.uint64(frames.own[own + BEST] + 1)
    moves = table.cells[after + MOVES]
    if proof == 0 and bound > table.bounds[after + LOW]:
        table.bounds[after + LOW] = bound
        table.cells[after + MOVES] = moves & ~LOWER | best
    elif disproof == 0 and bound < table.bounds[after + HIGH]:
        table.bounds[after + HIGH] = bound
        table.cells[after + MOVES] = moves & LOWER | best << HALF


@kernel
def place_of_row(table: ProofCells, row: Words, left: int) -> int:
    """Return where in the cells a state is, which is a row of its own; -1 if it is not there."""
    first = int(np.int64(0))
    at = find(table, row, first, left, hash_with_depth(row, first, table.words, left))
    return at if table.cells[at + table.words + KEY] != np.uint64(0) else -1


@kernel
def refill(old: ProofCells, new: ProofCells, work: int) -> None:
    """Copy all entries that took more work than so much to a table that is empty."""
    width = old.words + EXTRA
    for at in range(0, old.capacity * width, width):
        key = old.cells[at + old.words + KEY]
        if key == np.uint64(0) or np.int64(old.cells[at + old.words + WORK]) <= work:
            continue
        left = int(np.int64(key)) - 2
        to = find(new, old.cells, at, left, hash_with_depth(old.cells, at, old.words, left))
        for word in range(width):
            new.cells[to + word] = old.cells[at + word]
        new.state[ENTRIES] += 1
