"""Whether a position can come again: asked of all that can be reached, where that is possible."""

import numpy as np

from zermelo.errors import LimitError, UnsuitedError
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State
from zermelo.search.solve.graph import Graph, explore

MEGABYTES = 256
"""What exploring may take: some million positions."""


def may_repeat(game: CircuitGame, start: State) -> bool:
    """Return whether some position may come again; True also if there are too many to know."""
    try:
        graph = explore(game, start, megabytes=MEGABYTES)
    except (LimitError, UnsuitedError):
        return True
    return has_cycle(graph)


def has_cycle(graph: Graph) -> bool:
    """Return whether moves lead back: what nothing leads to is taken away, layer by layer."""
    ends = np.cumsum(graph.sizes)
    begins = ends - graph.sizes
    coming = np.bincount(graph.children, minlength=len(graph.sizes))
    layer = np.flatnonzero(coming == 0)
    gone = 0
    while len(layer):
        gone += len(layer)
        moves = np.concatenate([np.arange(begins[one], ends[one]) for one in layer])
        left, times = np.unique(graph.children[moves], return_counts=True)
        coming[left] -= times
        layer = left[coming[left] == 0]
    return gone < len(graph.sizes)
