"""Alpha-beta with a table, as `zermelo.search.algorithms.alphabeta` has it, without recursion.

The search is a machine with registers, a stack and a table, that can stop after any node and go on
later: so Python looks at the clock now and then. It has the same value, line and counts as the
readable version. So has the quick search that may order the moves of a node: it begins at the
node, and has no table, no order and no memory of what cut.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.kernel import inner, kernel
from zermelo.circuit.kernels.narrow import LANES, bare, bare_game
from zermelo.circuit.narrow import Narrow
from zermelo.evaluate.kernels.score import Scorer, bare_scorer
from zermelo.search.kernels.leaf import SETTLED, VALUE, guess, worth
from zermelo.search.kernels.order import (
    COUNTED,
    HISTORY,
    Order,
    arrange,
    bare_order,
    note_cut,
    note_root,
    sort_moves,
)
from zermelo.search.kernels.order import MOST as MOST_COUNTED
from zermelo.search.kernels.stack import (
    AT,
    BEGIN,
    BEST,
    BROOD,
    CROWDED,
    DEPTH,
    END,
    FRAME,
    HIGH,
    HIGH_NOW,
    LANE,
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
)
from zermelo.search.kernels.table import (
    ENTRIES,
    FIRST,
    FIXED,
    LEAVES,
    MOST,
    ON,
    PROVEN,
    REST,
    Table,
    bare_table,
    find,
    holds,
    keep,
    move_of,
)
from zermelo.search.kernels.table import HIGH as TABLE_HIGH
from zermelo.search.kernels.table import LOW as TABLE_LOW

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

PHASE, PLY, NODES, LEAVES_SEEN, CUTS, ROLE, SCORED, SCOUT, SHALLOW, QUICK = range(10)
"""Registers of integers; `leaf` has those of floats. SCORED: the evaluator was asked about the
brood that was computed last. SHALLOW: how deep quick searches go. QUICK: the ply below the node
whose moves are being ordered by them; 0 is none."""
REGISTERS = 10
OF_ONE_SEARCH = (PHASE, PLY, NODES, LEAVES_SEEN, CUTS, QUICK)
"""Registers that are zero when a search begins."""
START, BREED, CHILD, ENTER, WORK, BACK = range(6)
"""Phases: nothing is known of the root; children are to be computed; one of them is next; a node is
to be entered; has been counted; is left with its value."""
DONE, PAUSED, DEEPER, FULL, LONGER, NO_WORTH, NO_CHOICE = range(7)
"""Statuses; for a DEEPER stack, a FULL table, a LONGER history the caller makes room and calls on.
An end without worth, and a node where no role or several have a choice of moves, are not what this
search is for."""


@kernel
def search(
    whole_game: Narrow,
    whole_scorer: Scorer,
    whole_stack: Stack,
    whole_table: Table,
    whole_order: Order,
    registers: Longs,
    values: Floats,
    budget: int,
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    game, stack = bare_game(whole_game), bare_stack(whole_stack)
    scorer, table = bare_scorer(whole_scorer), bare_table(whole_table)
    order = bare_order(whole_order)
    phase = registers[PHASE]
    ply = registers[PLY]
    if phase == START:
        plant(game, stack)
        registers[SCORED] = 0
        phase = ENTER
    status = PAUSED
    while True:
        if phase == BREED:
            breed(game, stack, ply, with_rows(stack, table, ply))
            registers[SCORED] = 0
            phase = CHILD
        if phase == CHILD:
            enter_child(stack, bare(registers), ply)
            ply += 1
            phase = ENTER
        if phase == ENTER:
            registers[NODES] += 1
            phase = WORK
            if registers[NODES] >= budget:
                status = PAUSED
                break
        if phase == WORK:
            status = work(game, scorer, stack, table, order, bare(registers), bare(values), ply)
            if status == PAUSED:
                phase = BREED
                continue
            if status != DONE:
                break
            phase = BACK
        if ply == 0:
            break
        ply -= 1
        phase = resume(game, stack, table, order, bare(registers), bare(values), ply)
        ply += phase == ENTER
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@kernel
def work(
    game: Narrow,
    scorer: Scorer,
    stack: Stack,
    table: Table,
    order: Order,
    registers: Longs,
    values: Floats,
    ply: int,
) -> int:
    """Find the value of a node (DONE), or its moves (PAUSED), or say what is in the way."""
    frames, frame = stack.frames, ply * FRAME
    ended = stack.ended[ply] >> np.uint64(frames[frame + LANE]) & np.uint64(1) != np.uint64(0)
    is_leaf = ended or frames[frame + DEPTH] == 0
    frames[frame + LENGTH] = 0
    frames[frame + SURE] = 1
    row = row_of(stack, ply)
    remembers = table.state[ON] and not registers[QUICK] and (table.state[LEAVES] or not is_leaf)
    if remembers:
        if not table.state[FIXED] and table.state[ENTRIES] + ply >= table.state[MOST]:
            return FULL
        if known(stack, table, values, ply, find(table, stack.rows, row)):
            return DONE
    if not is_leaf:
        return opened(game, stack, table, order, registers, ply)
    if ended:
        status = worth(game, stack, values, ply, registers[ROLE])
        if status != SETTLED:
            return NO_WORTH
    else:
        values[VALUE] = guess(scorer, stack, ply, registers[SCORED] != 0)
        registers[SCORED] = 1
        frames[frame + SURE] = 0
    registers[LEAVES_SEEN] += 1
    if remembers:
        nothing = int(np.int64(0))  # typed: numba would compile `keep` once more for a literal
        sure = frames[frame + SURE] != 0
        keep(table, stack.rows, row, nothing, values[VALUE], -np.inf, np.inf, nothing - 1, sure)
    return DONE


@inner
def known(stack: Stack, table: Table, values: Floats, ply: int, at: int) -> bool:
    """Whether the entry at a place of the table settles the window of a node."""
    frame = ply * FRAME
    rest = table.cells[at + table.words + REST]
    if not holds(rest, stack.frames[frame + DEPTH]):
        return False
    low = table.bounds[at + table.words + TABLE_LOW]
    high = table.bounds[at + table.words + TABLE_HIGH]
    at_least = low >= stack.windows[ply * WINDOW + HIGH] or low == high
    if not at_least and high > stack.windows[ply * WINDOW + LOW]:
        return False
    values[VALUE] = low if at_least else high
    stack.frames[frame + SURE] = rest & PROVEN != np.uint64(0)
    move = move_of(rest)
    if move >= 0:
        stack.frames[frame + LENGTH] = 1
        stack.lines[ply * stack.plies] = move
    return True


@inner
def opened(
    game: Narrow, stack: Stack, table: Table, order: Order, registers: Longs, ply: int
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
def begin_moves(stack: Stack, ply: int) -> None:
    """Go to the first move of a node, and to the window that it was entered with."""
    frame, window = ply * FRAME, ply * WINDOW
    stack.windows[window + LOW_NOW] = stack.windows[window + LOW]
    stack.windows[window + HIGH_NOW] = stack.windows[window + HIGH]
    stack.frames[frame + MOVE] = -1
    stack.frames[frame + AT] = stack.frames[frame + BEGIN]


@inner
def best_before(stack: Stack, table: Table, ply: int) -> int:
    """Return the move that the table would try first in a node; -1 is none."""
    if not table.state[ON] or not table.state[FIRST]:
        return -1
    at = find(table, stack.rows, row_of(stack, ply))
    return move_of(table.cells[at + table.words + REST])


@inner
def with_rows(stack: Stack, table: Table, ply: int) -> bool:
    """Whether anybody will ask for the rows of the children of a node."""
    if stack.frames[ply * FRAME + DEPTH] != 1:
        return True
    return bool(table.state[ON] != 0 and table.state[LEAVES] != 0)


@inner
def enter_child(stack: Stack, registers: Longs, ply: int) -> None:
    """Prepare the frame of the child being tried; scout tests all but the first."""
    frames, frame, child = stack.frames, ply * FRAME, (ply + 1) * FRAME
    depth = frames[frame + DEPTH]
    frames[child + DEPTH] = depth - 1 if depth > 0 else -1
    frames[child + LANE] = frames[frame + AT] - frames[frame + BROOD]
    low = stack.windows[ply * WINDOW + LOW_NOW]
    high = stack.windows[ply * WINDOW + HIGH_NOW]
    frames[frame + TESTING] = 0
    if registers[QUICK] == ply + 1:
        frames[child + DEPTH] = registers[SHALLOW] - 1
        low = -np.inf
        high = np.inf
    elif registers[SCOUT] and not registers[QUICK] and frames[frame + MOVE] >= 0:
        if frames[frame + MAXIMISING]:
            above = np.nextafter(low, np.inf)
            frames[frame + TESTING] = high != above
            high = above
        else:
            below = np.nextafter(high, -np.inf)
            frames[frame + TESTING] = low != below
            low = below
    stack.windows[(ply + 1) * WINDOW + LOW] = low
    stack.windows[(ply + 1) * WINDOW + HIGH] = high


@kernel
def resume(
    game: Narrow,
    stack: Stack,
    table: Table,
    order: Order,
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
    values[VALUE] = windows[window + BEST]
    if table.state[ON] and not registers[QUICK]:
        remember(stack, table, ply)
    return BACK


@inner
def next_child(stack: Stack, ply: int) -> int:
    """Go on to the next move of a node; returns the phase for that."""
    frames, frame = stack.frames, ply * FRAME
    frames[frame + AT] += 1
    return BREED if frames[frame + AT] - frames[frame + BROOD] == LANES else CHILD


@inner
def ranked(
    game: Narrow,
    stack: Stack,
    table: Table,
    order: Order,
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


@inner
def remember(stack: Stack, table: Table, ply: int) -> None:
    """Keep the answer for a node in the table."""
    frames, frame, window = stack.frames, ply * FRAME, ply * WINDOW
    value = stack.windows[window + BEST]
    low = stack.windows[window + LOW]
    high = stack.windows[window + HIGH]
    # Where all moves failed their mover, the best of them means nothing.
    good = value > low if frames[frame + MAXIMISING] else value < high
    move = frames[frame + MOVE] if good else -1
    row = row_of(stack, ply)
    sure = frames[frame + SURE] != 0
    keep(table, stack.rows, row, frames[frame + DEPTH], value, low, high, move, sure)


@inner
def take_line(stack: Stack, ply: int) -> None:
    """Make the line of a node its best move and the line of the child."""
    line = ply * stack.plies
    length = stack.frames[(ply + 1) * FRAME + LENGTH]
    stack.lines[line] = stack.frames[ply * FRAME + MOVE]
    for index in range(length):
        stack.lines[line + index + 1] = stack.lines[line + stack.plies + index]
    stack.frames[ply * FRAME + LENGTH] = length + 1
