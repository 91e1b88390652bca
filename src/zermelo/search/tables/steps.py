"""All moves of a batch of positions: who decides, and which positions follow."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding
from zermelo.sampling.matches import goal_table

BATCH = 4 * 1024
Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Steps:
    """What can be done in positions, and what ends are worth."""

    ended: NDArray[np.bool_]  # [positions]
    goals: Longs  # [positions, roles] at the ends
    going: Longs  # [going] the numbers of the positions before the end
    movers: Longs  # [going] who decides; the first role where nobody has a choice
    first: Longs  # [going] where the moves of each begin
    sizes: Longs  # [going] how many there are
    rows: Words  # [moves, words] what follows each move, folded


def steps_of(game: CompiledGame, rows: Words, folding: Folding | None) -> Steps:
    """Return all moves of positions [positions, words].

    Raises:
        UnsuitedError: goals of an end are not defined, a role cannot move, or two choose at once.
    """
    views = game.engine.view(rows)
    counts, goals = goal_table(game, views)
    ended: NDArray[np.bool_] = views.ended
    if (counts[ended] != 1).any():
        raise UnsuitedError(f"{game.name}: a role has no goal, or two, at an end")
    parents, joints = game.engine.children(views)
    going = np.flatnonzero(~ended)
    sizes = np.bincount(parents, minlength=len(rows))[going]
    if (sizes == 0).any():
        raise UnsuitedError(f"{game.name}: a role has no legal move before the end")
    first = np.cumsum(sizes) - sizes
    movers = np.zeros(len(going), np.int64)
    if len(going):
        choosing = np.minimum.reduceat(joints, first) != np.maximum.reduceat(joints, first)
        if (choosing.sum(axis=1) > 1).any():
            raise UnsuitedError(f"{game.name} has simultaneous moves: two roles choose at once")
        movers = choosing.argmax(axis=1)
    following = game.engine.step(rows[parents], joints)
    if folding and len(following):
        following = folding.folded(following)[0]
    return Steps(ended, goals, going, movers, first, sizes, following)


def unsorted_at(rows: Words) -> int | None:
    """Return the first of the rows [words, rows] that does not come after the one before it.

    >>> unsorted_at(np.array([[1, 1, 2], [5, 7, 0]], np.uint64))
    >>> unsorted_at(np.array([[1, 1, 2], [5, 5, 0]], np.uint64))
    1
    """
    after = np.zeros(max(rows.shape[1] - 1, 0), bool)
    for column in rows[::-1]:
        after = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & after)
    wrong = np.flatnonzero(~after)
    return int(wrong[0]) + 1 if len(wrong) else None
