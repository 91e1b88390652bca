"""The search with supports, in one kernel: what `ReadableMustPlay` does, on broods.

It stops when it has an answer or so many nodes were counted, and goes on where it stopped.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import bare_game, see, spread
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest
from zermelo.search.exact.kernels.brood import (
    CROWDED,
    OPENED,
    breed,
    credit,
    lanes_of,
    look_at_ends,
    open_node,
    turn,
    weigh,
)
from zermelo.search.exact.kernels.frames import (
    ANSWER,
    BEFORE,
    BEGIN,
    BREED,
    CHOSEN,
    CUTS,
    DEEPER,
    DONE,
    END,
    ENDS_SEEN,
    ENTER,
    FIRST,
    FRAME,
    FULL,
    LANE,
    LANES,
    LEAVE,
    MAXIMISING,
    MOVE,
    NEXT,
    NO_CHOICE,
    NO_WORTH,
    NODES,
    OPEN,
    PAUSED,
    PHASE,
    PLY,
    ROLE,
    SETS,
    START,
    THRESHOLD,
    TRIED,
    UNTRIED,
    VALUE,
    ExactStack,
)
from zermelo.search.mustplay.kernels.frames import (
    ALONE,
    COUNT,
    FIRST_REPLY,
    LEARNT,
    LEVEL,
    MADE,
    MOST_SUPPORTS,
    NOTES,
    REACHED,
    REACHES,
    REPLIES,
    ROW,
    SUPPORT,
    SUPPORTS,
    MustPlayStack,
    bare_must_play,
)
from zermelo.search.mustplay.kernels.lemmas import (
    ENTRIES,
    MOST,
    Lemmas,
    bare_lemmas,
    claim_of,
    fetch,
    find,
    first_match,
    learn,
    matching,
    share,
    slot_of,
)
from zermelo.search.mustplay.kernels.lemmas import LEARNT as LEARNT_IN_ALL
from zermelo.search.mustplay.kernels.lemmas import REACHED as CLAIMS_REACHED
from zermelo.search.mustplay.kernels.reasons import explain
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]
Longs = NDArray[np.int64]
NONE, ONE = np.uint64(0), np.uint64(1)


@kernel
def search(
    whole_game: Narrow,
    whole_stack: MustPlayStack,
    whole_lemmas: Lemmas,
    whole_registers: Longs,
    budget: int,
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    game, stack = bare_game(whole_game), bare_must_play(whole_stack)
    lemmas, registers = bare_lemmas(whole_lemmas), bare(whole_registers)
    phase, ply = registers[PHASE], registers[PLY]
    status = PAUSED
    if phase == START:
        plant(game, stack.exact)
        phase = ENTER
    while True:
        if phase == ENTER:
            if lemmas.state[ENTRIES] >= lemmas.state[MOST]:
                status = FULL
                break
            stack.exact.frames[ply * FRAME + BEFORE] = registers[NODES]
            registers[NODES] += 1
            phase = OPEN
            if registers[NODES] >= budget:
                status = PAUSED
                break
        if phase == OPEN:
            status = opened(game, stack, registers, ply)
            if status != PAUSED:
                break
            phase = BREED
        if phase == BREED:
            breed(game, stack.exact, ply)
            phase = settled(game, stack, lemmas, registers, ply)
            if phase == BREED:
                status = NO_WORTH
                break
        if phase == NEXT:
            phase = chosen(game, stack, lemmas, registers, ply)
            if phase == ENTER:
                ply += 1
                continue
            if phase != LEAVE:
                continue
        registers[VALUE] = stack.notes[ply * NOTES + REACHED]
        remember(game, stack, lemmas, registers, ply)
        if ply == 0:
            registers[MOVE] = stack.exact.frames[ANSWER]
            registers[VALUE] += registers[THRESHOLD] - 1  # as a level
            status = DONE
            break
        ply -= 1
        phase = resumed(game, stack, registers, ply)
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@inner
def plant(game: Narrow, stack: ExactStack) -> None:
    """Compute what the view says of the root, whose row is the first of all."""
    root = int(np.int64(0))  # typed: numba would compile all that is called once more for a literal
    stack.frames[LANE] = root
    spread(stack.broods, root, game.fluents, stack.rows, root)
    see(game, stack.space, stack.broods, root)


@inner
def opened(game: Narrow, stack: MustPlayStack, registers: Longs, ply: int) -> int:
    """List the moves of a node (PAUSED), or say what is in the way."""
    exact = stack.exact
    if ply + 1 >= exact.plies:
        return DEEPER
    frame = ply * FRAME
    begin = exact.frames[frame - FRAME + END] if ply > 0 else 0
    status = open_node(game, exact, ply, begin, registers[ROLE])
    if status != OPENED:
        return DEEPER if status == CROWDED else NO_CHOICE
    exact.frames[frame + FIRST] = exact.frames[frame + BEGIN]
    exact.frames[frame + ANSWER] = -1
    stack.notes[ply * NOTES + SUPPORTS] = 0
    stack.notes[ply * NOTES + REACHED] = 1 - exact.frames[frame + MAXIMISING]
    return PAUSED


@inner
def settled(game: Narrow, stack: MustPlayStack, lemmas: Lemmas, registers: Longs, ply: int) -> int:
    """Take what is known of the children of a chunk before one is searched; return the phase.

    LEAVE if that answers the question, NEXT if not; BREED if an end has no worth.
    """
    exact = stack.exact
    child, lanes = ply + 1, lanes_of(exact, ply)
    brood = child * exact.width
    every = ~NONE >> np.uint64(64 - lanes)
    over = exact.broods[brood + game.fluents] & every
    maximising = exact.frames[ply * FRAME + MAXIMISING] != 0
    first, words = child * LANES * exact.words, exact.words
    turn(exact.broods, brood, game.fluents, words, exact.rows, first, lanes)
    stack.notes[ply * NOTES + LEARNT] = lemmas.state[LEARNT_IN_ALL]
    if over != NONE:
        if not look_at_ends(game, exact, registers, child, over):
            return BREED
        rest = over
        while rest != NONE:
            lane = lowest(rest)
            rest &= rest - ONE
            registers[ENDS_SEEN] += 1
            if (exact.own[lane] >= registers[THRESHOLD]) == maximising:
                justify_end(game, stack, lemmas, registers, ply, lane)
                return answered(stack, registers, ply, lane)
    for lane in range(child * LANES, child * LANES + lanes):
        exact.hashes[lane] = hash_of(exact.rows, lane * words, words)
        fetch(lemmas, exact.hashes[lane])
    untried = every
    for number in range(min(MOST_SUPPORTS, stack.notes[ply * NOTES + SUPPORTS])):  # so far
        at = support_at(stack, ply, number)
        untried &= ~matching(exact.broods, brood, words, untried, stack.supports, at)
    untried = looked_up(stack, lemmas, registers, ply, untried, over)
    if exact.frames[ply * FRAME + ANSWER] >= 0:
        return LEAVE
    known = int(np.int64(0))
    untried = recalled(stack, lemmas, registers, ply, untried, known)
    if exact.frames[ply * FRAME + ANSWER] >= 0:
        return LEAVE
    while untried & over != NONE:
        lane = lowest(untried & over)
        justify_end(game, stack, lemmas, registers, ply, lane)
        untried &= ~taken(stack, ply, untried, stack.reasoner.support, known)
    if untried != NONE:
        weigh(game, exact, ply, untried)
    exact.sets[ply * SETS + UNTRIED] = untried
    exact.sets[ply * SETS + TRIED] = NONE
    return NEXT


@inner
def support_at(stack: MustPlayStack, ply: int, number: int) -> int:
    """Return where a support of a node's children is."""
    return int(ply * MOST_SUPPORTS + number) * 2 * stack.exact.words


