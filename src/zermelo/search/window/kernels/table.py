"""The transposition table of `zermelo.search.parts.table`, as an array of words.

Open addressing with linear probing. A cell is the whole state, so that no two are ever mistaken for
each other, then the lower and the upper bound, then one word of the rest: in use, proven, the
move, the depth. When it may not grow any more, a newcomer takes the cell its hash points at, if
that is in use.

Beside the cells lies a byte for each, its tag: zero if the cell is free, else a part of the hash.
Most states that are looked for are not there, which tags say without the cells: they are a fortieth
of the size, and stay in faster memory.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, prefetch, times

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Tags = NDArray[np.uint8]
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
AHEAD = 16
"""Cells between one that is copied and one whose new place is fetched."""


class TableArrays(NamedTuple):
    """Cells, and what they are used for; a depth of -1 is to the end, a move of -1 is none."""

    cells: Words  # [capacity * (words + EXTRA)]
    bounds: Floats  # the same memory
    tags: Tags  # [capacity]
    capacity: int  # a power of two
    words: int  # of a state
    state: NDArray[np.int64]  # [STATE]


@inner
def bare_table(table: TableArrays) -> TableArrays:
    """Return a table on bare memory."""
    return TableArrays(
        bare(table.cells),
        bare(table.bounds),
        bare(table.tags),
        table.capacity,
        table.words,
        bare(table.state),
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
    """Return the cell that a hash points at."""
    return int(np.int64(hashed & np.uint64(table.capacity - 1)))


@inner
def tag_of(hashed: np.uint64) -> np.uint8:
    """Return the tag of a state: the bits of its hash that have least to do with its cell."""
    return np.uint8(hashed >> np.uint64(56) | np.uint64(1))


@inner
def place(table: TableArrays, cell: int) -> int:
    """Return where a cell begins."""
    return cell * (table.words + EXTRA)


@inner
def fetch(table: TableArrays, hashed: np.uint64) -> None:
    """Have what a hash points at fetched from memory, for somebody who will ask soon."""
    cell = home(table, hashed)
    at = place(table, cell)
    prefetch(table.tags, cell)
    prefetch(table.cells, at)
    prefetch(table.cells, at + table.words + REST)


@inner
def find(table: TableArrays, rows: Words, row: int) -> int:
    """Return the cell that a state is in, or the free one that it would take."""
    hashed = hash_of(rows, row, table.words)
    return find_from(table, rows, row, hashed, home(table, hashed))


@inner
def find_from(table: TableArrays, rows: Words, row: int, hashed: np.uint64, cell: int) -> int:
    """Return what `find` does, for a state that is in no cell from its home to this one."""
    tag = tag_of(hashed)
    while True:
        found = table.tags[cell]
        if found == tag:
            at = place(table, cell)
            word = 0
            while word < table.words and table.cells[at + word] == rows[row + word]:
                word += 1
            if word == table.words:
                return cell
        if found == 0:
            return cell
        cell = (cell + 1) & (table.capacity - 1)


@inner
def rest_of(table: TableArrays, cell: int) -> np.uint64:
    """Return the last word of a cell; 0 if it is free."""
    if table.tags[cell] == 0:
        return np.uint64(0)
    rest: np.uint64 = table.cells[place(table, cell) + table.words + REST]
    return rest


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
    hashed: np.uint64,
    cell: int,
    depth: int,
    value: float,
    low: float,
    high: float,
    move: int,
    proven: bool,
) -> None:
    """Keep what a search with a window said: a bound outside of it, a value inside.

    `cell` is where `find` finds the state.
    """
    rest = rest_of(table, cell)
    if rest == np.uint64(0):
        if table.state[ENTRIES] < table.state[MOST]:
            table.state[ENTRIES] += 1
        else:
            cell = home(table, hashed)
            if table.tags[cell] == 0:
                return  # some cells must stay free, or nothing would end a search for a state
        for word in range(table.words):
            table.cells[place(table, cell) + word] = rows[row + word]
        table.tags[cell] = tag_of(hashed)
    at = place(table, cell)
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
    for cell in range(old.capacity):
        ahead = cell + AHEAD
        if ahead < old.capacity and old.tags[ahead] != 0:
            fetch(new, hash_of(old.cells, ahead * width, old.words))
        if old.tags[cell] != 0:
            hashed = hash_of(old.cells, cell * width, old.words)
            to = find_from(new, old.cells, cell * width, hashed, home(new, hashed))
            for word in range(width):
                new.cells[to * width + word] = old.cells[cell * width + word]
            new.tags[to] = old.tags[cell]
            new.state[ENTRIES] += 1
