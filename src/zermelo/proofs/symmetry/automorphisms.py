"""The automorphisms of a graph: enough of them to make all others of, and how many there are.

After McKay (Practical graph isomorphism, 1981): vertices are told apart one after the other until
nothing is left to tell apart, and then others are tried in their place, from the last to the first.
What is tried last fixes all vertices before it, so that the group grows by a known factor: the
orbit of the vertex (the theorem of orbit and stabiliser).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from zermelo.proofs.budget import Budget, OutOfStepsError, UnsettledError
from zermelo.proofs.symmetry.graph import ColouredGraph
from zermelo.proofs.symmetry.partition import Ints, Partition, Refiner
from zermelo.proofs.symmetry.twins import exchanges, numbered, twins

MOST_VERTICES = 1 << 25
"""Vertices of all partitions on the way together: each takes 16 bytes."""
SPLIT, VERTICES, ARCS = 100, 10, 10
"""Steps of a split, and of how many vertices, or arcs of an image that is tried, one more is."""


@dataclass(frozen=True, slots=True)
class PermutationGroup:
    """Permutations, as image of each vertex; of the group that they generate, the order.

    The order counts what they do to the chosen vertices. Those found first fix the most.
    """

    generators: tuple[Ints, ...]
    order: int
    complete: bool  # whether these are all automorphisms there are


@dataclass(slots=True)
class Orbits:
    """Which vertices are mapped to each other, as far as is known (union and find)."""

    parents: list[int]

    def find(self, vertex: int) -> int:
        """Return the vertex that its orbit is called by."""
        parents = self.parents
        while parents[vertex] != vertex:
            parents[vertex] = parents[parents[vertex]]
            vertex = parents[vertex]
        return vertex

    def join(self, image: Ints) -> None:
        """Join the orbits of vertices and their images."""
        for vertex in np.flatnonzero(image != np.arange(len(image))).tolist():
            self.parents[self.find(vertex)] = self.find(int(image[vertex]))

    def size(self, vertex: int, among: list[int]) -> int:
        """Return how many of some vertices are in the orbit of one."""
        orbit = self.find(vertex)
        return sum(self.find(other) == orbit for other in among)


@dataclass(slots=True)
class Seeker:
    """Looks for automorphisms of one graph until its budget is spent."""

    graph: ColouredGraph
    budget: Budget
    refiner: Refiner = field(init=False)
    path: list[Partition] = field(default_factory=list)  # the first way down, refined
    told: list[int] = field(default_factory=list)  # the vertex that was told apart at each step

    def __post_init__(self) -> None:
        """Look at the whole graph."""
        self.refiner = Refiner(self.graph)
        self.path.append(self.refiner.whole())

    def split(self, partition: Partition, vertex: int) -> Partition:
        """Return a partition in which a vertex is told apart, for the steps that it costs."""
        self.budget.check()
        self.budget.spend(SPLIT + self.graph.size // VERTICES)
        return self.refiner.split(partition, vertex)

    def descend(self) -> None:
        """Tell vertices apart, one after the other, until nothing is left."""
        while (cell := self.path[-1].open_cell(self.graph.chosen)) is not None:
            if len(self.path) * self.graph.size > MOST_VERTICES:
                raise OutOfStepsError  # for they would be, before long
            vertex = int(self.path[-1].vertices[cell])
            self.told.append(vertex)
            self.path.append(self.split(self.path[-1], vertex))

    def mapping(self, step: int, vertex: int) -> Ints | None:
        """Return an automorphism that fixes what was told apart before, and maps this to `vertex`.

        None if there is none. Depth first through all ways that look the same so far.
        """
        tries = [self.matching(step, self.path[step], iter([vertex]))]
        while tries:
            found = next(tries[-1], None)
            if found is None:
                tries.pop()
                continue
            deeper = step + len(tries)
            image = self.image(self.path[deeper], found)
            if image is not None:
                return image
            if deeper < len(self.told):
                wanted = self.told[deeper]
                cell = found.cell(int(self.path[deeper].cells[wanted]))
                # What can stay where it is comes first: short permutations are easier to read.
                cell.sort(key=lambda other: other != wanted)
                tries.append(self.matching(deeper, found, iter(cell)))
        return None

    def matching(
        self, step: int, partition: Partition, among: Iterator[int]
    ) -> Iterator[Partition]:
        """Yield the partitions that look as the first way does after `step`."""
        for vertex in among:
            found = self.split(partition, vertex)
            if found.trace == self.path[step + 1].trace:
                yield found

    def image(self, one: Partition, other: Partition) -> Ints | None:
        """Return the automorphism that maps cells to cells, those with the same vertices fixed.

        None if there are cells of several vertices that differ, or it is no automorphism.
        """
        if (one.sizes != other.sizes).any():
            return None
        image = np.empty_like(one.vertices)
        image[one.vertices] = other.vertices
        open_vertices = np.flatnonzero(one.sizes[one.cells] > 1)
        if (one.cells[open_vertices] != other.cells[open_vertices]).any():
            return None
        image[open_vertices] = open_vertices
        self.budget.spend(len(self.graph.targets) // ARCS)
        return image if self.refiner.is_automorphism(image) else None


def automorphisms(graph: ColouredGraph, budget: Budget) -> PermutationGroup:
    """Return the automorphisms of a graph, by what they do to its chosen vertices.

    When the budget is spent, what was found is returned: a subgroup, and its order.
    """
    classes = twins(graph)
    generators, order = exchanges(graph, classes)
    rest = searched(numbered(graph, classes), budget)
    return PermutationGroup((*generators, *rest.generators), order * rest.order, rest.complete)


def searched(graph: ColouredGraph, budget: Budget) -> PermutationGroup:
    """Return the automorphisms of a graph by refining and trying."""
    seeker = Seeker(graph, budget)
    orbits = Orbits(list(range(graph.size)))
    generators: list[Ints] = []
    order = 1
    try:
        seeker.descend()
    except UnsettledError:
        return PermutationGroup((), 1, False)
    for step in range(len(seeker.told) - 1, -1, -1):
        vertex = seeker.told[step]
        if vertex >= graph.chosen:
            continue  # follows from the others
        cell = seeker.path[step].cell(int(seeker.path[step].cells[vertex]))
        refused: set[int] = set()
        try:
            for other in cell:
                orbit = orbits.find(other)
                if orbit == orbits.find(vertex) or orbit in refused:
                    continue
                image = seeker.mapping(step, other)
                if image is None:
                    refused.add(orbit)
                else:
                    generators.append(image)
                    orbits.join(image)
                    refused = {orbits.find(one) for one in refused}
        except UnsettledError:
            order *= orbits.size(vertex, cell)
            return PermutationGroup(tuple(generators), order, False)
        order *= orbits.size(vertex, cell)
    return PermutationGroup(tuple(generators), order, True)
