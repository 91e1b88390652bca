"""Partitions of a graph's vertices into cells of vertices that cannot be told apart.

`stable` says what refining means; `Refiner` does the same fast, and in an order of cells that
depends on nothing but the graph.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zermelo.proofs.symmetry.graph import ColouredGraph

if TYPE_CHECKING:
    from zermelo.proofs.symmetry.kernels.refine import Arcs, Room

Ints = NDArray[np.int32]


def stable(graph: ColouredGraph, colours: Sequence[int]) -> list[int]:
    """Return as few colours as possible so that equal ones have the same arcs to each colour."""
    known = list(colours)
    while True:
        told = [
            (
                known[vertex],
                *sorted(
                    (int(graph.labels[arc]), known[graph.targets[arc]])
                    for arc in range(graph.first[vertex], graph.first[vertex + 1])
                ),
            )
            for vertex in range(graph.size)
        ]
        ranks = {one: rank for rank, one in enumerate(sorted(set(told)))}
        if len(ranks) == len(set(known)):
            return known
        known = [ranks[one] for one in told]


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """Cells one behind the other, and the trace of how they came about.

    A cell is called by the place of its first vertex.
    """

    vertices: Ints  # [places] cell after cell
    places: Ints  # [vertices]
    cells: Ints  # [vertices] which cell each is in
    sizes: Ints  # [cells] of those places where a cell begins
    trace: int

    def cell(self, start: int) -> list[int]:
        """Return the vertices of a cell."""
        found: list[int] = self.vertices[start : start + self.sizes[start]].tolist()
        return found

    def open_cell(self, chosen: int) -> int | None:
        """Return the cell to look into next: the smallest open one, of the chosen vertices if any.

        None if every cell has one vertex.
        """
        for among in (self.cells[:chosen], self.cells[chosen:]):
            sizes = self.sizes[among]
            if (sizes > 1).any():
                # Of the smallest cells the first.
                found = among[sizes > 1]
                return int(found[np.lexsort((found, sizes[sizes > 1]))[0]])
        return None


@dataclass(slots=True)
class Refiner:
    """Makes partitions of one graph."""

    graph: ColouredGraph
    arcs: "Arcs" = field(init=False)
    room: "Room" = field(init=False)

    def __post_init__(self) -> None:
        """Make room."""
        from zermelo.proofs.symmetry.kernels.refine import Arcs, Room

        self.arcs = Arcs(self.graph.first, self.graph.targets, self.graph.labels)
        sums, queued = np.zeros(self.graph.size, np.uint64), np.zeros(self.graph.size, np.bool_)
        hits, queue, touched, splitter = np.zeros((4, self.graph.size), np.int32)
        self.room = Room(sums, hits, queue, queued, touched, splitter)

    def whole(self) -> Partition:
        """Return the partition by what can be told from the graph alone."""
        colours = self.graph.colours
        vertices = np.argsort(colours, kind="stable").astype(np.int32)
        places = np.empty_like(vertices)
        places[vertices] = np.arange(len(vertices), dtype=np.int32)
        _, starts, sizes_of = np.unique(colours[vertices], return_index=True, return_counts=True)
        sizes = np.zeros(len(vertices), np.int32)
        sizes[starts] = sizes_of
        cells = starts.astype(np.int32)[np.unique(colours, return_inverse=True)[1]]
        return self.refined(Partition(vertices, places, cells, sizes, 0), starts.tolist())

    def split(self, partition: Partition, vertex: int) -> Partition:
        """Return the partition in which `vertex` is told apart from the others of its cell.

        There must be others.
        """
        vertices, places = partition.vertices.copy(), partition.places.copy()
        cells, sizes = partition.cells.copy(), partition.sizes.copy()
        start = int(cells[vertex])
        place, other = int(places[vertex]), int(vertices[start])
        vertices[start], vertices[place] = vertex, other
        places[vertex], places[other] = start, place
        rest = vertices[start + 1 : start + sizes[start]]
        cells[rest] = start + 1
        sizes[start + 1], sizes[start] = sizes[start] - 1, 1
        return self.refined(Partition(vertices, places, cells, sizes, 0), [start])

    def refined(self, partition: Partition, waiting: list[int]) -> Partition:
        """Split the cells of a partition, given the cells that are new; its arrays are used up."""
        from zermelo.proofs.symmetry.kernels.refine import Cells, refine

        cells = Cells(partition.vertices, partition.places, partition.cells, partition.sizes)
        self.room.queue[: len(waiting)] = waiting
        trace = int(refine(self.arcs, cells, self.room, len(waiting)))
        return Partition(*cells, trace)

    def is_automorphism(self, image: Ints) -> bool:
        """Tell whether a permutation that respects colours maps arcs to arcs."""
        from zermelo.proofs.symmetry.kernels.refine import is_kept

        return bool(is_kept(self.arcs, image, self.room.sums))
