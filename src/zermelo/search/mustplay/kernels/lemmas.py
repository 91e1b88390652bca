"""Lemmas: a table of supports by state, and a ring of the last ones for states never seen before.

A lemma is about a level: a state with its bits reaches the level, or it does not. The ring is held
against all children of a node at once. Nearly all lemmas fail in a literal that the children share.
So there is an index: for every literal the lemmas that have it, 64 in a word. Blocks of 512 lemmas
are sifted by what the children share, until none of a block is left.
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
BLOCK, BLOCK_WORDS = 512, 8


class Lemmas(NamedTuple):
    """Entries [state, mask, bits, claim] in pairs, and a ring of [mask, bits, claim].

    The ring is filled from its last slot down: the latest lemma of a round has the lowest slot.
    """

    cells: Words  # [2 * pairs * (3 * words + 1)]
    pairs: int  # a power of two
    ring: Words  # [size * (2 * words + 1)]
    size: int  # a multiple of BLOCK
    words: int
    fluents: int
    literals: Words  # [blocks * fluents * 2 * BLOCK_WORDS] lemmas in which a fluent fails, or holds
    alive: Words  # [BLOCK_WORDS] of the block at hand
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
        lemmas.fluents,
        bare(lemmas.literals),
        bare(lemmas.alive),
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
    words, entry = lemmas.words, 3 * lemmas.words + 1
    slot = slot_of(lemmas, lemmas.state[LEARNT])
    begin = slot * (2 * words + 1)
    file(lemmas, slot, False)
    for word in range(2 * words):
        lemmas.ring[begin + word] = support[word]
    lemmas.ring[begin + 2 * words] = claim
    file(lemmas, slot, True)
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
def slot_of(lemmas: Lemmas, number: int) -> int:
    """Return the slot of the lemma that was learnt as the `number`-th, from 0 on."""
    return int(lemmas.size - 1 - number % lemmas.size)


@inner
def file(lemmas: Lemmas, slot: int, there: bool) -> None:
    """Put the lemma in a slot into the index, or take it out."""
    at = slot * (2 * lemmas.words + 1)
    where, bit = slot % BLOCK >> 6, ONE << np.uint64(slot & 63)
    for word in range(lemmas.words):
        mask, wanted = lemmas.ring[at + word], lemmas.ring[at + lemmas.words + word]
        while mask != NONE:
            number = lowest(mask)
            mask &= mask - ONE
            holds = int(np.int64(wanted >> np.uint64(number) & ONE))
            literal = (slot // BLOCK * lemmas.fluents + 64 * word + number) * 2 + holds
            if there:
                lemmas.literals[literal * BLOCK_WORDS + where] |= bit
            else:
                lemmas.literals[literal * BLOCK_WORDS + where] &= ~bit


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
def sift(lemmas: Lemmas, block: int, low: int, high: int) -> bool:
    """Leave those lemmas of a block alive that agree with what lanes share; whether any do.

    Only slots from `low` up to `high` count.
    """
    for word in range(BLOCK_WORDS):
        first = block * BLOCK + 64 * word
        alive = ~NONE if first < high and first + 64 > low else NONE
        if alive != NONE and low > first:
            alive &= ~NONE << np.uint64(low - first)
        if alive != NONE and high < first + 64:
            alive &= ~NONE >> np.uint64(first + 64 - high)
        lemmas.alive[word] = alive
    for fluent in range(lemmas.fluents):
        shift = np.uint64(fluent & 63)
        one, zero = (
            lemmas.ones[fluent >> 6] >> shift & ONE,
            lemmas.zeros[fluent >> 6] >> shift & ONE,
        )
        if one | zero == NONE:
            continue
        literal = (block * lemmas.fluents + fluent) * 2 + int(np.int64(zero))
        left = NONE
        for word in range(BLOCK_WORDS):
            alive = lemmas.alive[word] & ~lemmas.literals[literal * BLOCK_WORDS + word]
            lemmas.alive[word] = alive
            left |= alive
        if left == NONE:
            return False
    return True


@kernel
def first_match(
    lemmas: Lemmas, broods: Words, brood: int, lanes: np.uint64, level: int, low: int, high: int
) -> int:
    """Return the first slot from `low` up to `high` whose lemma answers the question of a lane.

    What the lanes share must be known. -1 if there is none.
    """
    size = 2 * lemmas.words + 1
    for block in range(low // BLOCK, (high + BLOCK - 1) // BLOCK):
        if not sift(lemmas, block, low, high):
            continue
        for word in range(BLOCK_WORDS):
            alive = lemmas.alive[word]
            while alive != NONE:
                slot = block * BLOCK + 64 * word + lowest(alive)
                alive &= alive - ONE
                at = slot * size
                if not applies(lemmas.ring[at + size - 1], level):
                    continue
                if matching(broods, brood, lemmas.words, lanes, lemmas.ring, at) != NONE:
                    return int(slot)
    return -1


@kernel
def lemma_about(lemmas: Lemmas, row: Words, level: int, brood: Words, fluents: int) -> int:
    """Return the answer to a question about a state that is a row of its own: 1, 0; -1 is none."""
    start = int(np.int64(0))
    at = find(lemmas, row, start, hash_of(row, start, lemmas.words), level)
    if at >= 0:
        return 1 if lemmas.cells[at + 3 * lemmas.words] & REACHED != NONE else 0
    spread(brood, start, fluents, row, start)
    share(lemmas, brood, start, fluents, ONE)
    low = lemmas.size - min(lemmas.size, lemmas.state[LEARNT])
    slot = first_match(lemmas, brood, start, ONE, level, low, lemmas.size)
    if slot < 0:
        return -1
    claim = lemmas.ring[slot * (2 * lemmas.words + 1) + 2 * lemmas.words]
    return 1 if claim & REACHED != NONE else 0


@kernel
def refill(old: Lemmas, new: Lemmas) -> None:
    """Copy all entries to a larger table."""
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
