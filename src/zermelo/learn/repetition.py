"""Whether every match from a position ends: asked of all positions, if they are not too many."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.learn.guarantees import Guarantees, guarantees

MEGABYTES = 256
"""Memory for exploring: enough for some million positions."""


def may_repeat(game: CompiledGame, start: State) -> bool:
    """Return whether a match may go on for ever, or stop before its end.

    True also if there are too many positions to know.
    """
    graph = explored(game, start)
    return graph is None or goes_on(graph.ended, graph.parents, graph.children)


def explored(
    game: CompiledGame, start: State, report: Callable[[str], None] | None = None
) -> Guarantees | None:
    """Return all positions and moves; None if they do not fit."""
    try:
        return guarantees(game, start, megabytes=MEGABYTES, report=report)
    except LimitError:
        return None


def goes_on(ended: NDArray[np.bool_], parents: Ints, children: Ints) -> bool:
    """Return whether moves lead back, or a position before the end has no move.

    Positions that no others lead to are taken away, layer by layer; a cycle is never taken.
    """
    positions = len(ended)
    moves = np.bincount(parents, minlength=positions)
    if (moves[~ended] == 0).any():
        return True
    children = children[np.argsort(parents, kind="stable")]
    ends = np.cumsum(moves)
    begins = ends - moves
    coming = np.bincount(children, minlength=positions)
    layer = np.flatnonzero(coming == 0)
    gone = 0
    while len(layer):
        gone += len(layer)
        found = np.concatenate([np.arange(begins[one], ends[one]) for one in layer])
        left, times = np.unique(children[found], return_counts=True)
        coming[left] -= times
        layer = left[coming[left] == 0]
    return gone < positions
