"""The exact search, as `zermelo.search.exact.readable` has it, without recursion.

The search is a machine with registers, a stack and a table, that can stop after any node and go on
later: so Python looks at the clock now and then.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import bare_game, see, spread
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest
from zermelo.search.exact.kernels.brood import (
    CROWDED,
    ONE,
    OPENED,
    breed,
    credit,
    lanes_of,
    look_at_ends,
    name_children,
    open_node,
    weigh,
)
from zermelo.search.exact.kernels.frames import (
    ANSWER,
    BEFORE,
    BEGIN,
    BEST,
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
    bare_exact,
)
from zermelo.search.exact.kernels.table import (
    ENTRIES,
    MOST,
    BoundTable,
    bare_bounds,
    find,
    high_of,
    keep,
    low_of,
)

Longs = NDArray[np.int64]
NONE = np.uint64(0)


@kernel
def search(
    whole_game: Narrow,
    whole_stack: ExactStack,
    whole_table: BoundTable,
    whole_registers: Longs,
    budget: int,
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    game, stack = bare_game(whole_game), bare_exact(whole_stack)
    table, registers = bare_bounds(whole_table), bare(whole_registers)
    phase, ply = registers[PHASE], registers[PLY]
    status = PAUSED
    if phase == START:
        plant(game, stack, table)
        phase = ENTER
    while True:
        if phase == ENTER:
            if table.state[ENTRIES] >= table.state[MOST]:
                status = FULL
                break
            stack.frames[ply * FRAME + BEFORE] = registers[NODES]
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
            breed(game, stack, ply)
            phase = settled(game, stack, table, registers, ply)
            if phase == BREED:
                status = NO_WORTH
                break
        if phase == NEXT:
            phase = chosen(stack, table, registers, ply)
            if phase == ENTER:
                ply += 1
                continue
            if phase != LEAVE:
                continue
        registers[VALUE] = stack.frames[ply * FRAME + BEST]
        remember(stack, table, registers, ply)
        if ply == 0:
            registers[MOVE] = stack.frames[ANSWER]
            status = DONE
            break
        ply -= 1
        phase = resumed(game, stack, registers, ply)
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@inner
def plant(game: Narrow, stack: ExactStack, table: BoundTable) -> None:
    """Compute what the view says of the root, whose row is the first of all."""
    root = int(np.int64(0))  # typed: numba would compile all that is called once more for a literal
    stack.frames[LANE] = root
    spread(stack.broods, root, game.fluents, stack.rows, root)
    see(game, stack.space, stack.broods, root)
    name_children(game, stack, table, root, root + 1)


@inner
def opened(game: Narrow, stack: ExactStack, registers: Longs, ply: int) -> int:
    """List the moves of a node (PAUSED), or say what is in the way."""
    if ply + 1 >= stack.plies:
        return DEEPER
    frame = ply * FRAME
    begin = stack.frames[frame - FRAME + END] if ply > 0 else 0
    status = open_node(game, stack, ply, begin, registers[ROLE])
    if status != OPENED:
        return DEEPER if status == CROWDED else NO_CHOICE
    stack.frames[frame + FIRST] = stack.frames[frame + BEGIN]
    stack.frames[frame + BEST] = -1
    stack.frames[frame + ANSWER] = -1
    return PAUSED


@inner
def takes(stack: ExactStack, registers: Longs, ply: int, lane: int, value: int) -> bool:
    """Take the value of a child to its parent at `ply`; whether that answers the question there."""
    frame = ply * FRAME
    best, maximising = stack.frames[frame + BEST], stack.frames[frame + MAXIMISING] != 0
    if best < 0 or (value > best if maximising else value < best):
        stack.frames[frame + BEST] = value
    if (value >= registers[THRESHOLD]) != maximising:
        return False
    stack.frames[frame + ANSWER] = stack.pool[stack.frames[frame + FIRST] + lane]
    return True


@inner
def settled(game: Narrow, stack: ExactStack, table: BoundTable, registers: Longs, ply: int) -> int:
    """Take what is known of the children of a chunk before one is searched; return the phase.

    LEAVE if that answers the question, NEXT if not; BREED if an end has no worth.
    """
    child, lanes = ply + 1, lanes_of(stack, ply)
    every = ~NONE >> np.uint64(64 - lanes)
    over = stack.broods[child * stack.width + game.fluents] & every
    answered = False
    if over != NONE:
        if not look_at_ends(game, stack, registers, child, over):
            return BREED
        rest = over
        while rest != NONE and not answered:
            lane = lowest(rest)
            rest &= rest - ONE
            registers[ENDS_SEEN] += 1
            answered = takes(stack, registers, ply, lane, stack.own[lane])
        if answered:
            return LEAVE
    untried = every & ~over
    if untried != NONE:
        name_children(game, stack, table, child, lanes)
        weigh(game, stack, ply, untried)
        rest = untried
        while rest != NONE:
            lane = lowest(rest)
            value = known(stack, table, registers, child * LANES + lane)
            if value >= 0:
                untried &= ~(rest & (~rest + ONE))
                if takes(stack, registers, ply, lane, value):
                    return LEAVE
            rest &= rest - ONE
    stack.sets[ply * SETS + UNTRIED] = untried
    stack.sets[ply * SETS + TRIED] = NONE
    return NEXT


@inner
def known(stack: ExactStack, table: BoundTable, registers: Longs, child: int) -> int:
    """Return the bound of a child that answers the question for it, if one is known; else -1."""
    at = find(table, stack.keys, child * stack.words, stack.hashes[child])
    if at < 0:
        return -1
    word = table.cells[at]
    low, high = low_of(word), high_of(word)
    if low >= registers[THRESHOLD]:
        return low
    return high if high < registers[THRESHOLD] else -1


@inner
def chosen(stack: ExactStack, table: BoundTable, registers: Longs, ply: int) -> int:
    """Choose the next child, and prepare its frame (ENTER); or say what comes instead.

    NEXT if the table knows the child by now, BREED after the last of a chunk, or LEAVE.
    """
    frame, sets = ply * FRAME, ply * SETS
    rest, best = stack.sets[sets + UNTRIED], -1
    if rest == NONE:
        first = stack.frames[frame + FIRST] + LANES
        if first >= stack.frames[frame + END]:
            return LEAVE
        stack.frames[frame + FIRST] = first
        return BREED
    children = (ply + 1) * LANES
    while rest != NONE:
        lane = lowest(rest)
        rest &= rest - ONE
        if best < 0 or stack.scores[children + lane] > stack.scores[children + best]:
            best = lane
    stack.sets[sets + UNTRIED] &= ~(ONE << np.uint64(best))
    if stack.sets[sets + TRIED] != NONE:
        value = known(stack, table, registers, children + best)
        if value >= 0:
            return LEAVE if takes(stack, registers, ply, best, value) else NEXT
    stack.sets[sets + TRIED] |= ONE << np.uint64(best)
    stack.frames[frame + CHOSEN] = best
    stack.frames[frame + FRAME + LANE] = best
    return ENTER


@inner
def resumed(game: Narrow, stack: ExactStack, registers: Longs, ply: int) -> int:
    """Take the value of the child that was searched; return the phase in which the node goes on."""
    frame = ply * FRAME
    lane = stack.frames[frame + CHOSEN]
    if not takes(stack, registers, ply, lane, registers[VALUE]):
        return NEXT
    registers[CUTS] += 1
    failed = stack.sets[ply * SETS + TRIED] & ~(ONE << np.uint64(lane))
    points = 0
    while failed != NONE:
        credit(game, stack, ply, lowest(failed), -1)
        failed &= failed - ONE
        points += 1
    if points:
        credit(game, stack, ply, lane, points)
    return LEAVE


@inner
def remember(stack: ExactStack, table: BoundTable, registers: Longs, ply: int) -> None:
    """Remember what a node came to."""
    frame = ply * FRAME
    value, top = stack.frames[frame + BEST], int(np.int64(0xFF))
    low, high = (value, top) if value >= registers[THRESHOLD] else (value * 0, value)
    child = int(ply * LANES + stack.frames[frame + LANE])
    nodes = registers[NODES] - stack.frames[frame + BEFORE]
    keep(table, stack.keys, child * stack.words, stack.hashes[child], low, high, nodes)