@inner
def taken(stack: MustPlayStack, ply: int, lanes: np.uint64, support: Words, at: int) -> np.uint64:
    """Add a support to those of a node's children; return which of some lanes have its bits."""
    exact = stack.exact
    brood = (ply + 1) * exact.width
    note = ply * NOTES + SUPPORTS
    number = stack.notes[note]
    if number < MOST_SUPPORTS:
        to = support_at(stack, ply, number)
        for word in range(2 * exact.words):
            stack.supports[to + word] = support[at + word]
    stack.notes[note] = number + 1
    return matching(exact.broods, brood, exact.words, lanes, support, at)


@inner
def answered(stack: MustPlayStack, registers: Longs, ply: int, lane: int) -> int:
    """Note that a child answers the question, for the reason that was found last."""
    stack.notes[ply * NOTES + SUPPORTS] = 0
    start = int(np.int64(0))
    taken(stack, ply, NONE, stack.reasoner.support, start)
    return answered_by(stack, ply, lane)


@inner
def answered_by(stack: MustPlayStack, ply: int, lane: int) -> int:
    """Note that a child answers the question."""
    frame = ply * FRAME
    frames = stack.exact.frames
    frames[frame + ANSWER] = stack.exact.pool[frames[frame + FIRST] + lane]
    stack.notes[ply * NOTES + REACHED] = frames[frame + MAXIMISING]
    return LEAVE


