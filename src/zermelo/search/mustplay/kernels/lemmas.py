"""Lemmas: a table of supports by state, and a ring of the last ones for states never seen before.

A lemma is about a level: a state with its bits reaches the level, or it does not. The ring is held
against all children of a node at once. Most lemmas fail for all of them in a literal that the
children share, which takes two operations a word to see.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import spread
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest, prefetch
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]
Longs = NDArray[np.int64]
NONE, ONE = np.uint64(0), np.uint64(1)
ENTRIES, MOST, LEARNT = range(3)
"""How many entries the table has, how many it may have before a larger one is asked for, and how
many lemmas the ring has taken."""
STATE = 3
USED, REACHED = np.uint64(1) << np.uint64(63), np.uint64(1) << np.uint64(62)
LEVEL = np.uint64(0xFF)


class Lemmas(NamedTuple):
    """Entries [state, mask, bits, claim] in pairs, and a ring of [mask, bits, claim]."""

    cells: Words  # [2 * pairs * (3 * words + 1)]
    pairs: int  # a power of two
    ring: Words  # [size * (2 * words + 1)]
    size: int
    words: int
    ones: Words  # [words] fluents that hold in all lanes of the brood at hand
    zeros: Words  # [words] fluents that hold in none
    state: Longs  # [STATE]


@inner
def bare_lemmas(lemmas: Lemmas) -> Lemmas:
    """Return lemmas on bare memory."""
    return Lemmas(
        bare(lemmas.cells),
        lemmas.pairs,
        bare(lemmas.ring),
        lemmas.size,
        lemmas.words,
        bare(lemmas.ones),
        bare(lemmas.zeros),
        bare(lemmas.state),
    )


@inner
def claim_of(level: int, reached: bool) -> np.uint64:
    """Return what a lemma says: that a level is reached, or that it is not."""
    claim: np.uint64 = USED | np.uint64(level)
    return claim | REACHED if reached else claim


@inner
def applies(claim: np.uint64, level: int) -> bool:
    """Whether what is claimed answers the question about a level."""
    about = int(np.int64(claim & LEVEL))
    return about >= level if claim & REACHED != NONE else about <= level


@inner
def place_of(lemmas: Lemmas, hashed: np.uint64) -> int:
    """Return where the pair of entries of a hash begins."""
    return int(np.int64(hashed & np.uint64(lemmas.pairs - 1))) * 2 * (3 * lemmas.words + 1)


@inner
def fetch(lemmas: Lemmas, hashed: np.uint64) -> None:
    """Have the entries of a hash fetched from memory."""
    prefetch(lemmas.cells, place_of(lemmas, hashed))


@inner
def find(lemmas: Lemmas, rows: Words, row: int, hashed: np.uint64, level: int) -> int:
    """Return where the entry is that answers a question about a state; -1 if there is none."""
    entry = 3 * lemmas.words + 1
    begin = place_of(lemmas, hashed)
    for at in range(begin, begin + 2 * entry, entry):
        claim = lemmas.cells[at + entry - 1]
        if claim & USED == NONE or not applies(claim, level):
            continue
        word = 0
        while word < lemmas.words and lemmas.cells[at + word] == rows[row + word]:
            word += 1
        if word == lemmas.words:
            return at
    return -1


@inner
def learn(lemmas: Lemmas, rows: Words, row: int, support: Words, claim: np.uint64) -> None:
    """Keep a lemma, and that it answers the question about a state."""
    words = lemmas.words
    size, entry = 2 * words + 1, 3 * words + 1
    begin = int(np.int64(lemmas.state[LEARNT] % lemmas.size)) * size
    for word in range(2 * words):
        lemmas.ring[begin + word] = support[word]
    lemmas.ring[begin + 2 * words] = claim
    lemmas.state[LEARNT] += 1
    # The second entry of a pair is for the newest.
    at = place_of(lemmas, hash_of(rows, row, words))
    if lemmas.cells[at + entry - 1] & USED != NONE:
        at += entry
    if lemmas.cells[at + entry - 1] & USED == NONE:
        lemmas.state[ENTRIES] += 1
    for word in range(words):
        lemmas.cells[at + word] = rows[row + word]
    for word in range(2 * words):
        lemmas.cells[at + words + word] = support[word]
    lemmas.cells[at + entry - 1] = claim


@inner
def matching(
    broods: Words, brood: int, words: int, lanes: np.uint64, support: Words, at: int
) -> np.uint64:
    """Return which of some lanes have the bits of the support at `at`."""
    for word in range(words):
        mask, wanted = support[at + word], support[at + words + word]
        while mask != NONE and lanes != NONE:
            bit = lowest(mask)
            held = broods[brood + 64 * word + bit]
            lanes &= held if wanted >> np.uint64(bit) & ONE != NONE else ~held
            mask &= mask - ONE
    return lanes


@inner
def share(lemmas: Lemmas, broods: Words, brood: int, fluents: int, lanes: np.uint64) -> None:
    """Find out what some lanes of a brood have in common."""
    for word in range(lemmas.words):
        ones, zeros = NONE, NONE
        for bit in range(min(64, fluents - 64 * word)):
            held = broods[brood + 64 * word + bit] & lanes
            if held == NONE:
                zeros |= ONE << np.uint64(bit)
            elif held == lanes:
                ones |= ONE << np.uint64(bit)
        lemmas.ones[word] = ones
        lemmas.zeros[word] = zeros


@inner
def may_match(lemmas: Lemmas, at: int) -> bool:
    """Whether a lemma of the ring agrees with what the lanes have in common."""
    for word in range(lemmas.words):
        mask, wanted = lemmas.ring[at + word], lemmas.ring[at + lemmas.words + word]
        if wanted & lemmas.zeros[word] | mask & ~wanted & lemmas.ones[word] != NONE:
            return False
    return True


@kernel
def lemma_about(
    lemmas: Lemmas, row: Words, level: int, brood: Words, fluents: int
) -> int:
    """Return the answer to a question about a state that is a row of its own: 1, 0; -1 is none."""
    start = int(np.int64(0))
    at = find(lemmas, row, start, hash_of(row, start, lemmas.words), level)
    if at >= 0:
        return 1 if lemmas.cells[at + 3 * lemmas.words] & REACHED != NONE else 0
    spread(brood, start, fluents, row, start)
    size = 2 * lemmas.words + 1
    for number in range(min(lemmas.size, lemmas.state[LEARNT])):
        claim = lemmas.ring[number * size + size - 1]
        if applies(claim, level):
            if matching(brood, start, lemmas.words, ONE, lemmas.ring, number * size) != NONE:
                return 1 if claim & REACHED != NONE else 0
    return -1


@kernel
def refill(old: Lemmas, new: Lemmas) -> None:
    """Copy all entries and the ring to a larger table."""
    words = old.words
    entry = 3 * words + 1
    for at in range(0, 2 * old.pairs * entry, entry):
        if old.cells[at + entry - 1] & USED == NONE:
            continue
        to = place_of(new, hash_of(old.cells, at, words))
        if new.cells[to + entry - 1] & USED != NONE:
            to += entry
        if new.cells[to + entry - 1] & USED == NONE:
            new.state[ENTRIES] += 1
        for word in range(entry):
            new.cells[to + word] = old.cells[at + word]
    for word in range(old.size * (2 * words + 1)):
        new.ring[word] = old.ring[word]
    new.state[LEARNT] = old.state[LEARNT]
