"""The transposition table of `zermelo.search.parts.table`, as an array of words.

Open addressing with linear probing. A cell is the whole state, so that no two are ever mistaken for
each other, then the lower and the upper bound, then one word of the rest: in use, proven, the
move, the depth. When it may not grow any more, a newcomer takes the cell its hash points at, if
that is in use.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, prefetch, times

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
LOW, HIGH, REST = 0, 1, 2
"""Where these words are, after those of the state."""
EXTRA = 3
USED, PROVEN = np.uint64(1), np.uint64(2)
MOVE_SHIFT, DEPTH_SHIFT = np.uint64(2), np.uint64(34)
MOVE_MASK = np.uint64(0xFFFFFFFF)
ENTRIES, MOST, FIXED, ON, LEAVES, FIRST, PEEK = range(7)
"""How many entries there are, and may be; whether it must not grow; whether there is a table at
all, whether leaves are kept too, whether its moves are tried first, whether it is asked about all
children of a node before one is searched."""
STATE = 7


class TableArrays(NamedTuple):
    """Cells, and what they are used for; a depth of -1 is to the end, a move of -1 is none."""

    cells: Words  # [capacity * (words + EXTRA)]
    bounds: Floats  # the same memory
    capacity: int  # a power of two
    words: int  # of a state
    state: NDArray[np.int64]  # [STATE]


@inner
def bare_table(table: TableArrays) -> TableArrays:
    """Return a table on bare memory."""
    return TableArrays(
        bare(table.cells), bare(table.bounds), table.capacity, table.words, bare(table.state)
    )


@inner
def hash_of(rows: Words, row: int, words: int) -> np.uint64:
    """Return the hash of the state at `row`."""
    hashed: np.uint64 = np.uint64(0)
    for word in range(words):
        hashed = times(hashed ^ rows[row + word], np.uint64(0x9E3779B97F4A7C15))
        hashed ^= hashed >> np.uint64(32)
    hashed = times(hashed, np.uint64(0xBF58476D1CE4E5B9))
    hashed ^= hashed >> np.uint64(32)
    return hashed


@inner
def home(table: TableArrays, hashed: np.uint64) -> int:
    """Return the place that a hash points at."""
    cell = int(np.int64(hashed & np.uint64(table.capacity - 1)))
    return cell * (table.words + EXTRA)


@inner
def fetch(table: TableArrays, hashed: np.uint64) -> None:
    """Have the place that a hash points at fetched from memory, for somebody who will ask soon."""
    at = home(table, hashed)
    prefetch(table.cells, at)
    prefetch(table.cells, at + table.words + REST)


@inner
def find(table: TableArrays, rows: Words, row: int) -> int:
    """Return where in the cells a state is, or the free place that it would take."""
    return find_from(table, rows, row, home(table, hash_of(rows, row, table.words)))


@inner
def find_from(table: TableArrays, rows: Words, row: int, at: int) -> int:
    """Return what `find` does, for a state that is not in any place from its home to `at`."""
    width = table.words + EXTRA
    while True:
        if table.cells[at + table.words + REST] == np.uint64(0):
            return at
        word = 0
        while word < table.words and table.cells[at + word] == rows[row + word]:
            word += 1
        if word == table.words:
            return at
        at += width
        if at == table.capacity * width:
            at = 0


@inner
def depth_of(rest: np.uint64) -> int:
    """Return the depth of an entry by its last word; -1 is to the end."""
    return int(np.int64(rest >> DEPTH_SHIFT)) - 1


@inner
def move_of(rest: np.uint64) -> int:
    """Return the move of an entry by its last word; -1 is none."""
    return int(np.int64((rest >> MOVE_SHIFT) & MOVE_MASK)) - 1


@inner
def holds(rest: np.uint64, depth: int) -> bool:
    """Whether the bounds of an entry hold for a search to `depth`."""
    kept = depth_of(rest)
    if kept == depth:
        return bool(rest != np.uint64(0))
    return bool(rest & PROVEN != np.uint64(0)) and kept >= 0 and (depth < 0 or kept <= depth)


@kernel
def keep(
    table: TableArrays,
    rows: Words,
    row: int,
    place: int,
    depth: int,
    value: float,
    low: float,
    high: float,
    move: int,
    proven: bool,
) -> None:
    """Keep what a search with a window said: a bound outside of it, a value inside.

    `place` is where `find` finds the state.
    """
    at = place
    rest = table.cells[at + table.words + REST]
    if rest == np.uint64(0):
        if table.state[ENTRIES] < table.state[MOST]:
            table.state[ENTRIES] += 1
        else:
            at = home(table, hash_of(rows, row, table.words))
            if table.cells[at + table.words + REST] == np.uint64(0):
                return  # some cells must stay free, or nothing would end a search for a state
        for word in range(table.words):
            table.cells[at + word] = rows[row + word]
    bounds = table.bounds
    at_low = at + table.words + LOW
    at_high = at + table.words + HIGH
    if rest == np.uint64(0) or depth_of(rest) != depth:
        bounds[at_low] = -np.inf
        bounds[at_high] = np.inf
        sure = proven
    else:
        sure = rest & PROVEN != np.uint64(0)
    if low < value < high:
        bounds[at_low] = value
        bounds[at_high] = value
        sure = proven
    else:
        if value > low:
            bounds[at_low] = max(bounds[at_low], value)
        if value < high:
            bounds[at_high] = min(bounds[at_high], value)
        # The other bound stays as it was, and so does the guess that may be in it.
        sure = sure and proven
    if move < 0:
        move = move_of(rest)
    rest = USED | np.uint64(move + 1) << MOVE_SHIFT | np.uint64(depth + 1) << DEPTH_SHIFT
    if sure:
        rest |= PROVEN
    table.cells[at + table.words + REST] = rest


@kernel
def refill(old: TableArrays, new: TableArrays) -> None:
    """Copy all entries to a table that is empty, and larger."""
    width = old.words + EXTRA
    for at in range(0, old.capacity * width, width):
        if old.cells[at + old.words + REST] != np.uint64(0):
            to = find(new, old.cells, at)
            for word in range(width):
                new.cells[to + word] = old.cells[at + word]
            new.state[ENTRIES] += 1
