"""What lemmas prove of nodes, as `zermelo.search.parts.proved` has it: tests of masks.

A table of endgames is asked before them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import Narrow
from zermelo.kernels.kernel import inner
from zermelo.kernels.operations import bare
from zermelo.search.window.kernels.endgames import (
    EndgameArrays,
    bare_endgames,
    ended_by_table,
)
from zermelo.search.window.kernels.leaf import VALUE
from zermelo.search.window.kernels.stack import (
    CEILING,
    CEILING_MOVE,
    FLOOR,
    FLOOR_MOVE,
    FRAME,
    HIGH,
    LENGTH,
    LOW,
    WINDOW,
    Stack,
    row_of,
    says,
)

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Lemmas(NamedTuple):
    """Bounds from below, the highest first, then bounds from above, the lowest first."""

    floors: int
    size: int  # how many there are in all
    masks: Words  # [size * 2 * words] the fluents that must hold, and those that must not
    worths: Floats  # [size]
    moves: Ints  # [size] of the side, numbered among those of all roles
    least: float  # goal that the role can have
    most: float
    endgames: EndgameArrays


@inner
def bare_lemmas(lemmas: Lemmas) -> Lemmas:
    """Return lemmas on bare memory."""
    return Lemmas(
        lemmas.floors,
        lemmas.size,
        bare(lemmas.masks),
        bare(lemmas.worths),
        bare(lemmas.moves),
        lemmas.least,
        lemmas.most,
        bare_endgames(lemmas.endgames),
    )


@inner
def settled(game: Narrow, stack: Stack, lemmas: Lemmas, values: Floats, ply: int) -> bool:
    """Whether a table or lemmas settle the window of a node.

    Its frame is told what lemmas prove of it.
    """
    if ended_by_table(stack, lemmas.endgames, values, ply):
        return True
    frames, frame = stack.frames, ply * FRAME
    windows, window = stack.windows, ply * WINDOW
    windows[window + FLOOR] = -np.inf
    windows[window + CEILING] = np.inf
    frames[frame + FLOOR_MOVE] = -1
    frames[frame + CEILING_MOVE] = -1
    if lemmas.size == 0:
        return False
    row = row_of(stack, ply)
    floor = covering(stack, lemmas, row, 0, lemmas.floors)
    ceiling = covering(stack, lemmas, row, lemmas.floors, lemmas.size)
    low, high = -np.inf, np.inf
    if floor >= 0:
        low = lemmas.worths[floor]
        frames[frame + FLOOR_MOVE] = choice(game, stack, lemmas, ply, floor)
    if ceiling >= 0:
        high = lemmas.worths[ceiling]
        frames[frame + CEILING_MOVE] = choice(game, stack, lemmas, ply, ceiling)
    if low >= lemmas.most:
        high = low
    elif high <= lemmas.least:
        low = high
    windows[window + FLOOR] = low
    windows[window + CEILING] = high
    exact = low == high
    if exact or low >= windows[window + HIGH]:
        values[VALUE] = low
        move = frames[frame + FLOOR_MOVE]
        if move < 0 and exact:
            move = frames[frame + CEILING_MOVE]
    elif high <= windows[window + LOW]:
        values[VALUE] = high
        move = frames[frame + CEILING_MOVE]
    else:
        return False
    if move >= 0:
        frames[frame + LENGTH] = 1
        stack.lines[ply * stack.plies] = move
    return True


@inner
def covering(stack: Stack, lemmas: Lemmas, row: int, first: int, end: int) -> int:
    """Return the first lemma of some that covers the state in a row; -1 is none."""
    words = stack.words
    for index in range(first, end):
        mask = index * 2 * words
        covers = True
        for word in range(words):
            held = stack.rows[row + word]
            present = lemmas.masks[mask + word]
            if held & present != present or held & lemmas.masks[mask + words + word] != np.uint64(
                0
            ):
                covers = False
                break
        if covers:
            return index
    return -1


@inner
def choice(game: Narrow, stack: Stack, lemmas: Lemmas, ply: int, index: int) -> int:
    """Return the move of a lemma, if it is legal, and not the only one of its side; else -1."""
    move = lemmas.moves[index]
    role = 0
    while move >= game.firsts[role + 1]:
        role += 1
    first = game.fluents + 1 + game.goals
    found, there = 0, False
    for one in range(game.firsts[role], game.firsts[role + 1]):
        if says(stack, ply, first + one):
            found += 1
            there = there or one == move
    return move if there and found > 1 else -1
