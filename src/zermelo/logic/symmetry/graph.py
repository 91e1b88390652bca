"""Graphs with colours and labels, and the one whose automorphisms are a game's symmetries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.logic.symmetry.formulas import Formulas, negated

Arc = tuple[int, int, tuple[object, ...]]
"""From where, to where, and what it means."""
SEED = 1913


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Vertices with colours, and the arcs at each vertex, both those from it and those to it.

    A label is a random word, so that a sum of labels tells which they are, as good as always; what
    is found by such sums is checked by other means.
    """

    colours: NDArray[np.int32]  # [vertices]
    chosen: int  # the first so many vertices are what is permuted; all others follow from them
    first: NDArray[np.int64]  # [vertices + 1] where the arcs of each begin
    targets: NDArray[np.int32]  # [arcs, twice]
    labels: NDArray[np.uint64]  # [arcs, twice]

    @property
    def size(self) -> int:
        """How many vertices there are."""
        return len(self.colours)


def graph_of(colours: Sequence[object], arcs: Iterable[Arc], chosen: int | None = None) -> Graph:
    """Return the graph of these colours and arcs.

    Args:
        colours: of each vertex; equal ones may be exchanged.
        arcs: none twice.
        chosen: how many vertices, from the first, are asked about; all if it is None.
    """
    ranks = {colour: rank for rank, colour in enumerate(sorted(set(colours), key=repr))}
    arcs = list(arcs)
    meanings: dict[tuple[object, ...], int] = {}
    sources = np.array([source for source, _, _ in arcs], np.int32)
    targets = np.array([target for _, target, _ in arcs], np.int32)
    kinds = np.array(
        [meanings.setdefault(meaning, len(meanings)) for _, _, meaning in arcs], np.int64
    )
    words = np.random.default_rng(SEED).integers(0, 1 << 64, (2, len(meanings) + 1), np.uint64)
    ends = np.concatenate([sources, targets])
    order = np.argsort(ends, kind="stable")
    counts = np.bincount(ends, minlength=len(colours)) if len(arcs) else np.zeros(len(colours))
    return Graph(
        np.array([ranks[colour] for colour in colours], np.int32),
        len(colours) if chosen is None else chosen,
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate([targets, sources])[order].astype(np.int32),
        np.concatenate([words[0][kinds], words[1][kinds]])[order].astype(np.uint64),
    )


def game_graph(
    rules: Formulas, roles: Sequence[object], keeping: Iterable[int] = ()
) -> tuple[Graph, list[int]]:
    """Return the graph of a game's rules, and the literal that each vertex stands for.

    Roles come first, which stand for none (-1), then fluents, moves and formulas.

    Args:
        rules: the formulas.
        roles: a colour for each role; roles of one colour may be exchanged.
        keeping: fluents that are mapped to each other: those of a state that is to stay the same.
    """
    inputs = len(roles) + rules.fluents + sum(rules.moves)
    alive = rules.alive()
    alive_sums = [node for node in alive if node in rules.sums]
    vertex = {1 + node: len(roles) + node for node in range(inputs - len(roles))}
    vertex |= {node: inputs + 2 + index for index, node in enumerate(alive)}
    vertex[0], end = inputs, inputs + 1
    # A sum and its negation are both sums, and may be exchanged: each has a vertex of its own.
    dual = {node: inputs + 2 + len(alive) + index for index, node in enumerate(alive_sums)}
    kept = set(keeping)
    colours: list[object] = [("role", colour) for colour in roles]
    colours += [("fluent", fluent in kept) for fluent in range(rules.fluents)]
    colours += ["move"] * sum(rules.moves) + ["never", "end"]
    colours += [("sum", rules.sums[node][0]) if node in rules.sums else "formula" for node in alive]
    colours += [("sum", negated(rules.sums[node])[0]) for node in alive_sums]
    arcs: list[Arc] = []

    def point(source: int, literal: int, *meaning: object) -> None:
        node, negative = divmod(literal, 2)
        if negative and node in dual:
            arcs.append((source, dual[node], (*meaning, 0)))
        else:
            arcs.append((source, vertex[node], (*meaning, negative)))

    point(end, rules.terminal, "terminal")
    for fluent, literal in enumerate(rules.next):
        point(len(roles) + fluent, literal, "next")
    move = len(roles) + rules.fluents
    for role, legal in enumerate(rules.legal):
        for literal in legal:
            point(move, literal, "legal")
            arcs.append((role, move, ("has",)))
            move += 1
        for value, literal in rules.goals[role]:
            point(role, literal, "goal", value)
    for node in alive:
        if node in rules.sums:
            for literal, weight in rules.sums[node][1]:
                point(vertex[node], literal, "weighs", weight)
                point(dual[node], literal ^ 1, "weighs", weight)
        else:
            for literal in rules.parts(node):
                point(vertex[node], literal, "loop" if node in rules.loops else "part")
    literals = [-1] * len(colours)
    for node, place in vertex.items():
        literals[place] = 2 * node
    for node, place in dual.items():
        literals[place] = 2 * node + 1
    return graph_of(colours, arcs, inputs), literals
