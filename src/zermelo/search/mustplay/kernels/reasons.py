"""Reasons: the part of a state from which an answer follows, found by dropping what is idle.

A candidate is a set of fluents whose values are known; all others may be anything. It will do if
the answer follows on the two rails: no end with a wrong goal may be here; and if this need not be
an end, the winner's move must be legal, and after it and every reply that may be legal, one of the
children's supports must hold. What holds of a candidate holds of all larger ones, so fluents are
dropped one after the other. A lane is one reply in one candidate: up to 64 at a time.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import see
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import lowest
from zermelo.search.mustplay.kernels.frames import (
    ALONE,
    COUNT,
    FIRST_REPLY,
    LEVEL,
    MADE,
    PASSES,
    REACHES,
    REPLIES,
    ROW,
    SUPPORT,
    Reasoner,
)

Words = NDArray[np.uint64]
NONE, ONE = np.uint64(0), np.uint64(1)
ALL = ~NONE
LANES = 64
SINGLES, PREFIXES = range(2)
"""Candidates leave out one fluent each, or more and more of them."""


@kernel
def explain(reasoner: Reasoner, rows: Words, supports: Words) -> None:
    """Find a small support of what is asked, and leave it in `support`."""
    words, asked = reasoner.words, reasoner.asked
    replies = asked[REPLIES]
    room = LANES // max(1, replies) if replies <= LANES else 1
    guessed = guess(reasoner, supports)
    size = order(reasoner, guessed, guessed)
    if guessed and will_do(reasoner, rows, supports, SINGLES, 0, 0) & ONE != NONE:
        size = singled(reasoner, rows, supports, size, room)
    else:
        size = order(reasoner, guessed, False)
        know_all(reasoner)
    while size > 0:
        gone = prefix(reasoner, rows, supports, size, room)
        for place in range(gone):
            forget(reasoner, reasoner.rest[place])
        left = int(max(size - gone - 1, 0))
        for place in range(left):
            reasoner.rest[place] = reasoner.rest[place + gone + 1]
        size = singled(reasoner, rows, supports, left, room)
    row = asked[ROW]
    for word in range(words):
        reasoner.support[word] = reasoner.kept[word]
        reasoner.support[words + word] = rows[row + word] & reasoner.kept[word]


@inner
def guess(reasoner: Reasoner, supports: Words) -> bool:
    """Begin with the fluents of the children's supports; whether there are any."""
    words, begin = reasoner.words, reasoner.asked[SUPPORT]
    some: np.uint64 = NONE
    for word in range(words):
        kept = NONE
        for number in range(reasoner.asked[COUNT]):
            kept |= supports[begin + number * 2 * words + word]
        reasoner.kept[word] = kept
        some |= kept
    return bool(some != NONE)


@inner
def know_all(reasoner: Reasoner) -> None:
    """Begin with the whole state."""
    for fluent in range(reasoner.fluents):
        reasoner.kept[fluent >> 6] |= ONE << np.uint64(fluent & 63)


@inner
def forget(reasoner: Reasoner, fluent: int) -> None:
    """Drop a fluent."""
    reasoner.kept[fluent >> 6] &= ~(ONE << np.uint64(fluent & 63))


@inner
def order(reasoner: Reasoner, guessed: bool, only: bool) -> int:
    """List the fluents to drop: those that were not guessed first, or `only` the others."""
    size = 0
    for kept in range(2):
        if (kept == 0 and only) or (kept == 1 and not guessed):
            continue
        for fluent in range(reasoner.fluents):
            bit = reasoner.kept[fluent >> 6] >> np.uint64(fluent & 63) & ONE
            if int(np.int64(bit)) == kept:
                reasoner.rest[size] = fluent
                size += 1
    return size


@inner
def singled(reasoner: Reasoner, rows: Words, supports: Words, size: int, room: int) -> int:
    """Keep in the list those fluents that may be dropped on their own; return how many."""
    left = 0
    for begin in range(0, size, room):
        count = min(room, size - begin)
        good = will_do(reasoner, rows, supports, SINGLES, begin, count)
        for number in range(count):
            if good >> np.uint64(number) & ONE != NONE:
                reasoner.rest[left] = reasoner.rest[begin + number]
                left += 1
    return left


@inner
def prefix(reasoner: Reasoner, rows: Words, supports: Words, size: int, room: int) -> int:
    """Return how many of the listed fluents may be dropped together, from the first on."""
    low, high = 0, size + 1
    while high - low > 1:
        count = min(room, high - low - 1)
        for number in range(count):
            reasoner.points[number] = low + (number + 1) * (high - low) // (count + 1)
        good = will_do(reasoner, rows, supports, PREFIXES, 0, count)
        first = 0
        while first < count and good >> np.uint64(first) & ONE != NONE:
            first += 1
        if first < count:
            high = int(reasoner.points[first])
        if first > 0:
            low = int(reasoner.points[first - 1])
    return low


