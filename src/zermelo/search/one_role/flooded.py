"""Breadth-first search in batches: in memory, then on disk, folded if that is wanted."""

import numpy as np

from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding, folding
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.search.base import OutOfTimeError
from zermelo.search.one_role.disk import Disk
from zermelo.search.one_role.flood import Flood, LevelStore
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.memory import StateMemory

MEMORY = 2 << 30
"""Bytes that states may have where the caller sets no limit."""


def flooded(
    goal_search: GoalSearch, *, fold: bool = False, memory: int | None = None
) -> tuple[SearchVerdict, list[int]]:
    """Look for a nearest end that is worth enough, and keep the way to the best.

    Args:
        goal_search: of a compiled puzzle.
        fold: look at one state only of those that are images of each other by a symmetry.
        memory: bytes for states; what is more goes to disk.

    Returns:
        how it ended, and how many states there are at each distance, as far as they were seen.
    """
    game = goal_search.puzzle.game.compiled
    assert game is not None, "only compiled games are flooded"
    limits = [limit for limit in (memory, goal_search.clock.limits.memory) if limit is not None]
    folds = folding_of(game) if fold else None
    first = game.row(goal_search.start)
    if folds is not None:
        first = folds.folded(first[None])[0][0]
    store = StateMemory.holding(first, min(limits, default=MEMORY))
    flood = Flood(goal_search, game, store, folds, to_disk)
    try:
        verdict = flood.run()
        goal_search.best = flood.found()
        return verdict, flood.levels
    except OutOfTimeError:
        if isinstance(flood.store, StateMemory):  # the way back from disk would take its time
            goal_search.best = flood.found()
        raise
    finally:
        flood.store.close()


def to_disk(flood: Flood) -> LevelStore:
    """Return the states of a flood on disk."""
    assert isinstance(flood.store, StateMemory)
    ends = np.cumsum(flood.levels[:-1]).tolist()
    return Disk.taking_over(flood.store, ends, flood.children)


def folding_of(game: CompiledGame) -> Folding | None:
    """Return how to fold states by the symmetries of the rules; None if there are none."""
    if game.program is None:
        return None
    folds = folding(symmetries(game.program), game.dimensions.fluents)
    return folds if folds.order > 1 else None
