"""Graphs with colours and labels, and the one whose automorphisms are a game's symmetries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from zermelo.proofs.symmetry.formulas import Formulas, negated

SEED = 1913


@dataclass(frozen=True, slots=True, eq=False)
class ColouredGraph:
    """Vertices with colours, and the arcs at each vertex, both those from it and those to it.

    A label is a random word, so that a sum of labels tells which they are, as good as always; what
    is found by such sums is checked by `keeps`, which looks at the arcs themselves.
    """

    colours: NDArray[np.int32]  # [vertices]
    chosen: int  # how many vertices, the first, are asked about; their colours are their own
    arcs: NDArray[np.int64]  # [arcs, 3] from where, to where, which kind
    first: NDArray[np.int64]  # [vertices + 1] where the ends of arcs at each begin
    targets: NDArray[np.int32]  # [ends of arcs] the other end, in ascending order
    labels: NDArray[np.uint64]  # [ends of arcs]

    @property
    def size(self) -> int:
        """How many vertices there are."""
        return len(self.colours)

    def keeps(self, image: NDArray[np.int32]) -> bool:
        """Tell whether a permutation maps each vertex to one of its colour, and arcs to arcs."""
        moved = image != np.arange(self.size)
        arcs = self.arcs[moved[self.arcs[:, 0]] | moved[self.arcs[:, 1]]]
        mapped = np.stack([image[arcs[:, 0]], image[arcs[:, 1]], arcs[:, 2]], axis=1)
        alike = arcs[np.lexsort(arcs.T)] == mapped[np.lexsort(mapped.T)]
        return bool((self.colours[image] == self.colours).all() and alike.all())


@dataclass(slots=True)
class Sketch:
    """A graph in the making."""

    colours: list[object]  # of each vertex; equal ones may be exchanged
    kinds: dict[object, int] = field(default_factory=dict)
    arcs: list[tuple[int, int, int]] = field(default_factory=list)  # from where, to where, kind
    more: list[NDArray[np.int64]] = field(default_factory=list)  # the same, as columns

    def kind(self, meaning: object) -> int:
        """Return the number of a kind of arcs."""
        return self.kinds.setdefault(meaning, len(self.kinds))

    def graph(self, chosen: int | None = None) -> ColouredGraph:
        """Return the graph; without `chosen`, all vertices are asked about."""
        ranks = {colour: rank for rank, colour in enumerate(sorted(set(self.colours), key=repr))}
        few = np.array(self.arcs, np.int64).reshape(-1, 3)
        table = np.concatenate([few.T, *self.more], axis=1)
        sources, targets, kinds = table
        size = (2, len(self.kinds))
        words = np.random.default_rng(SEED).integers(0, 1 << 64, size, np.uint64)
        ends = np.concatenate([sources, targets])
        others = np.concatenate([targets, sources])
        labels = np.concatenate([words[0][kinds], words[1][kinds]])
        order = np.lexsort((labels, others, ends))
        counts = np.bincount(ends, minlength=len(self.colours))
        return ColouredGraph(
            np.array([ranks[colour] for colour in self.colours], np.int32),
            len(self.colours) if chosen is None else chosen,
            table.T,
            np.concatenate([[0], np.cumsum(counts)]),
            others[order].astype(np.int32),
            labels[order],
        )


def game_graph(
    rules: Formulas, roles: Sequence[object], keeping: Iterable[int] = ()
) -> ColouredGraph:
    """Return the graph of a game's rules: roles, fluents, moves, then formulas.

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
    sketch = Sketch(colours)

    def point(source: int, literal: int, *meaning: object) -> None:
        node, negative = divmod(literal, 2)
        if negative and node in dual:
            sketch.arcs.append((source, dual[node], sketch.kind((*meaning, 0))))
        else:
            sketch.arcs.append((source, vertex[node], sketch.kind((*meaning, negative))))

    point(end, rules.terminal, "terminal")
    for fluent, literal in enumerate(rules.next):
        point(len(roles) + fluent, literal, "next")
    move = len(roles) + rules.fluents
    for role, legal in enumerate(rules.legal):
        for literal in legal:
            point(move, literal, "legal")
            sketch.arcs.append((role, move, sketch.kind("has")))
            move += 1
        for value, literal in rules.goals[role]:
            point(role, literal, "goal", value)
    for node in alive_sums:
        for literal, weight in rules.sums[node][1]:
            point(vertex[node], literal, "weighs", weight)
            point(dual[node], literal ^ 1, "weighs", weight)
    for node in alive:
        if node in rules.loops:
            point(vertex[node], rules.loops[node], "loop")
    kinds = sketch.kind(("part", 0)), sketch.kind(("part", 1))
    sketch.more.append(parts_of(rules, alive, vertex, dual, kinds))
    return sketch.graph(inputs)


def parts_of(
    rules: Formulas,
    alive: list[int],
    vertex: dict[int, int],
    dual: dict[int, int],
    kinds: tuple[int, int],
) -> NDArray[np.int64]:
    """Return the arcs from conjunctions to their parts, as columns: there are many of them."""
    where = np.zeros((len(rules.conjunctions), 2), np.int64)
    where[list(vertex)] = np.array(list(vertex.values()))[:, None]
    where[list(dual), 1] = list(dual.values())
    sizes = [len(rules.conjunctions[node]) for node in alive]
    parts = chain.from_iterable(rules.conjunctions[node] for node in alive)
    literals = np.fromiter(parts, np.int64, sum(sizes))
    sources = np.repeat(where[alive, 0], sizes)
    negative = literals & 1
    # A negated sum is a vertex of its own, which is not negated.
    summed = np.isin(literals >> 1, list(dual))
    kind = np.where(negative & ~summed, kinds[1], kinds[0])
    return np.stack([sources, where[literals >> 1, negative], kind])
