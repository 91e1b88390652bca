"""Retrograde analysis: the worth of every position, from the ends backwards.

After Zermelo (1913) and Thompson (Retrograde analysis of certain endgames, 1986), for goals of any
number of values. `goal` is that of the first role; `even` is half of what two roles share.

The best goal is settled first, nearest to its ends first: a position is worth it if the role that
wants it has a move to such a position, or if the other role has no move left that is not known to
be as bad for it. Then comes the next lower goal, down to `even`, and the same for the other role
from the lowest goal upwards. What is left is what neither role can decide, and is worth `even`:
a match there ends with it, or not at all.

So an endless match counts as even, though the rules give it no goal. A single role must come to an
end: a position from which it cannot has no value.

Where every move leads to a position with a higher number, nothing is endless, and one sweep from
the last position to the first gives the same answer: every position comes after all that follow it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints
from zermelo.search.solve.graph import PositionGraph, Report

SLICE = 1 << 22
"""Positions that are looked at between two reports."""
MOST_LEVELS = 1 << 20
"""Levels up to which distances fit into the keys of a sweep."""


def worths(graph: PositionGraph, report: Report | None = None) -> tuple[NDArray[np.float32], Ints]:
    """Return the value for the first role, and the distance to the end, of every position.

    The distance is in moves, when the role that gets more than half hurries and the other delays;
    where both get half they take the shortest way. Both are without a number if there is none:
    NaN, and -1 for a match that does not end.
    """
    if can_sweep(graph):
        keys = swept(graph, report)
        graph.children = graph.children[:0]  # not needed any more, and large
        return keys.arrays()
    from zermelo.search.solve.kernels.backward import (
        Backward,
        count_parents,
        list_parents,
        settle,
        unsettled,
    )

    size = len(graph.movers)
    first = np.zeros(size + 1, np.int64)
    count_parents(graph.children, first)
    parents = np.empty(len(graph.children), np.int32)
    list_parents(graph.sizes, graph.children, first, parents)
    graph.children = parents[:0]  # not needed any more, and large
    board = Backward(
        first,
        parents,
        unsettled(graph.movers, graph.sizes),
        np.full(size, np.nan, np.float32),
        np.empty(size, np.int32),
        np.zeros(2, np.int64),
    )
    ends = np.flatnonzero(graph.movers < 0)
    for value, chooser in stages(graph):
        seeds = ends[graph.goals == value]
        board.values[seeds] = value
        board.marks[seeds] = 0
        board.queue[board.at[1] : board.at[1] + len(seeds)] = seeds
        board.at[1] += len(seeds)
        while board.at[0] < board.at[1]:
            settle(board, value, chooser, SLICE)
            if report:
                report(f"{int(board.at[0]):,} of {size:,} positions settled")
    endless = board.marks < 0
    board.marks[endless] = -1
    if graph.total is not None:
        board.values[endless] = graph.total / 2
    return board.values, board.marks


def stages(graph: PositionGraph) -> Iterator[tuple[float, int]]:
    """Yield each goal with the number of the role that wants it, in the order of settling."""
    from zermelo.search.solve.kernels.backward import EVERYBODY

    goals = sorted(set(map(float, np.unique(graph.goals).tolist())))
    even = -np.inf if graph.total is None else graph.total / 2
    yield from ((goal, 0) for goal in reversed(goals) if goal > even)
    yield from ((goal, 1) for goal in goals if goal < even)
    yield from ((goal, EVERYBODY) for goal in goals if goal == even)


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """What a sweep found: values and distances, one number for each position."""

    keys: Ints  # [positions]
    goals: NDArray[np.float32]  # in ascending order
    more: int  # the first goal that is more than half

    def arrays(self) -> tuple[NDArray[np.float32], Ints]:
        """Return the values for the first role, and the distances."""
        from zermelo.search.solve.kernels.sweep import told_by_keys

        values, distances = np.empty(len(self.keys), np.float32), np.empty_like(self.keys)
        told_by_keys(self.keys, self.goals, self.more, values, distances)
        return values, distances

    def at(self, number: int) -> tuple[float, int]:
        """Return the value and the distance of a position."""
        from zermelo.search.solve.kernels.sweep import told_by_keys

        value, distance = np.empty(1, np.float32), np.empty(1, np.int32)
        told_by_keys(self.keys[number : number + 1], self.goals, self.more, value, distance)
        return float(value[0]), int(distance[0])


def can_sweep(graph: PositionGraph) -> bool:
    """Whether one sweep settles all positions."""
    return graph.rising and len(graph.levels) <= MOST_LEVELS


def swept(graph: PositionGraph, report: Report | None = None) -> Keys:
    """Return what `worths` does, for positions whose moves lead to higher numbers."""
    from zermelo.search.solve.kernels.sweep import Sweep, sweep

    size = len(graph.movers)
    goals = np.unique(graph.goals)
    half = -np.inf if graph.total is None else graph.total / 2
    even = np.flatnonzero(goals == half)
    more = int(np.searchsorted(goals, half, "right"))
    board = Sweep(
        graph.movers,
        graph.sizes,
        graph.children,
        np.searchsorted(goals, graph.goals).astype(np.int16),
        np.empty(size, np.int32),
        np.array([size, len(graph.children), len(graph.goals)], np.int64),
    )
    while board.at[0]:
        sweep(board, int(even[0]) if len(even) else -1, more, SLICE)
        if report:
            report(f"{size - int(board.at[0]):,} of {size:,} positions settled")
    return Keys(board.keys, goals.astype(np.float32), more)
