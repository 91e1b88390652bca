"""Alpha-beta with a table, as `zermelo.search.algorithms.alphabeta` has it, without recursion.

The search is a machine with registers, a stack and a table, that can stop after any node and go on
later: so Python looks at the clock now and then. It has the same value, line and counts as the
readable version.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.kernels.kernel import kernel
from zermelo.circuit.kernels.narrow import LANES, population
from zermelo.circuit.narrow import Narrow
from zermelo.search.kernels.stack import (
    AT,
    BEGIN,
    BEST,
    BROOD,
    CROWDED,
    DEPTH,
    END,
    HIGH,
    HIGH_NOW,
    LANE,
    LENGTH,
    LOW,
    LOW_NOW,
    MAXIMISING,
    MOVE,
    OPENED,
    SIMULTANEOUS,
    SURE,
    TRY,
    Stack,
    breed,
    open_node,
    put_first,
)
from zermelo.search.kernels.table import ENTRIES, FIXED, MOST, ON, REST, Table, find, holds, keep
from zermelo.search.kernels.table import HIGH as TABLE_HIGH
from zermelo.search.kernels.table import LOW as TABLE_LOW
from zermelo.search.kernels.table import PROVEN, move_of

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

PHASE, PLY, NODES, LEAVES, CUTS, ROLE, EVALUATOR, SCOUT = range(8)
VALUE, TOTAL = range(2)
"""Registers: of integers; of floats. A total that is not known yet is not a number."""
REGISTERS = 8
ENTER, WORK, BACK = range(3)
"""Phases: a node is to be entered, has been counted, is left with its value."""
DONE, PAUSED, DEEPER, FULL, NO_GOAL, NOT_CONSTANT, SEVERAL_CHOOSE, NO_MOVE = range(8)
"""Statuses; for DEEPER and FULL the caller makes room and calls again."""
EVEN, GOALS, MOBILITY = range(3)
"""Evaluators."""


@kernel
def search(
    game: Narrow, stack: Stack, table: Table, registers: Longs, values: Floats, budget: int
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    phase = registers[PHASE]
    ply = registers[PLY]
    status = PAUSED
    while True:
        if phase == ENTER:
            registers[NODES] += 1
            phase = WORK
            if registers[NODES] >= budget:
                break
        if phase == WORK:
            status = work(game, stack, table, registers, values, ply)
            if status == DONE:
                phase = BACK
            elif status == PAUSED:
                ply += 1
                phase = ENTER
                continue
            else:
                break
        if ply == 0:
            status = DONE
            break
        ply -= 1
        if resume(game, stack, table, registers, values, ply):
            ply += 1
            phase = ENTER
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@kernel
def work(
    game: Narrow, stack: Stack, table: Table, registers: Longs, values: Floats, ply: int
) -> int:
    """Find the value of a node (DONE), or its first child (PAUSED), or say what is in the way."""
    frame = stack.frames[ply]
    window = stack.windows[ply]
    lane = np.uint64(frame[LANE])
    frame[LENGTH] = 0
    frame[SURE] = 1
    if stack.ended[ply] >> lane & np.uint64(1) != np.uint64(0):
        status = worth(game, stack, registers, values, ply)
        registers[LEAVES] += status == DONE
        return status
    if frame[DEPTH] == 0:
        values[VALUE] = guess(game, stack, registers, ply)
        registers[LEAVES] += 1
        frame[SURE] = 0
        return DONE
    best_before = -1
    if table.state[ON]:
        at = find(table, stack.rows[ply, frame[LANE]])
        rest = table.cells[at + table.words + REST]
        best_before = move_of(rest)
        if holds(rest, frame[DEPTH]):
            low = table.bounds[at + table.words + TABLE_LOW]
            high = table.bounds[at + table.words + TABLE_HIGH]
            settled = low >= window[HIGH] or low == high
            if settled or high <= window[LOW]:
                values[VALUE] = low if settled else high
                frame[SURE] = rest & PROVEN != np.uint64(0)
                if best_before >= 0:
                    frame[LENGTH] = 1
                    stack.lines[ply, 0] = best_before
                return DONE
        if not table.state[FIXED] and table.state[ENTRIES] + ply >= table.state[MOST]:
            return FULL
    if ply + 1 >= stack.frames.shape[0]:
        return DEEPER
    begin = stack.frames[ply - 1, END] if ply > 0 else 0
    status = open_node(game, stack, ply, begin, registers[ROLE])
    if status != OPENED:
        if status == CROWDED:
            return DEEPER
        return SEVERAL_CHOOSE if status == SIMULTANEOUS else NO_MOVE
    if best_before >= 0:
        put_first(stack, ply, best_before)
    window[LOW_NOW] = window[LOW]
    window[HIGH_NOW] = window[HIGH]
    frame[AT] = frame[BEGIN]
    frame[BROOD] = frame[BEGIN]
    frame[MOVE] = -1
    below = enter_child(stack, ply)
    breed(game, stack, ply, below != 0 or registers[EVALUATOR] == MOBILITY)
    return PAUSED


@kernel
def enter_child(stack: Stack, ply: int) -> int:
    """Prepare the frame of the child being tried; returns the depth left there."""
    frame = stack.frames[ply]
    child = stack.frames[ply + 1]
    child[DEPTH] = frame[DEPTH] - 1 if frame[DEPTH] > 0 else -1
    child[LANE] = frame[AT] - frame[BROOD]
    stack.windows[ply + 1, LOW] = stack.windows[ply, LOW_NOW]
    stack.windows[ply + 1, HIGH] = stack.windows[ply, HIGH_NOW]
    return child[DEPTH]


@kernel
def resume(
    game: Narrow, stack: Stack, table: Table, registers: Longs, values: Floats, ply: int
) -> bool:
    """Take the value of a child to the node at `ply`; says whether there is another to enter."""
    frame = stack.frames[ply]
    window = stack.windows[ply]
    value = values[VALUE]
    maximising = frame[MAXIMISING] != 0
    frame[SURE] &= stack.frames[ply + 1, SURE]
    if frame[MOVE] < 0 or (value > window[BEST] if maximising else value < window[BEST]):
        window[BEST] = value
        frame[MOVE] = stack.pool[frame[AT]]
        length = stack.frames[ply + 1, LENGTH]
        stack.lines[ply, 0] = frame[MOVE]
        for index in range(length):
            stack.lines[ply, index + 1] = stack.lines[ply + 1, index]
        frame[LENGTH] = length + 1
        if maximising:
            window[LOW_NOW] = max(window[LOW_NOW], value)
        else:
            window[HIGH_NOW] = min(window[HIGH_NOW], value)
    if frame[AT] + 1 < frame[END]:
        if window[LOW_NOW] < window[HIGH_NOW]:
            frame[AT] += 1
            if frame[AT] - frame[BROOD] == LANES:
                with_legal = stack.frames[ply + 1, DEPTH] != 0 or registers[EVALUATOR] == MOBILITY
                breed(game, stack, ply, with_legal)
            enter_child(stack, ply)
            return True
        registers[CUTS] += 1
    values[VALUE] = window[BEST]
    if table.state[ON]:
        keep(
            table,
            stack.rows[ply, frame[LANE]],
            frame[DEPTH],
            window[BEST],
            window[LOW],
            window[HIGH],
            frame[MOVE],
            frame[SURE] != 0,
        )
    return False


@kernel
def goal_of(game: Narrow, stack: Stack, ply: int, role: int) -> float:
    """Return the only goal of a role in the node at `ply`; not a number if it has none, or two."""
    lane = np.uint64(stack.frames[ply, LANE])
    found = np.nan
    several = False
    for index in range(game.goal_roles.size):
        holds_here = stack.goals[ply, index] >> lane & np.uint64(1) != np.uint64(0)
        if holds_here and game.goal_roles[index] == role:
            value = float(game.goal_values[index])
            several = several or (found == found and found != value)
            found = value
    return np.nan if several else found


@kernel
def worth(game: Narrow, stack: Stack, registers: Longs, values: Floats, ply: int) -> int:
    """Find what the maximising role gets at an end, and hold its total to that of other ends."""
    mine = goal_of(game, stack, ply, registers[ROLE])
    if np.isnan(mine):
        return NO_GOAL
    values[VALUE] = mine
    roles = game.roles.size - 1
    if roles > 1:
        total = 0.0
        for role in range(roles):
            goal = goal_of(game, stack, ply, role)
            if not np.isnan(goal):
                total += goal
        if np.isnan(values[TOTAL]):
            values[TOTAL] = total
        elif values[TOTAL] != total:
            return NOT_CONSTANT
    return DONE


@kernel
def guess(game: Narrow, stack: Stack, registers: Longs, ply: int) -> float:
    """Return what the maximising role may expect of a node that is not the end."""
    role = registers[ROLE]
    if registers[EVALUATOR] == GOALS:
        goal = goal_of(game, stack, ply, role)
        return 50.0 if np.isnan(goal) else goal
    if registers[EVALUATOR] == MOBILITY:
        legal = stack.legal[ply, stack.frames[ply, LANE]]
        mine = 0
        total = 0
        for word in range(legal.size):
            total += population(legal[word])
        for move in range(game.roles[role], game.roles[role + 1]):
            mine += np.int64(legal[move >> 6] >> np.uint64(move & 63) & np.uint64(1))
        return 100.0 * mine / max(1, total)
    return 50.0
