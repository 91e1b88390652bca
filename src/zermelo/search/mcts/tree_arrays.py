"""Arrays for the kernels: a tree with room for nodes and edges, and groups of lanes."""

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.engine.lanes import aligned
from zermelo.game.compiled_game import CompiledGame

if TYPE_CHECKING:
    from zermelo.search.mcts.kernels.arrays import LaneGroups, TreeArrays

LANES = 1024
OF_THE_WHOLE = ("registers", "settings", "numbers", "least", "most")
"""Arrays whose size has nothing to do with that of the tree."""
DEEPEST_DESCENT = 200
"""Moves that a simulation goes down the tree before it is played out."""


def new_tree(game: CompiledGame, nodes: int, edges: int, *, near: bool, dag: bool) -> "TreeArrays":
    """Return a tree without a node, its settings all zero; who makes a node sets what it has."""
    from zermelo.search.mcts.kernels.arrays import NUMBERS, REGISTERS, SETTINGS, TreeArrays

    roles, words = len(game.roles), game.words
    return TreeArrays(
        roles=roles,
        words=words,
        room=nodes,
        edge_room=edges,
        cells=cells(nodes) if dag else 0,
        nearby=near,
        rows=np.empty(nodes * words, np.uint64),
        kinds=np.empty(nodes, np.int8),
        same=np.empty(nodes, np.int32),
        visits=np.empty(nodes, np.int64),
        pending=np.empty(nodes, np.int32),
        hinted=np.empty(nodes, np.int8),
        totals=np.empty(nodes * roles, np.float64),
        lows=np.empty(nodes * roles, np.int64),
        highs=np.empty(nodes * roles, np.int64),
        begins=np.empty(nodes * (roles + 1), np.int32),
        via=np.empty(nodes * roles, np.int32),
        sibling=np.empty(nodes, np.int32),
        moves=np.empty(edges, np.int32),
        heads=np.empty(edges, np.int32),
        tries=np.empty(edges, np.int64),
        waits=np.empty(edges, np.int32),
        gains=np.empty(edges, np.float64),
        near=np.empty(edges if near else 0, np.int64),
        near_gains=np.empty(edges if near else 0, np.float64),
        table=np.empty(cells(nodes) if dag else 0, np.int32),
        registers=np.zeros(REGISTERS, np.int64),
        settings=np.zeros(SETTINGS, np.int64),
        numbers=np.zeros(NUMBERS, np.float64),
        least=np.zeros(roles, np.int64),
        most=np.zeros(roles, np.int64),
    )


def cells(nodes: int) -> int:
    """Return the size of a table for some nodes: a power of two, at least twice as many."""
    return 1 << (2 * nodes - 1).bit_length()


def larger_tree(tree: "TreeArrays", nodes: int, edges: int) -> "TreeArrays":
    """Return the same tree with more room."""
    from zermelo.search.mcts.kernels.keep import enter

    old_nodes, old_edges = tree.room, tree.edge_room
    changed: dict[str, Any] = {"room": nodes, "edge_room": edges}
    for name, value in tree._asdict().items():
        if not isinstance(value, np.ndarray) or name in OF_THE_WHOLE:
            continue
        by_edge = name in ("moves", "heads", "tries", "waits", "gains", "near", "near_gains")
        if name == "table":
            size = cells(nodes) if value.size else 0
        elif by_edge:
            size = value.size // old_edges * edges
        else:
            size = value.size // old_nodes * nodes
        changed[name] = np.empty(size, value.dtype)
        if name != "table":
            changed[name][: value.size] = value
    larger = tree._replace(**changed, cells=changed["table"].size)
    enter(larger)
    return larger


def bytes_of(tree: "TreeArrays") -> int:
    """Return how much memory a tree takes."""
    return sum(value.nbytes for value in tree if isinstance(value, np.ndarray))


def new_crew(game: CompiledGame, group: int, seed: int, *, noted: bool) -> "LaneGroups":
    """Return lanes in groups of a size, all resting; `noted` is whether their moves are."""
    from zermelo.kernels.vector import WORDS
    from zermelo.search.mcts.kernels.arrays import LaneGroups

    dimensions = game.dimensions
    roles, moves = len(game.roles), dimensions.moves
    groups = LANES // group
    largest = int(np.diff(dimensions.firsts).max(initial=1))
    generator = aligned(5 * WORDS)
    random = np.random.default_rng(seed)
    generator[: 4 * WORDS] = random.integers(1, 1 << 63, 4 * WORDS, dtype=np.uint64)
    resting = aligned(WORDS)
    resting[:] = ~np.uint64(0)
    return LaneGroups(
        noted=noted,
        wires=aligned(game.engine.wide.slots * WORDS),
        generator=generator,
        scratch=aligned((roles + 2 * largest + 256) * WORDS),
        resting=resting,
        forced=aligned(WORDS),
        fresh=aligned(WORDS),
        made=aligned(moves * WORDS if noted else 0),
        drawn=aligned(moves * WORDS if noted else 0),
        paths=np.zeros(groups * DEEPEST_DESCENT * (1 + roles), np.int32),
        lengths=np.zeros(groups, np.int32),
        leaves=np.zeros(groups, np.int32),
        running=np.zeros(groups, np.int32),
        born=np.zeros(groups, np.int64),
        rewards=np.zeros(groups * roles, np.float64),
        idle=np.arange(groups, dtype=np.int32)[::-1].copy(),
        leading=np.zeros(groups, np.int32),
        arrived=np.zeros(groups, np.int32),
        cut=np.zeros(LANES, np.int32),
        fared=np.zeros(2 * moves, np.float64),
        worth=np.zeros(moves, np.float64),
        order=np.arange(moves, dtype=np.int32),
        lean=np.zeros(moves, np.float64),
    )
