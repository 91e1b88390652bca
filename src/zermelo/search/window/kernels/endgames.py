"""What a table knows of nodes, as `zermelo.search.parts.endgames` has it: bisection of rows."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare
from zermelo.search.window.kernels.leaf import VALUE
from zermelo.search.window.kernels.stack import Stack, row_of

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
UNKNOWN = -(1 << 30)
"""In the place of a value: there is none."""


class EndgameArrays(NamedTuple):
    """The rows of a table in ascending order, and what the maximising role gets in each."""

    size: int  # how many rows there are; 0 is no table
    rows: Words  # [words * size] sorted by the first word, then by the second, ...
    doubled: Ints  # [size] twice the value, for a match without end may count half of a goal
    fluents: int
    symmetries: int  # besides the identity
    images: Ints  # [symmetries * fluents] where each fluent goes
    root: Words  # [words] of where the search begins: that is no leaf
    sought: Words  # [2 * words] the row to look for, and an image of it
    held: Ints  # [fluents] those of a node that hold


@inner
def bare_endgames(endgames: EndgameArrays) -> EndgameArrays:
    """Return a table on bare memory."""
    return EndgameArrays(
        endgames.size,
        bare(endgames.rows),
        bare(endgames.doubled),
        endgames.fluents,
        endgames.symmetries,
        bare(endgames.images),
        bare(endgames.root),
        bare(endgames.sought),
        bare(endgames.held),
    )


@inner
def ended_by_table(stack: Stack, endgames: EndgameArrays, values: Floats, ply: int) -> bool:
    """Whether the table knows the value of a node, which it is told then."""
    if endgames.size == 0:
        return False
    row, words = row_of(stack, ply), stack.words
    begins = True
    for word in range(words):
        endgames.sought[word] = stack.rows[row + word]
        begins = begins and stack.rows[row + word] == endgames.root[word]
    if begins:
        return False
    if endgames.symmetries > 0:
        fold_sought(endgames, words)
    low, high = int(np.int64(0)), endgames.size
    while low < high:
        middle = (low + high) >> 1
        if is_before(endgames, words, middle):
            low = middle + 1
        else:
            high = middle
    if low == endgames.size:
        return False
    for word in range(words):
        if endgames.rows[word * endgames.size + low] != endgames.sought[word]:
            return False
    if endgames.doubled[low] == UNKNOWN:
        return False
    values[VALUE] = endgames.doubled[low] / 2.0
    return True


@inner
def is_before(endgames: EndgameArrays, words: int, number: int) -> bool:
    """Whether a row of the table comes before the one that is looked for."""
    for word in range(words):
        found = endgames.rows[word * endgames.size + number]
        if found != endgames.sought[word]:
            return bool(found < endgames.sought[word])
    return False


@inner
def fold_sought(endgames: EndgameArrays, words: int) -> None:
    """Look for the smallest image of a row instead; its last word counts most."""
    one, holding = np.uint64(1), 0
    for fluent in range(endgames.fluents):
        if endgames.sought[fluent >> 6] >> np.uint64(fluent & 63) & one != np.uint64(0):
            endgames.held[holding] = fluent
            holding += 1
    for symmetry in range(endgames.symmetries):
        for word in range(words):
            endgames.sought[words + word] = np.uint64(0)
        for index in range(holding):
            to = endgames.images[symmetry * endgames.fluents + endgames.held[index]]
            endgames.sought[words + (to >> 6)] |= one << np.uint64(to & 63)
        word = words - 1
        while word > 0 and endgames.sought[words + word] == endgames.sought[word]:
            word -= 1
        if endgames.sought[words + word] < endgames.sought[word]:
            for each in range(words):
                endgames.sought[each] = endgames.sought[words + each]
