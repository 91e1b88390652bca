"""Alpha-beta with a table, as `zermelo.search.window.alphabeta` has it, without recursion.

The search is a machine with registers, a stack and a table, that can stop after any node and go on
later: so Python looks at the clock now and then. It has the same value, line and counts as the
readable version. So has the quick search that may order the moves of a node: it begins at the
node, and has no table, no order and no memory of what cut.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, bare_game
from zermelo.engine.narrow import Narrow
from zermelo.evaluate.kernels.score import Scorer, bare_scorer
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare
from zermelo.search.window.kernels.leaf import SETTLED, VALUE, guess, worth
from zermelo.search.window.kernels.lemmas import Lemmas, bare_lemmas, settled
from zermelo.search.window.kernels.order import (
    COUNTED,
    HISTORY,
    MoveOrderArrays,
    arrange,
    bare_order,
    note_cut,
    note_root,
    sort_moves,
)
from zermelo.search.window.kernels.order import MOST as MOST_COUNTED
from zermelo.search.window.kernels.peek import is_peeking, peeked
from zermelo.search.window.kernels.recall import (
    best_before,
    cell_of,
    hash_lanes,
    hashed_at,
    known,
    remember,
)
from zermelo.search.window.kernels.registers import (
    BACK,
    BREED,
    CHILD,
    CUTS,
    DEEPER,
    DONE,
    ENTER,
    FULL,
    LEAVES_SEEN,
    LONGER,
    NO_CHOICE,
    NO_WORTH,
    NODES,
    PAUSED,
    PHASE,
    PLY,
    QUICK,
    ROLE,
    SCORED,
    SHALLOW,
    START,
    WORK,
)
from zermelo.search.window.kernels.replies import (
    is_replied,
    replies,
    row_of_child,
    wants_replies,
)
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    BEST,
    CEILING,
    CELL,
    CROWDED,
    DEPTH,
    END,
    FLOOR,
    FRAME,
    HIGH,
    HIGH_NOW,
    LENGTH,
    LOW,
    LOW_NOW,
    MAXIMISING,
    MOVE,
    OPENED,
    SURE,
    TESTING,
    WINDOW,
    Stack,
    bare_stack,
    breed,
    open_node,
    plant,
    row_of,
    says,
)
from zermelo.search.window.kernels.table import (
    ENTRIES,
    FIXED,
    LEAVES,
    MOST,
    ON,
    TableArrays,
    bare_table,
    keep,
)
from zermelo.search.window.kernels.walk import (
    begin_moves,
    enter_child,
    next_child,
    take_line,
    take_reply,
)

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def search(
    whole_game: Narrow,
    whole_scorer: Scorer,
    whole_stack: Stack,
    whole_table: TableArrays,
    whole_order: MoveOrderArrays,
    whole_lemmas: Lemmas,
    whole_registers: Longs,
    whole_values: Floats,
    budget: int,
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    game, stack = bare_game(whole_game), bare_stack(whole_stack)
    scorer, table = bare_scorer(whole_scorer), bare_table(whole_table)
    order, lemmas = bare_order(whole_order), bare_lemmas(whole_lemmas)
    registers, values = bare(whole_registers), bare(whole_values)
    phase = registers[PHASE]
    ply = registers[PLY]
    if phase == START:
        plant(game, stack)
        root = int(np.int64(0))
        hash_lanes(stack, table, root, root + 1)
        stack.frames[CELL] = -1
        registers[SCORED] = 0
        phase = ENTER
    status = PAUSED
    while True:
        if phase == BREED:
            phase = CHILD
            if is_replied(stack, registers, ply):
                take_reply(stack, ply)
            else:
                peeks = is_peeking(stack, table, registers, ply)
                breed(game, stack, ply, peeks)
                registers[SCORED] = 0
                if peeks:
                    hash_lanes(stack, table, (ply + 1) * LANES, (ply + 2) * LANES)
                    phase = peeked(game, stack, table, order, registers, values, ply)
                    if phase == ENTER:  # the child being tried, which has no value
                        ply += 1
                        status = NO_WORTH
                        break
                    status = DONE if phase == BACK else PAUSED
        if phase == CHILD:
            if wants_replies(game, stack, registers, ply):
                replies(game, stack, table, lemmas, ply)
                registers[SCORED] = 0
            row_of_child(game, stack, table, lemmas, ply)
            enter_child(stack, registers, ply)
            ply += 1
            phase = ENTER
        if phase == ENTER:
            registers[NODES] += 1
            phase = WORK
            if registers[NODES] >= budget:
                status = PAUSED
                break
        if phase == WORK:
            status = work(game, scorer, stack, table, order, lemmas, registers, values, ply)
            if status == PAUSED:
                phase = BREED
                continue
            if status != DONE:
                break
            phase = BACK
        if ply == 0:
            break
        ply -= 1
        phase = resume(game, stack, table, order, registers, values, ply)
        ply += phase == ENTER
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@inner
def work(
    game: Narrow,
    scorer: Scorer,
    stack: Stack,
    table: TableArrays,
    order: MoveOrderArrays,
    lemmas: Lemmas,
    registers: Longs,
    values: Floats,
    ply: int,
) -> int:
    """Find the value of a node (DONE), or its moves (PAUSED), or say what is in the way."""
    frames, frame = stack.frames, ply * FRAME
    ended = says(stack, ply, game.fluents)
    is_leaf = ended or frames[frame + DEPTH] == 0
    frames[frame + LENGTH] = 0
    frames[frame + SURE] = 1
    row = row_of(stack, ply)
    remembers = table.state[ON] and not registers[QUICK] and (table.state[LEAVES] or not is_leaf)
    if remembers:
        if not table.state[FIXED] and table.state[ENTRIES] + ply >= table.state[MOST]:
            return FULL
        if known(stack, table, values, ply, cell_of(stack, table, ply)):
            return DONE
    if not ended and settled(game, stack, lemmas, values, ply):
        return DONE
    if not is_leaf:
        return opened(game, stack, table, order, registers, ply)
    if ended:
        status = worth(game, stack, values, ply, registers[ROLE])
        if status != SETTLED:
            return NO_WORTH
    else:
        values[VALUE] = guess(scorer, stack, registers, ply)
        frames[frame + SURE] = 0
    registers[LEAVES_SEEN] += 1
    if remembers:
        nothing = int(np.int64(0))  # typed: numba would compile `keep` once more for a literal
        sure, value = frames[frame + SURE] != 0, values[VALUE]
        cell, hashed = frames[frame + CELL], hashed_at(stack, ply)
        none, low, high = nothing - 1, -np.inf, np.inf
        keep(table, stack.keys, row, hashed, cell, nothing, value, low, high, none, sure)
    return DONE


@inner
def opened(
    game: Narrow,
    stack: Stack,
    table: TableArrays,
    order: MoveOrderArrays,
    registers: Longs,
    ply: int,
) -> int:
    """Open a node, with its moves in order, or about to be ordered by quick searches (PAUSED)."""
    frames, frame = stack.frames, ply * FRAME
    if ply + 1 >= stack.plies:
        return DEEPER
    if order.settings[HISTORY] and order.settings[COUNTED] + ply >= order.settings[MOST_COUNTED]:
        return LONGER
    begin = frames[frame - FRAME + END] if ply > 0 else 0
    status = open_node(game, stack, ply, begin, registers[ROLE])
    if status != OPENED:
        return DEEPER if status == CROWDED else NO_CHOICE
    if not registers[QUICK]:
        deep = frames[frame + DEPTH] < 0 or frames[frame + DEPTH] > registers[SHALLOW]
        if registers[SHALLOW] and deep and frames[frame + END] - frames[frame + BEGIN] > 1:
            registers[QUICK] = ply + 1
        else:
            arrange(game, stack, order, ply, best_before(stack, table, ply))
    begin_moves(stack, ply)
    return PAUSED


@inner
def resume(
    game: Narrow,
    stack: Stack,
    table: TableArrays,
    order: MoveOrderArrays,
    registers: Longs,
    values: Floats,
    ply: int,
) -> int:
    """Take the value of a child to the node at `ply`; returns the phase in which it goes on."""
    frames, frame = stack.frames, ply * FRAME
    windows, window = stack.windows, ply * WINDOW
    value = values[VALUE]
    if registers[QUICK] == ply + 1:
        return ranked(game, stack, table, order, registers, value, ply)
    if frames[frame + TESTING] and windows[window + LOW_NOW] < value < windows[window + HIGH_NOW]:
        # The test gave a bound inside the window: only a second look tells the value.
        frames[frame + TESTING] = 0
        windows[window + WINDOW + LOW] = windows[window + LOW_NOW]
        windows[window + WINDOW + HIGH] = windows[window + HIGH_NOW]
        return ENTER
    if ply == 0:
        note_root(stack, order, value)
    frames[frame + SURE] &= frames[frame + FRAME + SURE]
    maximising = frames[frame + MAXIMISING] != 0
    best = windows[window + BEST]
    if frames[frame + MOVE] < 0 or (value > best if maximising else value < best):
        windows[window + BEST] = value
        frames[frame + MOVE] = stack.pool[frames[frame + AT]]
        take_line(stack, ply)
        if maximising:
            windows[window + LOW_NOW] = max(windows[window + LOW_NOW], value)
        else:
            windows[window + HIGH_NOW] = min(windows[window + HIGH_NOW], value)
    if frames[frame + AT] + 1 < frames[frame + END]:
        if windows[window + LOW_NOW] < windows[window + HIGH_NOW]:
            return next_child(stack, ply)
        registers[CUTS] += 1
        if not registers[QUICK]:
            note_cut(game, stack, order, ply)
    # A guess may say more than what is proved to be possible.
    value = max(windows[window + BEST], windows[window + FLOOR])
    windows[window + BEST] = min(value, windows[window + CEILING])
    values[VALUE] = windows[window + BEST]
    if table.state[ON] and not registers[QUICK]:
        remember(stack, table, ply)
    return BACK


@inner
def ranked(
    game: Narrow,
    stack: Stack,
    table: TableArrays,
    order: MoveOrderArrays,
    registers: Longs,
    value: float,
    ply: int,
) -> int:
    """Take what a quick search said of a move; after the last one, order them and begin anew."""
    frames, frame = stack.frames, ply * FRAME
    stack.ranks[frames[frame + AT]] = -value if frames[frame + MAXIMISING] else value
    if frames[frame + AT] + 1 < frames[frame + END]:
        return next_child(stack, ply)
    registers[QUICK] = 0
    sort_moves(stack, frames[frame + BEGIN], frames[frame + END])
    arrange(game, stack, order, ply, best_before(stack, table, ply))
    begin_moves(stack, ply)
    return BREED