@inner
def looked_up(
    stack: MustPlayStack,
    lemmas: Lemmas,
    registers: Longs,
    ply: int,
    untried: np.uint64,
    over: np.uint64,
) -> np.uint64:
    """Leave out children that the table knows. If one answers the question, that is noted."""
    exact, words = stack.exact, stack.exact.words
    maximising = exact.frames[ply * FRAME + MAXIMISING] != 0
    rest = untried & ~over
    while rest != NONE:
        lane = lowest(rest)
        rest &= rest - ONE
        child = (ply + 1) * LANES + lane
        at = find(lemmas, exact.rows, child * words, exact.hashes[child], registers[THRESHOLD])
        if at < 0:
            continue
        reached = lemmas.cells[at + 3 * words] & CLAIMS_REACHED != NONE
        if reached == maximising:
            stack.notes[ply * NOTES + SUPPORTS] = 0
            taken(stack, ply, NONE, lemmas.cells, at + words)
            answered_by(stack, ply, lane)
            return untried
        untried &= ~taken(stack, ply, untried, lemmas.cells, at + words)
        rest &= untried
    return untried


@inner
def recalled(
    stack: MustPlayStack,
    lemmas: Lemmas,
    registers: Longs,
    ply: int,
    untried: np.uint64,
    since: int,
) -> np.uint64:
    """Leave out children that a lemma learnt since a moment knows, in the order of slots.

    If one answers the question, that is noted.
    """
    exact, words = stack.exact, stack.exact.words
    maximising = exact.frames[ply * FRAME + MAXIMISING] != 0
    brood, learnt = (ply + 1) * exact.width, lemmas.state[LEARNT_IN_ALL]
    new = min(learnt - since, lemmas.size)
    if new == 0 or untried == NONE:
        return untried
    latest = slot_of(lemmas, learnt - 1)
    share(lemmas, exact.broods, brood, lemmas.fluents, untried)
    low, high = int(np.int64(0)), int(max(0, latest + new - lemmas.size))
    earlier = True  # of the ring's rounds
    while untried != NONE:
        slot = first_match(lemmas, exact.broods, brood, untried, registers[THRESHOLD], low, high)
        if slot < 0:
            if not earlier:
                break
            earlier = False
            low, high = latest, int(min(lemmas.size, latest + new))
            continue
        low = slot + 1
        at = slot * (2 * words + 1)
        if (lemmas.ring[at + 2 * words] & CLAIMS_REACHED != NONE) == maximising:
            found = matching(exact.broods, brood, words, untried, lemmas.ring, at)
            stack.notes[ply * NOTES + SUPPORTS] = 0
            taken(stack, ply, NONE, lemmas.ring, at)
            answered_by(stack, ply, lowest(found))
            return untried
        untried &= ~taken(stack, ply, untried, lemmas.ring, at)
    return untried


@inner
def chosen(game: Narrow, stack: MustPlayStack, lemmas: Lemmas, registers: Longs, ply: int) -> int:
    """Choose the next child, and prepare its frame (ENTER); or say what comes instead.

    NEXT if lemmas know the child by now, BREED after the last of a chunk, or LEAVE.
    """
    exact = stack.exact
    frame, sets = ply * FRAME, ply * SETS
    rest, best = exact.sets[sets + UNTRIED], -1
    if rest != NONE and exact.sets[sets + TRIED] != NONE:
        note = ply * NOTES + LEARNT
        rest = recalled(stack, lemmas, registers, ply, rest, stack.notes[note])
        stack.notes[note] = lemmas.state[LEARNT_IN_ALL]
        if exact.frames[frame + ANSWER] >= 0:
            return LEAVE
        exact.sets[sets + UNTRIED] = rest
    if rest == NONE:
        first = exact.frames[frame + FIRST] + LANES
        if first >= exact.frames[frame + END]:
            return LEAVE
        exact.frames[frame + FIRST] = first
        return BREED
    children = (ply + 1) * LANES
    while rest != NONE:
        lane = lowest(rest)
        rest &= rest - ONE
        if best < 0 or exact.scores[children + lane] > exact.scores[children + best]:
            best = lane
    exact.sets[sets + UNTRIED] &= ~(ONE << np.uint64(best))
    exact.sets[sets + TRIED] |= ONE << np.uint64(best)
    exact.frames[frame + CHOSEN] = best
    exact.frames[frame + FRAME + LANE] = best
    return ENTER