@kernel
def will_do(
    reasoner: Reasoner, rows: Words, supports: Words, kind: int, begin: int, count: int
) -> np.uint64:
    """Return which candidates will do. Without any, the first lane is what is kept itself."""
    replies = reasoner.asked[REPLIES]
    width = int(min(max(1, replies), LANES))
    lane = ALL >> np.uint64(64 - width)
    candidates = max(1, count)
    know(reasoner, rows)
    if kind == SINGLES:
        for number in range(count):
            mix(reasoner, reasoner.rest[begin + number], lane << np.uint64(width * number))
    elif count > 0:
        number = 0
        for place in range(reasoner.points[count - 1]):
            while reasoner.points[number] <= place:
                number += 1
            mix(reasoner, reasoner.rest[place], ALL << np.uint64(width * number))
    bad = NONE
    for first in range(0, max(1, replies), LANES):
        bad |= failing(reasoner, supports, first, width, candidates)
    good = NONE
    for number in range(candidates):
        if bad >> np.uint64(width * number) & lane == NONE:
            good |= ONE << np.uint64(number)
    return good


@inner
def know(reasoner: Reasoner, rows: Words) -> None:
    """Set the rails of all fluents to what is kept of the state."""
    row = reasoner.asked[ROW]
    for fluent in range(reasoner.fluents):
        shift = np.uint64(fluent & 63)
        known = reasoner.kept[fluent >> 6] >> shift & ONE
        holds = ALL * (rows[row + (fluent >> 6)] >> shift & ONE)
        reasoner.brood[2 * fluent] = holds if known != NONE else ALL
        reasoner.brood[2 * fluent + 1] = holds if known != NONE else NONE


@inner
def mix(reasoner: Reasoner, fluent: int, lanes: np.uint64) -> None:
    """Have a fluent unknown in some lanes."""
    reasoner.brood[2 * fluent] |= lanes
    reasoner.brood[2 * fluent + 1] &= ~lanes


@inner
def failing(
    reasoner: Reasoner, supports: Words, first: int, width: int, candidates: int
) -> np.uint64:
    """Return the lanes from which the answer does not follow, for replies from `first` on."""
    asked, brood, at = reasoner.asked, reasoner.brood, reasoner.places
    made, replies = asked[MADE], asked[REPLIES]
    for move in range(reasoner.moves):
        brood[at.does + move] = NONE
    comb = NONE
    for number in range(candidates):
        comb |= ONE << np.uint64(width * number)
    here = int(min(replies - first, width))
    if made >= 0:
        brood[at.does + made] = ALL
        for number in range(here):
            brood[at.does + asked[FIRST_REPLY] + first + number] = comb << np.uint64(number)
    start = int(np.int64(0))
    see(reasoner.game, reasoner.space, brood, start)
    asked[PASSES] += 1
    wrong = NONE
    for goal in range(reasoner.goals):
        level = reasoner.levels[goal]
        if level >= 0 and (level >= asked[LEVEL]) != (asked[REACHES] != 0):
            wrong |= brood[at.goals + goal]
    bad: np.uint64 = brood[at.ended] & wrong
    if made < 0:
        bad |= ~brood[at.ended + 1]
        return bad
    open_lanes = ~(brood[at.ended + 1] & ~bad)  # where this need not be an end as it should be
    bad |= open_lanes & ~brood[at.must_move + made]
    loser = 1 if made < reasoner.firsts[1] else 0
    some = NONE
    for move in range(reasoner.firsts[loser], reasoner.firsts[loser + 1]):
        some |= brood[at.must_move + move]
        if asked[ALONE] != 0 and move != asked[FIRST_REPLY]:
            bad |= open_lanes & brood[at.may_move + move]
    bad |= open_lanes & ~some
    replying = NONE
    for number in range(here):
        move = asked[FIRST_REPLY] + first + number
        replying |= brood[at.may_move + move] & comb << np.uint64(number)
    unanswered = replying & open_lanes & ~bad
    for number in range(asked[COUNT]):
        if unanswered == NONE:
            break
        unanswered &= ~certain(reasoner, supports, number, unanswered)
    bad |= unanswered
    return bad


@inner
def certain(reasoner: Reasoner, supports: Words, number: int, lanes: np.uint64) -> np.uint64:
    """Return the lanes in which a child's support is sure to hold after the moves."""
    words = reasoner.words
    at = int(reasoner.asked[SUPPORT] + number * 2 * words)
    for word in range(words):
        mask, wanted = supports[at + word], supports[at + words + word]
        while mask != NONE and lanes != NONE:
            bit = lowest(mask)
            after = reasoner.places.after + 2 * (64 * word + bit)
            if wanted >> np.uint64(bit) & ONE != NONE:
                lanes &= reasoner.brood[after + 1]
            else:
                lanes &= ~reasoner.brood[after]
            mask &= mask - ONE
    return lanes
