"""A strong solution: the worth of every position that can be reached, to be asked at any time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State, Values
from zermelo.proofs.budget import Budget
from zermelo.proofs.symmetry.automorphisms import automorphisms
from zermelo.proofs.symmetry.folding import Folding
from zermelo.proofs.symmetry.graph import Sketch
from zermelo.search.positions.positions import ROOM, Positions
from zermelo.search.solve.graph import MEGABYTES, PositionGraph, Report, explore, movers_of
from zermelo.search.solve.retrograde import worths
from zermelo.search.tables.table import fingerprint as fingerprint
from zermelo.search.tables.table import found_in, in_order
from zermelo.search.worth import Worth as Worth


@dataclass(frozen=True, eq=False, slots=True)
class Solution:
    """Rows in ascending order, and what each is worth.

    If positions are folded, there is one row for all that are images of each other.
    """

    fingerprint: str  # of the game
    start: Words  # [words] the row that all others were reached from
    total: float | None  # what two roles share
    rows: Words  # [words, rows] sorted by the first word, then by the second, ...
    values: NDArray[np.float32]  # [rows] for the first role; NaN is none
    distances: Ints  # [rows] -1 is none
    moves: int  # from all rows together
    positions: int  # that can be reached, the start included; as many as rows if not folded
    folding: Folding | None = None  # by symmetries that leave the start as it is

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.values)

    def find(self, row: Words) -> int | None:
        """Return the number of a position's row, by bisection; None if it was not reached."""
        return found_in(self.rows, self.folding, row)

    def worth(self, row: Words) -> Worth | None:
        """Return what a row is worth; None if it is not among the positions."""
        number = self.find(row)
        if number is None:
            return None
        value, distance = float(self.values[number]), int(self.distances[number])
        values: Values | None = (value,) if self.total is None else (value, self.total - value)
        if np.isnan(value):
            values = None
        return Worth(values, None if distance < 0 else distance)


def solved(
    game: CompiledGame,
    start: State | None = None,
    *,
    megabytes: int = MEGABYTES,
    report: Report | None = None,
    folding: Folding | None = None,
    most: int | None = None,
) -> Solution:
    """Return the worth of every position that can be reached from `start`.

    Positions are folded if there is a `folding`, which must leave the start as it is. `most` is how
    many there may be.

    Raises:
        UnsuitedError: the game has no value that can be proved.
        LimitError: there are more positions than fit into the memory, or may be.
    """
    graph = explore(game, start, megabytes=megabytes, report=report, folding=folding, most=most)
    return sorted_solution(game, graph, folding, report)


def sorted_solution(
    game: CompiledGame, graph: PositionGraph, folding: Folding | None, report: Report | None = None
) -> Solution:
    """Return the worth of every position of a graph, which is of no use afterwards."""
    moves = len(graph.children)
    values, distances = worths(graph, report)
    if report:
        report(f"sorting {len(values):,} positions")
    order = in_order(graph.rows)
    return Solution(
        fingerprint(game),
        graph.rows[0].copy(),
        None if graph.total is None else float(graph.total),
        np.ascontiguousarray(graph.rows.T)[:, order],
        values[order],
        distances[order],
        moves,
        graph.stand_for,
        folding,
    )


def load_kernels(game: CompiledGame) -> None:
    """Run every kernel once, so that compiling or loading them is no part of the time."""
    if game.engine.has_kernels:
        from zermelo.search.solve.fast_graph import ask_for_kernel

        ask_for_kernel(game)
    game.children(game.initial)
    known = Positions(1)
    known.add(np.arange(ROOM, dtype=np.uint64)[:, None])
    movers_of(game, game.engine.view(game.row(game.initial)[None]))
    mover, goal = np.array([0, -1], np.int8), np.array([100], np.int16)
    size, child = np.array([1, 0], np.uint16), np.array([1], np.int32)
    for rising in (False, True):
        worths(PositionGraph(known.rows[:2], mover, size, child, goal, 100, [1, 1], 2, rising))
    automorphisms(Sketch(["one", "one"]).graph(), Budget(1000))
    Folding(np.zeros((1, 1), np.int32)).folded(known.rows[:1])
