"""Depth-first proof-number search, as `zermelo.search.proofnumber.depth_first` has it.

The search is a machine with registers, a stack and a table, that can stop after any node and go on
later: so Python looks at the clock now and then. It enters the same nodes as the readable version.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, bare_game
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare
from zermelo.search.proofnumber.kernels.frames import (
    BEFORE,
    BEST,
    CHILD,
    CHOSEN,
    CUTS,
    DEEPER,
    DISPROOF,
    DISPROOF_LIMIT,
    DONE,
    ENTER,
    EPSILON,
    FULL,
    INFINITE,
    LEAVE,
    LEAVES_SEEN,
    LOOK,
    MOBILITY,
    NO_CHOICE,
    NO_WORTH,
    NODES,
    OWN,
    PAUSED,
    PHASE,
    PLY,
    PROOF,
    PROOF_LIMIT,
    ROLE,
    SEEN,
    START,
    SURE,
    THRESHOLD,
    WEAK,
    WEIGH,
    WORK,
    ProofFrames,
    bare_frames,
)
from zermelo.search.proofnumber.kernels.mobility import count_moves, expect
from zermelo.search.proofnumber.kernels.numbers import choose, count, is_within
from zermelo.search.proofnumber.kernels.table import (
    ENTRIES,
    MOST,
    UNASKED,
    ProofCells,
    bare_cells,
    find,
    hash_children,
    hash_with_depth,
    keep,
    recall,
)
from zermelo.search.window.kernels.leaf import SETTLED, VALUE, worth
from zermelo.search.window.kernels.stack import (
    AT,
    BEGIN,
    BROOD,
    CROWDED,
    DEPTH,
    END,
    FRAME,
    LANE,
    MAXIMISING,
    OPENED,
    Stack,
    bare_stack,
    breed,
    ends,
    open_node,
    plant,
)

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def search(
    whole_game: Narrow,
    whole_stack: Stack,
    whole_frames: ProofFrames,
    whole_table: ProofCells,
    whole_registers: Longs,
    whole_values: Floats,
    budget: int,
) -> int:
    """Search on until so many nodes are counted in all; say why it stopped."""
    game, stack = bare_game(whole_game), bare_stack(whole_stack)
    frames, table = bare_frames(whole_frames), bare_cells(whole_table)
    registers, values = bare(whole_registers), bare(whole_values)
    phase = registers[PHASE]
    ply = registers[PLY]
    status = PAUSED
    if phase == START:
        phase = begun(game, stack, frames, table, registers, values)
    while phase != START:
        if phase == ENTER:
            frames.own[ply * OWN + BEFORE] = registers[NODES]
            registers[NODES] += 1
            phase = WORK
            if registers[NODES] >= budget:
                break
        if phase == WORK:
            status = opened(game, stack, frames, table, registers, ply)
            if status != PAUSED:
                break
            phase = LOOK
        if phase == LOOK:
            status = looked(game, stack, frames, table, registers, values, ply)
            if status != PAUSED:
                break
            phase = WEIGH
        if phase == WEIGH:
            count(stack, frames, ply, registers[WEAK] != 0)
            if is_within(frames, ply):
                choose(stack, frames, ply, values[EPSILON], registers[WEAK] != 0)
                go_down(game, stack, frames, table, ply)
                ply += 1
                phase = ENTER
                continue
            phase = LEAVE
        leave(stack, frames, table, registers, values[THRESHOLD], ply)
        phase = START
        if ply > 0:
            ply -= 1
            hand_up(stack, frames, ply)
            phase = WEIGH
    if phase == START:
        status = DONE
    registers[PHASE] = phase
    registers[PLY] = ply
    return status


@inner
def begun(
    game: Narrow,
    stack: Stack,
    frames: ProofFrames,
    table: ProofCells,
    registers: Longs,
    values: Floats,
) -> int:
    """Plant the root, with what the table knows of it; returns the phase: START if that is all."""
    plant(game, stack)
    root = int(np.int64(0))
    left = stack.frames[DEPTH]
    hashed = hash_with_depth(stack.rows, root, stack.words, left)
    at = find(table, stack.rows, root, left, hashed)
    best = recall(table, at, values[THRESHOLD], frames.children, stack.ranks, root)
    if best == UNASKED and registers[MOBILITY]:
        count_moves(game, stack, frames, root)
        expect(game, frames, root, root, registers[ROLE])
    frames.own[PROOF] = frames.children[PROOF]
    frames.own[DISPROOF] = frames.children[DISPROOF]
    frames.own[SURE] = frames.children[2]
    frames.own[BEST] = best
    frames.own[SEEN] = 0
    frames.own[PROOF_LIMIT] = INFINITE
    frames.own[DISPROOF_LIMIT] = INFINITE
    frames.bounds[root] = stack.ranks[root]
    return ENTER if is_within(frames, root) else START


@inner
def opened(
    game: Narrow,
    stack: Stack,
    frames: ProofFrames,
    table: ProofCells,
    registers: Longs,
    ply: int,
) -> int:
    """List the moves of a node (PAUSED), or say what is in the way."""
    if ply + 1 >= stack.plies:
        return DEEPER
    if table.state[ENTRIES] + ply >= table.state[MOST]:
        return FULL
    begin = stack.frames[(ply - 1) * FRAME + END] if ply > 0 else 0
    status = open_node(game, stack, ply, begin, registers[ROLE])
    if status != OPENED:
        return DEEPER if status == CROWDED else NO_CHOICE
    frame = ply * FRAME
    frames.own[ply * OWN + SURE] = 1
    frames.own[ply * OWN + BEST] = -1
    frames.own[ply * OWN + SEEN] = stack.frames[frame + BEGIN]
    return PAUSED


@inner
def looked(
    game: Narrow,
    stack: Stack,
    frames: ProofFrames,
    table: ProofCells,
    registers: Longs,
    values: Floats,
    ply: int,
) -> int:
    """Look at the children of a node, up to one that answers the question for it (PAUSED)."""
    frame, own, children = ply * FRAME, ply * OWN, frames.children
    helps = PROOF if stack.frames[frame + MAXIMISING] else DISPROOF
    begin, end = stack.frames[frame + BEGIN], stack.frames[frame + END]
    for child in range(begin, end):
        if (child - begin) % LANES == 0:
            stack.frames[frame + AT] = child
            bring(game, stack, table, ply)
            if registers[MOBILITY]:
                count_moves(game, stack, frames, ply + 1)
        lane = child - stack.frames[frame + BROOD]
        if not known(game, stack, frames, table, registers, values, ply, child, lane):
            stack.frames[frame + AT] = child
            return NO_WORTH
        frames.own[own + SEEN] = child + 1
        if children[child * CHILD + helps] == 0 and children[child * CHILD + 2] != 0:
            break
    return PAUSED


@inner
def bring(game: Narrow, stack: Stack, table: ProofCells, ply: int) -> None:
    """Compute the brood of a node from the child that it is at."""
    frame = ply * FRAME
    breed(game, stack, ply, True)
    lanes = min(stack.frames[frame + END] - stack.frames[frame + BROOD], LANES)
    hash_children(stack, table, ply + 1, lanes, left_below(stack, ply))


@inner
def left_below(stack: Stack, ply: int) -> int:
    """Return how many moves the children of a node have left to the depth; -1 is to the end."""
    left = stack.frames[ply * FRAME + DEPTH]
    return int(left - 1 if left > 0 else -1)


@inner
def known(
    game: Narrow,
    stack: Stack,
    frames: ProofFrames,
    table: ProofCells,
    registers: Longs,
    values: Floats,
    ply: int,
    child: int,
    lane: int,
) -> bool:
    """Find what is known of a child before it is entered; whether its end, if it is one, is fine.

    An end is answered by its goals. What lies beyond the depth counts as not proved.
    """
    place, children = child * CHILD, frames.children
    left = left_below(stack, ply)
    if ends(game, stack, ply + 1) >> np.uint64(lane) & np.uint64(1) != np.uint64(0):
        stack.frames[(ply + 1) * FRAME + LANE] = lane
        registers[LEAVES_SEEN] += 1
        if worth(game, stack, values, ply + 1, registers[ROLE]) != SETTLED:
            return False
        proved = values[VALUE] >= values[THRESHOLD]
        children[place + PROOF] = 0 if proved else INFINITE
        children[place + DISPROOF] = INFINITE if proved else 0
        children[place + 2] = 1
        stack.ranks[child] = values[VALUE]
    elif left == 0:
        registers[LEAVES_SEEN] += 1
        children[place + PROOF] = INFINITE
        children[place + DISPROOF] = 0
        children[place + 2] = 0
        stack.ranks[child] = -np.inf
    else:
        below = (ply + 1) * LANES + lane
        at = find(table, stack.rows, below * stack.words, left, stack.hashes[below])
        best = recall(table, at, values[THRESHOLD], children, stack.ranks, child)
        if best == UNASKED and registers[MOBILITY]:
            expect(game, frames, child, lane, registers[ROLE])
    return True


@inner
def go_down(game: Narrow, stack: Stack, frames: ProofFrames, table: ProofCells, ply: int) -> None:
    """Prepare the frame of the child that was chosen, and its brood, if there is another one."""
    frame, child = ply * FRAME, (ply + 1) * FRAME
    chosen = frames.own[ply * OWN + CHOSEN]
    begin = stack.frames[frame + BEGIN]
    first = begin + (chosen - begin) // LANES * LANES
    if first != stack.frames[frame + BROOD]:
        stack.frames[frame + AT] = first
        bring(game, stack, table, ply)
    stack.frames[frame + AT] = chosen
    stack.frames[child + LANE] = chosen - first
    stack.frames[child + DEPTH] = left_below(stack, ply)


@inner
def hand_up(stack: Stack, frames: ProofFrames, ply: int) -> None:
    """Take what a child came to, to the node at `ply`."""
    own, below = ply * OWN, (ply + 1) * OWN
    chosen = frames.own[own + CHOSEN]
    place = chosen * CHILD
    frames.children[place + PROOF] = frames.own[below + PROOF]
    frames.children[place + DISPROOF] = frames.own[below + DISPROOF]
    frames.children[place + 2] = frames.own[below + SURE]
    stack.ranks[chosen] = frames.bounds[ply + 1]


@inner
def leave(
    stack: Stack,
    frames: ProofFrames,
    table: ProofCells,
    registers: Longs,
    threshold: float,
    ply: int,
) -> None:
    """Remember what a node came to."""
    own, children = ply * OWN, frames.children
    if frames.own[own + PROOF] == 0 or frames.own[own + DISPROOF] == 0:
        cut = 0
        for child in range(stack.frames[ply * FRAME + BEGIN], frames.own[own + SEEN]):
            place = child * CHILD
            cut |= children[place + PROOF] != 0 and children[place + DISPROOF] != 0
        registers[CUTS] += cut
    keep(stack, table, frames, ply, threshold, registers[NODES] - frames.own[own + BEFORE])


@kernel
def keep_path(
    whole_stack: Stack,
    whole_frames: ProofFrames,
    whole_table: ProofCells,
    registers: Longs,
    threshold: float,
) -> None:
    """Remember what the nodes above the one that was entered last have come to."""
    stack, frames = bare_stack(whole_stack), bare_frames(whole_frames)
    table = bare_cells(whole_table)
    for above in range(registers[PLY]):
        ply = registers[PLY] - 1 - above
        work = registers[NODES] - frames.own[ply * OWN + BEFORE]
        keep(stack, table, frames, ply, threshold, work)
        if ply > 0:
            hand_up(stack, frames, ply - 1)
