"""The children of a node, computed at once: their rows, their keys, and what ends are worth."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import expand, make
from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import lane_mask, lowest, turn_eight
from zermelo.search.exact.kernels.frames import (
    BEGIN,
    END,
    FIRST,
    FRAME,
    LANE,
    LANES,
    MAXIMISING,
    ROLE,
    TOTAL,
    TOTAL_KNOWN,
    ExactStack,
)
from zermelo.search.exact.kernels.table import BoundTable, fetch
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]
Longs = NDArray[np.int64]
ONE = np.uint64(1)
OPENED, SIMULTANEOUS, STUCK, CROWDED = range(4)


@inner
def open_node(game: Narrow, stack: ExactStack, ply: int, begin: int, role: int) -> int:
    """Put the moves of the node at `ply` in the pool from `begin` on; say whether that went well.

    `role` maximises. Where nobody has a choice the first role is the mover, as in a duel. The
    others' only moves are kept before the mover's: every chunk needs them.
    """
    tally, roles = stack.tally, game.roles
    first = begin + roles - 1
    if first + game.moves > stack.room:
        return CROWDED
    list_moves(game, stack, ply, first)
    mover = -1
    for one in range(roles):
        if tally[one] == 0:
            return STUCK
        if tally[one] > 1:
            if mover >= 0:
                return SIMULTANEOUS
            mover = one
    frame = ply * FRAME
    stack.frames[frame + MAXIMISING] = mover == role or mover < 0
    mover = max(mover, 0)
    other = begin
    for one in range(roles):
        if one != mover:
            stack.pool[other] = tally[roles + one]
            other += 1
    moves = tally[2 * roles + mover]
    if moves != first:
        for index in range(tally[mover]):
            stack.pool[first + index] = stack.pool[moves + index]
    stack.frames[frame + BEGIN] = first
    stack.frames[frame + END] = first + tally[mover]
    return OPENED


@inner
def list_moves(game: Narrow, stack: ExactStack, ply: int, first: int) -> None:
    """List all legal moves of the node at `ply` in the pool from `first` on, and tally them."""
    tally, roles = stack.tally, game.roles
    for role in range(roles):
        tally[role] = 0
    role, at = 0, first
    words = ply * stack.width + game.fluents + 1 + game.goals
    lane = ONE << np.uint64(stack.frames[ply * FRAME + LANE])
    for begin in range(0, game.moves, 64):
        rest = lane_mask(stack.broods, words + begin, lane)
        if game.moves - begin < 64:
            rest &= (ONE << np.uint64(game.moves - begin)) - ONE
        while rest != np.uint64(0):
            move = begin + lowest(rest)
            rest &= rest - ONE
            while move >= game.firsts[role + 1]:
                role += 1
            if tally[role] == 0:
                tally[roles + role] = move
                tally[2 * roles + role] = at
            tally[role] += 1
            stack.pool[at] = move
            at += 1


@inner
def lanes_of(stack: ExactStack, ply: int) -> int:
    """Return how many children the chunk of a node has."""
    left = stack.frames[ply * FRAME + END] - stack.frames[ply * FRAME + FIRST]
    return int(min(left, LANES))


@inner
def breed(game: Narrow, stack: ExactStack, ply: int) -> None:
    """Compute the children of the chunk of the node at `ply`."""
    frame = ply * FRAME
    own, first = stack.frames[frame + BEGIN], stack.frames[frame + FIRST]
    lanes = lanes_of(stack, ply)
    for index in range(own - game.roles + 1, own):
        make(game, stack.space, stack.pool[index], ~np.uint64(0))
    for lane in range(lanes):
        make(game, stack.space, stack.pool[first + lane], ONE << np.uint64(lane))
    row = int(ply * LANES + stack.frames[frame + LANE]) * stack.words
    expand(game, stack.space, stack.rows, row, stack.broods, (ply + 1) * stack.width)
    for index in range(own - game.roles + 1, own):
        make(game, stack.space, stack.pool[index], np.uint64(0))
    for lane in range(lanes):
        make(game, stack.space, stack.pool[first + lane], np.uint64(0))


@inner
def name_children(game: Narrow, stack: ExactStack, table: BoundTable, ply: int, lanes: int) -> None:
    """Find the rows of a brood, what stands for them in the table, and have that fetched."""
    words, first = stack.words, ply * LANES * stack.words
    turn(stack.broods, ply * stack.width, game.fluents, words, stack.rows, first, lanes)
    for word in range(first, first + lanes * words):
        stack.keys[word] = stack.rows[word]
    for number in range(stack.images):
        fold(game, stack, ply, lanes, number)
    for lane in range(ply * LANES, ply * LANES + lanes):
        hashed = hash_of(stack.keys, lane * words, words)
        stack.hashes[lane] = hashed
        fetch(table, hashed)


@inner
def turn(
    broods: Words, brood: int, fluents: int, words: int, rows: Words, first: int, lanes: int
) -> None:
    """Write the rows of the first lanes of a brood; up to seven more are written behind them."""
    for lane in range(0, lanes, 8):
        for word in range(words):
            to = first + lane * words + word
            turn_eight(broods, brood + 64 * word, lane, rows, to, words)
    inside = fluents - 64 * (words - 1)
    if inside < 64:
        mask = (ONE << np.uint64(inside)) - ONE
        for lane in range(lanes):
            rows[first + lane * words + words - 1] &= mask


@inner
def fold(game: Narrow, stack: ExactStack, ply: int, lanes: int, number: int) -> None:
    """Have the images of a brood's states by a symmetry stand for those that are larger.

    The last word counts most.
    """
    words, brood = stack.words, ply * stack.width
    for fluent in range(game.fluents):
        origin = stack.origins[number * game.fluents + fluent]
        stack.turned[fluent] = stack.broods[brood + origin]
    start = int(np.int64(0))
    turn(stack.turned, start, game.fluents, words, stack.image, start, lanes)
    for lane in range(lanes):
        key, image = (ply * LANES + lane) * words, lane * words
        word = words - 1
        while word > 0 and stack.image[image + word] == stack.keys[key + word]:
            word -= 1
        if stack.image[image + word] < stack.keys[key + word]:
            for each in range(words):
                stack.keys[key + each] = stack.image[image + each]


@inner
def look_at_ends(
    game: Narrow, stack: ExactStack, registers: Longs, ply: int, over: np.uint64
) -> bool:
    """Find the levels of the ends of a brood; whether their goals are as they should be.

    Every role must have one goal, and both must share out what they share out at other ends.
    """
    rest = over
    while rest != np.uint64(0):
        lane = lowest(rest)
        rest &= rest - ONE
        stack.own[lane] = -1
        stack.others[lane] = -1
    goals = ply * stack.width + game.fluents + 1
    good = True
    for goal in range(game.goals):
        rest = stack.broods[goals + goal] & over
        mine = game.goal_roles[goal] == registers[ROLE]
        while rest != np.uint64(0):
            lane = lowest(rest)
            rest &= rest - ONE
            if mine:
                good = good and stack.own[lane] < 0
                stack.own[lane] = goal
            else:
                good = good and stack.others[lane] < 0
                stack.others[lane] = game.goal_values[goal]
    rest = over
    while rest != np.uint64(0) and good:
        lane = lowest(rest)
        rest &= rest - ONE
        goal = stack.own[lane]
        good = goal >= 0 and stack.others[lane] >= 0
        if good:
            total = game.goal_values[goal] + stack.others[lane]
            if registers[TOTAL_KNOWN] == 0:
                registers[TOTAL] = total
                registers[TOTAL_KNOWN] = 1
            good = registers[TOTAL] == total
            stack.own[lane] = stack.levels[goal]
    return good


@inner
def weigh(game: Narrow, stack: ExactStack, ply: int, untried: np.uint64) -> None:
    """Score the children that may be searched: by the history of what their moves make true."""
    frame = ply * FRAME
    side = game.fluents * stack.frames[frame + MAXIMISING]
    parent = int(ply * LANES + stack.frames[frame + LANE]) * stack.words
    rest = untried
    while rest != np.uint64(0):
        child = (ply + 1) * LANES + lowest(rest)
        rest &= rest - ONE
        score = int(np.int64(0))
        for word in range(stack.words):
            new = stack.rows[child * stack.words + word] & ~stack.rows[parent + word]
            while new != np.uint64(0):
                score += stack.history[side + 64 * word + lowest(new)]
                new &= new - ONE
        stack.scores[child] = score


@inner
def credit(game: Narrow, stack: ExactStack, ply: int, lane: int, points: int) -> None:
    """Add points to the history of what the move to a child makes true."""
    frame = ply * FRAME
    side = game.fluents * stack.frames[frame + MAXIMISING]
    parent = int(ply * LANES + stack.frames[frame + LANE]) * stack.words
    child = ((ply + 1) * LANES + lane) * stack.words
    for word in range(stack.words):
        new = stack.rows[child + word] & ~stack.rows[parent + word]
        while new != np.uint64(0):
            stack.history[side + 64 * word + lowest(new)] += points
            new &= new - ONE
