"""Automorphisms of graphs, held to what trying all permutations finds."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.proofs.budget import Budget
from zermelo.proofs.symmetry.automorphisms import (
    SPLIT,
    VERTICES,
    PermutationGroup,
    Seeker,
    automorphisms,
    searched,
)
from zermelo.proofs.symmetry.folding import generated
from zermelo.proofs.symmetry.graph import ColouredGraph, Sketch
from zermelo.proofs.symmetry.partition import Partition, Refiner, stable
from zermelo.proofs.symmetry.twins import exchanges, twins

ENOUGH = 10**9


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> ColouredGraph:
    """Small graphs, of which many are symmetric: few colours, few kinds of arcs."""
    size = draw(st.integers(1, most))
    vertices = st.integers(0, size - 1)
    colours = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    arcs = draw(st.sets(st.tuples(vertices, vertices, st.integers(0, 1)), max_size=2 * size))
    sketch = Sketch(list(colours))
    sketch.arcs += [(source, target, sketch.kind(kind)) for source, target, kind in sorted(arcs)]
    if draw(st.booleans()):
        # Twice the same, side by side: no less symmetric than each.
        sketch.colours *= 2
        sketch.arcs += [(one + size, other + size, kind) for one, other, kind in sketch.arcs]
    chosen = draw(st.integers(0, len(sketch.colours))) if draw(st.booleans()) else None
    if chosen is not None:
        sketch.colours = [(colour, place < chosen) for place, colour in enumerate(sketch.colours)]
    return sketch.graph(chosen)


def undirected(size: int, edges: list[tuple[int, int]]) -> ColouredGraph:
    sketch = Sketch(["any" for _ in range(size)])
    sketch.arcs += [(one, other, sketch.kind("edge")) for one, other in edges]
    sketch.arcs += [(other, one, sketch.kind("edge")) for one, other in edges]
    return sketch.graph()


def pairs(size: int) -> ColouredGraph:
    """So many arcs that have nothing to do with each other."""
    sketch = Sketch(["any"] * (2 * size))
    sketch.arcs += [(one, one + size, sketch.kind("arc")) for one in range(size)]
    return sketch.graph()


def by_trying(graph: ColouredGraph) -> set[tuple[int, ...]]:
    """Every automorphism, by its definition."""
    arcs = {tuple(arc) for arc in graph.arcs.tolist()}
    return {
        image
        for image in permutations(range(graph.size))
        if all(graph.colours[image[v]] == graph.colours[v] for v in range(graph.size))
        and {(image[one], image[other], kind) for one, other, kind in arcs} == arcs
    }


def cells_of(partition: Partition) -> set[frozenset[int]]:
    return {frozenset(partition.cell(start)) for start in partition.cells.tolist()}


def cells_by_colour(colours: list[int]) -> set[frozenset[int]]:
    return {
        frozenset(vertex for vertex, own in enumerate(colours) if own == colour)
        for colour in colours
    }


@given(graphs(most=12))
def test_refining_finds_the_stable_colours(graph: ColouredGraph) -> None:
    refiner = Refiner(graph)
    whole = refiner.whole()
    colours = stable(graph, graph.colours.tolist())
    assert cells_of(whole) == cells_by_colour(colours)
    for vertex in np.flatnonzero(whole.sizes[whole.cells] > 1).tolist():
        told = [2 * colour + (other == vertex) for other, colour in enumerate(colours)]
        assert cells_of(refiner.split(whole, vertex)) == cells_by_colour(stable(graph, told))
    assert all(not part.any() for part in (refiner.room.sums, refiner.room.hits))


@given(graphs(most=3))
def test_automorphisms_are_those_that_trying_finds(graph: ColouredGraph) -> None:
    wanted = by_trying(graph)
    found = automorphisms(graph, Budget(ENOUGH))
    assert found.complete
    assert found.order == len({image[: graph.chosen] for image in wanted})
    assert {tuple(image.tolist()) for image in found.generators} <= wanted
    if found.generators:
        group = generated(found.generators, len(wanted))
        assert group is not None
        assert len({tuple(one[: graph.chosen].tolist()) for one in group}) == found.order


@pytest.mark.parametrize(
    ("graph", "order"),
    [
        (undirected(7, [(i, (i + 1) % 7) for i in range(7)]), 14),
        (undirected(8, [(i, i ^ bit) for i in range(8) for bit in (1, 2, 4) if i < i ^ bit]), 48),
        (
            undirected(
                10,
                [(i, (i + 1) % 5) for i in range(5)]
                + [(i, i + 5) for i in range(5)]
                + [(5 + i, 5 + (i + 2) % 5) for i in range(5)],
            ),
            120,
        ),
        (undirected(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]), 72),
        (Sketch(["any"] * 20).graph(), 2432902008176640000),
        (Sketch([]).graph(), 1),
    ],
    ids=["heptagon", "cube", "Petersen graph", "two triangles", "twenty points", "nothing"],
)
def test_graphs_of_known_order(graph: ColouredGraph, order: int) -> None:
    assert automorphisms(graph, Budget(ENOUGH)).order == order


def test_regular_graphs_that_refining_cannot_tell_apart_are_searched() -> None:
    # A hexagon beside two triangles: all vertices look alike, but not all are.
    hexagon = [(i, (i + 1) % 6) for i in range(6)]
    graph = undirected(12, [*hexagon, (6, 7), (7, 8), (8, 6), (9, 10), (10, 11), (11, 9)])
    assert len(cells_of(Refiner(graph).whole())) == 1
    assert automorphisms(graph, Budget(ENOUGH)).order == 12 * 72


@pytest.mark.parametrize(
    ("graph", "generators"),
    [(Sketch(["any"] * 400).graph(), 8), (pairs(400), 399)],
    ids=["points", "pairs"],
)
def test_many_that_are_alike_do_not_take_long(graph: ColouredGraph, generators: int) -> None:
    found = automorphisms(graph, Budget(ENOUGH))
    assert found.complete
    assert len(found.generators) == generators
    assert found.order == factorial(400)


def test_exchanges_of_many_twins_are_made_of_few() -> None:
    graph = Sketch(["any"] * 9).graph()
    generators, order = exchanges(graph, twins(graph))
    assert order == factorial(9)
    some = generated(generators, 10**4)
    assert some is None, "there are more"
    six, twice = exchanges(graph, [[0, 2, 4, 6, 7, 8], [1, 3]])
    assert len(generated([*six], 2000) or ()) == twice == 2 * factorial(6)


@given(graphs(most=3))
def test_twins_are_exchanged_without_a_search(graph: ColouredGraph) -> None:
    found, without = automorphisms(graph, Budget(ENOUGH)), searched(graph, Budget(ENOUGH))
    assert (found.order, found.complete) == (without.order, without.complete)
    assert all(graph.keeps(image) for image in found.generators)


def test_a_way_that_would_take_too_much_memory_is_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.symmetry.automorphisms.MOST_VERTICES", 100)
    assert automorphisms(pairs(20), Budget(ENOUGH)) == PermutationGroup((), 1, False)


@pytest.mark.parametrize("splits", [0, 5, 15, 30, 40, 50])
def test_when_the_budget_is_spent_a_subgroup_is_returned(splits: int) -> None:
    graph = pairs(20)
    found = automorphisms(graph, Budget(splits * (SPLIT + graph.size // VERTICES)))
    assert not found.complete
    # Of pairs alike, every exchange that is found adds one more to those that are permuted.
    assert found.order == factorial(1 + len(found.generators))
    assert (found.order > 1) == (splits >= 30)


def test_only_partitions_with_cells_of_the_same_sizes_have_an_image() -> None:
    seeker = Seeker(Sketch(["any"] * 3).graph(), Budget(ENOUGH))
    whole = seeker.path[0]
    fine, other = (seeker.split(seeker.split(whole, first), 1) for first in (0, 2))
    assert seeker.image(fine, whole) is None
    assert seeker.image(whole, fine) is None
    image = seeker.image(fine, other)
    assert image is not None
    assert image.tolist() == [2, 1, 0]


def test_a_permutation_that_breaks_an_arc_or_a_colour_is_refused() -> None:
    graph = undirected(4, [(0, 1), (1, 2), (2, 3)])
    refiner = Refiner(graph)
    for image, kept in [([3, 2, 1, 0], True), ([1, 0, 2, 3], False), ([0, 1, 2, 3], True)]:
        mapped = np.array(image, np.int32)
        assert graph.keeps(mapped) == kept
        assert refiner.is_automorphism(mapped) == kept
    coloured = Sketch(["a", "b"]).graph()
    assert not coloured.keeps(np.array([1, 0], np.int32))