@inner
def resumed(game: Narrow, stack: MustPlayStack, registers: Longs, ply: int) -> int:
    """Take the answer of the child that was searched; return the phase to go on with."""
    exact = stack.exact
    lane = exact.frames[ply * FRAME + CHOSEN]
    sets, start = ply * SETS, int(np.int64(0))
    if registers[VALUE] != exact.frames[ply * FRAME + MAXIMISING]:
        untried = exact.sets[sets + UNTRIED]
        untried &= ~taken(stack, ply, untried, stack.reasoner.support, start)
        exact.sets[sets + UNTRIED] = untried
        return NEXT
    registers[CUTS] += 1
    failed = exact.sets[sets + TRIED] & ~(ONE << np.uint64(lane))
    points = 0
    while failed != NONE:
        credit(game, exact, ply, lowest(failed), -1)
        failed &= failed - ONE
        points += 1
    if points:
        credit(game, exact, ply, lane, points)
    return answered(stack, registers, ply, lane)


@inner
def justify_end(
    game: Narrow, stack: MustPlayStack, lemmas: Lemmas, registers: Longs, ply: int, lane: int
) -> None:
    """Find why an end has the answer that it has: by a lemma, or anew."""
    exact, reasoner = stack.exact, stack.reasoner
    words, reached = exact.words, exact.own[lane] >= registers[THRESHOLD]
    brood, alone = (ply + 1) * exact.width, ONE << np.uint64(lane)
    low = lemmas.size - min(lemmas.size, lemmas.state[LEARNT_IN_ALL])
    share(lemmas, exact.broods, brood, lemmas.fluents, alone)
    slot = first_match(lemmas, exact.broods, brood, alone, registers[THRESHOLD], low, lemmas.size)
    if slot >= 0:
        at = slot * (2 * words + 1)
        for word in range(2 * words):
            reasoner.support[word] = lemmas.ring[at + word]
        return
    asked, row = reasoner.asked, int((ply + 1) * LANES + lane) * words
    asked[MADE] = -1
    asked[REPLIES] = 0
    asked[COUNT] = 0
    asked[LEVEL] = registers[THRESHOLD]
    asked[REACHES] = int(reached)
    asked[ROW] = row
    explain(reasoner, exact.rows, stack.supports)
    learn(lemmas, exact.rows, row, reasoner.support, claim_of(registers[THRESHOLD], reached))


@inner
def remember(
    game: Narrow, stack: MustPlayStack, lemmas: Lemmas, registers: Longs, ply: int
) -> None:
    """Find the reason for a node's answer, and learn it."""
    exact, reasoner = stack.exact, stack.reasoner
    frame, words = ply * FRAME, exact.words
    asked, row = reasoner.asked, int(ply * LANES + exact.frames[frame + LANE]) * words
    reached = registers[VALUE] != 0
    if stack.notes[ply * NOTES + SUPPORTS] > MOST_SUPPORTS:
        for word in range(words):
            reasoner.support[word] = ~NONE
            reasoner.support[words + word] = exact.rows[row + word]
        used = np.uint64(64 * words - game.fluents)
        reasoner.support[words - 1] = ~NONE >> used
    else:
        winner = registers[ROLE] if reached else 1 - registers[ROLE]
        begin = exact.frames[frame + BEGIN]
        one, other = exact.pool[begin - 1], exact.pool[begin]
        alone = exact.frames[frame + ANSWER] >= 0
        if alone:
            other = exact.frames[frame + ANSWER]
        swapped = (one >= game.firsts[1]) != (winner == 1)
        asked[MADE] = other if swapped else one
        asked[FIRST_REPLY] = one if swapped else other
        asked[ALONE] = int(alone)
        asked[REPLIES] = 1
        if not alone:
            loser = 1 - winner
            asked[FIRST_REPLY] = game.firsts[loser]
            asked[REPLIES] = game.firsts[loser + 1] - game.firsts[loser]
        asked[LEVEL] = registers[THRESHOLD]
        asked[REACHES] = int(reached)
        asked[ROW] = row
        asked[SUPPORT] = support_at(stack, ply, 0)
        asked[COUNT] = stack.notes[ply * NOTES + SUPPORTS]
        explain(reasoner, exact.rows, stack.supports)
    learn(lemmas, exact.rows, row, reasoner.support, claim_of(registers[THRESHOLD], reached))
