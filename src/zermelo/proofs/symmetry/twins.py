"""Twins: vertices with the same colour and the very same arcs, which may be exchanged at once.

Fluents that nothing depends on are such, by the thousand in some games. Every automorphism is one
that exchanges twins only, after one that keeps the order of twins; so twins are given numbers, and
what is left to find is what keeps the numbers.
"""

from dataclasses import replace
from itertools import pairwise
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from zermelo.proofs.symmetry.graph import ColouredGraph

Ints = NDArray[np.int32]
FEWEST_TWINS = 8
MOST_NUMBERS = 1 << 25
"""Numbers that all permutations may have together; twins beyond are left to the search."""


def twins(graph: ColouredGraph) -> list[list[int]]:
    """Return the chosen vertices that have twins, those together that are of each other."""
    alike: dict[tuple[int, bytes, bytes], list[int]] = {}
    for vertex in range(graph.chosen):
        arcs = slice(graph.first[vertex], graph.first[vertex + 1])
        targets, labels = graph.targets[arcs].tobytes(), graph.labels[arcs].tobytes()
        alike.setdefault((int(graph.colours[vertex]), targets, labels), []).append(vertex)
    classes = [vertices for vertices in alike.values() if len(vertices) > 1]
    return classes[: MOST_NUMBERS // (FEWEST_TWINS * graph.size)] if classes else []


def exchanges(graph: ColouredGraph, classes: list[list[int]]) -> tuple[list[Ints], int]:
    """Return permutations that make all exchanges of twins, and how many exchanges there are.

    Of many twins, the first are exchanged one by one, and all are moved round: that is enough.
    """
    found: list[Ints] = []
    for vertices in classes:
        cycles = list(map(list, pairwise(vertices[:FEWEST_TWINS])))
        for cycle in [*cycles, vertices] if len(vertices) > FEWEST_TWINS else cycles:
            image = np.arange(graph.size, dtype=np.int32)
            image[cycle] = np.roll(cycle, -1)
            found.append(image)
    return found, prod(factorial(len(vertices)) for vertices in classes)


def numbered(graph: ColouredGraph, classes: list[list[int]]) -> ColouredGraph:
    """Return the graph with twins told apart by their numbers."""
    numbers = np.zeros(graph.size, np.int32)
    for vertices in classes:
        numbers[vertices] = np.arange(len(vertices))
    pairs = np.stack([graph.colours, numbers], axis=1)
    _, colours = np.unique(pairs, axis=0, return_inverse=True)
    return replace(graph, colours=colours.reshape(-1).astype(np.int32))
