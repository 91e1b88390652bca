"""Proof numbers of a node by those of its children, and which child to search how far.

As `zermelo.search.proofnumber.node` and `depth_first` have it.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.kernels.kernel import inner
from zermelo.search.proofnumber.kernels.frames import (
    BEST,
    CHILD,
    CHOSEN,
    DISPROOF,
    DISPROOF_LIMIT,
    INFINITE,
    OWN,
    PROOF,
    PROOF_LIMIT,
    SEEN,
    SURE,
    ProofFrames,
)
from zermelo.search.window.kernels.stack import BEGIN, FRAME, MAXIMISING, Stack

Longs = NDArray[np.int64]


@inner
def added(found: int, number: int) -> int:
    """Return a sum that is infinite if one of the numbers is, and only then."""
    if found == INFINITE or number == INFINITE:
        return INFINITE
    return min(found + number, INFINITE - 1)


@inner
def count(stack: Stack, frames: ProofFrames, ply: int, weak: bool) -> None:
    """Find the numbers of a node by those of its children, and what a solved node is worth."""
    own, children = ply * OWN, frames.children
    mine = PROOF if stack.frames[ply * FRAME + MAXIMISING] else DISPROOF
    other = DISPROOF if mine == PROOF else PROOF
    begin, end = stack.frames[ply * FRAME + BEGIN], frames.own[own + SEEN]
    least, rest, others = INFINITE, 0, 0
    for child in range(begin, end):
        least = min(least, children[child * CHILD + mine])
        number = children[child * CHILD + other]
        others += number > 0
        rest = max(rest, number) if weak else added(rest, number)
    if weak and 0 < rest < INFINITE:
        rest = min(rest + others - 1, INFINITE - 1)
    frames.own[own + mine] = least
    frames.own[own + other] = rest
    if least == 0:
        settle_by_one(stack, frames, ply, mine)
    elif rest == 0:
        settle_by_all(stack, frames, ply, mine == PROOF)


@inner
def settle_by_one(stack: Stack, frames: ProofFrames, ply: int, mine: int) -> None:
    """Note the child by which a node is solved: the first that is sure, else the first."""
    own, children = ply * OWN, frames.children
    chosen = -1
    for child in range(stack.frames[ply * FRAME + BEGIN], frames.own[own + SEEN]):
        if children[child * CHILD + mine] == 0:
            sure = children[child * CHILD + 2] != 0
            if sure or chosen < 0:
                chosen = child
            if sure:
                break
    frames.own[own + BEST] = stack.pool[chosen]
    frames.own[own + SURE] = children[chosen * CHILD + 2]
    frames.bounds[ply] = stack.ranks[chosen]


@inner
def settle_by_all(stack: Stack, frames: ProofFrames, ply: int, maximising: bool) -> None:
    """Note what a node is worth where no child helps the role that decides there."""
    own, children = ply * OWN, frames.children
    begin = stack.frames[ply * FRAME + BEGIN]
    bound = stack.ranks[begin]
    sure = 1
    for child in range(begin, frames.own[own + SEEN]):
        further = stack.ranks[child]
        bound = max(bound, further) if maximising else min(bound, further)
        sure &= children[child * CHILD + 2]
    frames.own[own + SURE] = sure
    frames.bounds[ply] = bound


@inner
def is_within(frames: ProofFrames, ply: int) -> bool:
    """Whether both numbers of a node are below their limits."""
    own = ply * OWN
    return bool(
        frames.own[own + PROOF] < frames.own[own + PROOF_LIMIT]
        and frames.own[own + DISPROOF] < frames.own[own + DISPROOF_LIMIT]
    )


@inner
def choose(stack: Stack, frames: ProofFrames, ply: int, epsilon: float, weak: bool) -> None:
    """Choose the first child with the least to do, and set its limits."""
    own, below, children = ply * OWN, (ply + 1) * OWN, frames.children
    maximising = stack.frames[ply * FRAME + MAXIMISING] != 0
    mine = PROOF if maximising else DISPROOF
    other = DISPROOF if maximising else PROOF
    chosen = -1
    least, second = INFINITE, INFINITE
    begin, end = stack.frames[ply * FRAME + BEGIN], frames.own[own + SEEN]
    for child in range(begin, end):
        number = children[child * CHILD + mine]
        if chosen < 0:
            chosen, least = child, number
        elif number < least:
            chosen, least, second = child, number, least
        else:
            second = min(second, number)
    more = np.int64(min(epsilon * second, float(INFINITE)))
    enough = min(frames.own[own + PROOF_LIMIT + mine], second + 1 + more)
    rest = frames.own[own + PROOF_LIMIT + other]
    if rest < INFINITE:
        others = 0
        for child in range(begin, end):
            if child != chosen:
                number = children[child * CHILD + other]
                others = others + (number > 0) if weak else added(others, number)
        rest = max(rest - others, 1, children[chosen * CHILD + other] + 1)
    frames.own[own + CHOSEN] = chosen
    frames.own[below + PROOF_LIMIT + mine] = enough
    frames.own[below + PROOF_LIMIT + other] = rest
    frames.own[below + PROOF] = children[chosen * CHILD + PROOF]
    frames.own[below + DISPROOF] = children[chosen * CHILD + DISPROOF]
