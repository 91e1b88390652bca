"""The transposition table of `zermelo.search.parts.table`, as an array of words.

Open addressing with linear probing. A cell is the whole state, so that no two are ever mistaken for
each other, then the lower and the upper bound, then one word of the rest: in use, proven, the
move, the depth. When it may not grow any more, a newcomer takes the cell its hash points at.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.kernel import kernel

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
LOW, HIGH, REST = 0, 1, 2
"""Where these words are, after those of the state."""
EXTRA = 3
USED, PROVEN = np.uint64(1), np.uint64(2)
MOVE_SHIFT, DEPTH_SHIFT = np.uint64(2), np.uint64(34)
MOVE_MASK = np.uint64(0xFFFFFFFF)
ENTRIES, MOST, FIXED, ON = 0, 1, 2, 3


class Table(NamedTuple):
    """Cells, and how many are in use; a depth of -1 is to the end."""

    cells: Words  # [capacity * (words + EXTRA)], capacity a power of two
    bounds: Floats  # the same memory
    words: int  # of a state
    state: NDArray[np.int64]  # entries, most entries, whether it may not grow, whether it is on


@kernel
def home(table: Table, row: Words) -> np.uint64:
    """Return the cell that the hash of a state points at."""
    hashed = np.uint64(0)
    for word in range(table.words):
        hashed = (hashed ^ row[word]) * np.uint64(0x9E3779B97F4A7C15)
        hashed ^= hashed >> np.uint64(29)
    hashed *= np.uint64(0xBF58476D1CE4E5B9)
    hashed ^= hashed >> np.uint64(32)
    capacity = np.uint64(table.cells.size // (table.words + EXTRA))
    return hashed & (capacity - np.uint64(1))


@kernel
def find(table: Table, row: Words) -> int:
    """Return where in the cells a state begins, or the free place that it would take."""
    width = np.uint64(table.words + EXTRA)
    at = home(table, row) * width
    while True:
        if table.cells[at + np.uint64(table.words + REST)] == np.uint64(0):
            return np.int64(at)
        same = True
        for word in range(table.words):
            if table.cells[at + np.uint64(word)] != row[word]:
                same = False
                break
        if same:
            return np.int64(at)
        at += width
        if at == np.uint64(table.cells.size):
            at = np.uint64(0)


@kernel
def depth_of(rest: np.uint64) -> int:
    """Return the depth of an entry by its last word; -1 is to the end."""
    return np.int64(rest >> DEPTH_SHIFT) - 1


@kernel
def move_of(rest: np.uint64) -> int:
    """Return the move of an entry by its last word; -1 is none."""
    return np.int64((rest >> MOVE_SHIFT) & MOVE_MASK) - 1


@kernel
def holds(rest: np.uint64, depth: int) -> bool:
    """Whether the bounds of an entry hold for a search to `depth`."""
    kept = depth_of(rest)
    if rest == np.uint64(0) or kept == depth:
        return rest != np.uint64(0)
    return rest & PROVEN != np.uint64(0) and kept >= 0 and (depth < 0 or kept <= depth)


@kernel
def keep(
    table: Table,
    row: Words,
    depth: int,
    value: float,
    low: float,
    high: float,
    move: int,
    proven: bool,
) -> None:
    """Keep what a search with a window said: a bound outside of it, a value inside."""
    at = find(table, row)
    rest = table.cells[at + table.words + REST]
    if rest == np.uint64(0) and table.state[ENTRIES] >= table.state[MOST]:
        at = np.int64(home(table, row)) * (table.words + EXTRA)
        table.state[ENTRIES] -= 1
    if rest == np.uint64(0):
        for word in range(table.words):
            table.cells[at + word] = row[word]
        table.state[ENTRIES] += 1
    if rest == np.uint64(0) or depth_of(rest) != depth:
        table.bounds[at + table.words + LOW] = -np.inf
        table.bounds[at + table.words + HIGH] = np.inf
    if value > low:
        at_low = at + table.words + LOW
        table.bounds[at_low] = max(table.bounds[at_low], value)
    if value < high:
        at_high = at + table.words + HIGH
        table.bounds[at_high] = min(table.bounds[at_high], value)
    rest = USED | np.uint64(move + 1) << MOVE_SHIFT | np.uint64(depth + 1) << DEPTH_SHIFT
    if proven:
        rest |= PROVEN
    table.cells[at + table.words + REST] = rest


@kernel
def refill(old: Table, new: Table) -> None:
    """Copy all entries to a table that is empty, and larger."""
    width = old.words + EXTRA
    for at in range(0, old.cells.size, width):
        if old.cells[at + old.words + REST] != np.uint64(0):
            to = find(new, old.cells[at : at + old.words])
            for word in range(width):
                new.cells[to + word] = old.cells[at + word]
            new.state[ENTRIES] += 1
