"""Arrays for the kernels: a tree with room for nodes and edges, and groups of lanes."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.lanes import aligned, scratch_rows
from zermelo.game.compiled_game import CompiledGame

if TYPE_CHECKING:
    from zermelo.search.mcts.kernels.arrays import LaneGroups, TreeArrays

Longs = NDArray[np.int64]
LANES = 1024
LINE = 8
"""Words of a line of the processor's cache."""
FIRST_BEGIN = 7
"""Fields of 32 bits before `begins`: the number of visits takes two of them."""
MEMORY_OF = "node_records edge_records listed rows near near_gains table".split()
"""Arrays that take memory; the others are views of them, or small."""
OF_THE_WHOLE = ("registers", "settings", "numbers", "least", "most")
"""Arrays whose size has nothing to do with that of the tree."""
DEEPEST_DESCENT = 200
"""Moves that a simulation goes down the tree before it is played out."""


def new_tree(
    game: CompiledGame, nodes: int, edges: int, listed: int, *, near: bool, dag: bool
) -> "TreeArrays":
    """Return a tree without a node, its settings all zero; who makes a node sets what it has."""
    from zermelo.search.mcts.kernels.arrays import EDGE, NUMBERS, REGISTERS, SETTINGS, TreeArrays

    roles, words = len(game.roles), game.words
    stride = node_words(roles)
    node_records, edge_records = lines(nodes * stride), lines(edges * EDGE)
    return TreeArrays(
        roles=roles,
        words=words,
        room=nodes,
        edge_room=edges,
        list_room=listed,
        cells=cells(nodes) if dag else 0,
        nearby=near,
        stride=stride,
        node_records=node_records,
        edge_records=edge_records,
        **node_fields(node_records, roles),
        **edge_fields(edge_records),
        listed=np.empty(listed, np.int32),
        rows=np.empty(nodes * words, np.uint64),
        near=np.empty(edges if near else 0, np.int64),
        near_gains=np.empty(edges if near else 0, np.float64),
        table=np.empty(cells(nodes) if dag else 0, np.int64),
        registers=np.zeros(REGISTERS, np.int64),
        settings=np.zeros(SETTINGS, np.int64),
        numbers=np.zeros(NUMBERS, np.float64),
        least=np.zeros(roles, np.int64),
        most=np.zeros(roles, np.int64),
    )


def lines(words: int) -> Longs:
    """Return words that begin with a line of the processor's cache."""
    found = np.empty(words + LINE, np.int64)
    offset = (-found.ctypes.data // 8) % LINE
    return found[offset : offset + words]


def node_words(roles: int) -> int:
    """Return how many words a node takes, in whole lines.

    >>> node_words(2)
    16
    """
    begins = (FIRST_BEGIN + roles + 2) // 2
    words = begins + roles + 2 + 2 * roles + (roles + 1) // 2
    return -(-words // LINE) * LINE


def node_fields(records: Longs, roles: int) -> dict[str, Any]:
    """Return the fields of nodes: what every descent reads comes first."""
    rows = records.reshape(-1, node_words(roles))
    ints, floats = rows.view(np.int32), rows.view(np.float64)
    totals = (FIRST_BEGIN + roles + 2) // 2
    links = totals + roles
    lows = links + 2
    highs, via = lows + roles, 2 * (lows + 2 * roles)
    return {
        "visits": rows[:, 0],
        "pending": ints[:, 2],
        "kinds": ints[:, 3],
        "hinted": ints[:, 4],
        "bounded": ints[:, 5],
        "same": ints[:, 6],
        "begins": ints[:, FIRST_BEGIN : FIRST_BEGIN + roles + 1],
        "totals": floats[:, totals : totals + roles],
        "sibling": ints[:, 2 * links],
        "parent": ints[:, 2 * links + 1],
        "alias": ints[:, 2 * links + 2],
        "lows": rows[:, lows : lows + roles],
        "highs": rows[:, highs : highs + roles],
        "via": ints[:, via : via + roles],
    }


def edge_fields(records: Longs) -> dict[str, Any]:
    """Return the fields of edges."""
    from zermelo.search.mcts.kernels.arrays import EDGE

    rows = records.reshape(-1, EDGE)
    ints, shorts = rows.view(np.int32), rows.view(np.int16)
    return {
        "gains": rows.view(np.float64)[:, 0],
        "tries": rows[:, 1],
        "waits": shorts[:, 8],
        "hints": shorts[:, 9],
        "heads": ints[:, 5],
        "below": ints[:, 6],
        "moves": ints[:, 7],
    }


def cells(nodes: int) -> int:
    """Return the size of a table for some nodes: a power of two, at least twice as many."""
    return 1 << (2 * nodes - 1).bit_length()


def larger_tree(tree: "TreeArrays", nodes: int, edges: int, listed: int) -> "TreeArrays":
    """Return the same tree with more room."""
    from zermelo.search.mcts.kernels.arrays import EDGE
    from zermelo.search.mcts.kernels.keep import enter

    def longer(old: Any, size: int) -> Any:
        new = lines(size) if old.dtype == np.int64 else np.empty(size, old.dtype)
        new[: old.size] = old
        return new

    node_records = longer(tree.node_records, nodes * tree.stride)
    edge_records = longer(tree.edge_records, edges * EDGE)
    larger = tree._replace(
        room=nodes,
        edge_room=edges,
        list_room=listed,
        cells=cells(nodes) if tree.cells else 0,
        node_records=node_records,
        edge_records=edge_records,
        **node_fields(node_records, tree.roles),
        **edge_fields(edge_records),
        listed=longer(tree.listed, listed),
        rows=longer(tree.rows, nodes * tree.words),
        near=longer(tree.near, edges if tree.nearby else 0),
        near_gains=longer(tree.near_gains, edges if tree.nearby else 0),
        table=np.empty(cells(nodes) if tree.cells else 0, np.int64),
    )
    enter(larger)
    return larger


def bytes_of(tree: "TreeArrays") -> int:
    """Return how much memory a tree takes."""
    return sum(getattr(tree, name).nbytes for name in MEMORY_OF)


def new_crews(
    game: CompiledGame, group: int, seed: int, threads: int, *, noted: bool
) -> "list[LaneGroups]":
    """Return lanes for each thread; all threads learn from the playouts of all."""
    first = new_crew(game, group, np.random.default_rng(seed), noted=noted)
    crews = [first]
    for number in range(1, threads):
        random = np.random.default_rng((seed, number))
        crew = new_crew(game, group, random, noted=noted)
        crews.append(crew._replace(number=number, fared=first.fared, turns=first.turns))
    return [crew._replace(threads=threads) for crew in crews]


def new_crew(
    game: CompiledGame, group: int, random: np.random.Generator, *, noted: bool
) -> "LaneGroups":
    """Return lanes in groups of a size, all resting; `noted` is whether their moves are."""
    from zermelo.kernels.vector import WORDS
    from zermelo.search.mcts.kernels.arrays import COUNTS, TURNS, LaneGroups

    dimensions = game.dimensions
    roles, moves, goals = len(game.roles), dimensions.moves, dimensions.goal_values
    groups = LANES // group
    generator = aligned(5 * WORDS)
    generator[: 4 * WORDS] = random.integers(1, 1 << 63, 4 * WORDS, dtype=np.uint64)
    resting = aligned(WORDS)
    resting[:] = ~np.uint64(0)
    return LaneGroups(
        threads=1,
        number=0,
        own_turn=-1,
        next_turn=-1,
        noted=noted,
        wires=aligned(game.engine.wide.slots * WORDS),
        generator=generator,
        scratch=aligned(scratch_rows(dimensions.firsts) * WORDS),
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
        won=aligned(goals.size * WORDS),
        shares=np.clip(goals / 100.0, 0.0, 1.0) / group,
        lean=np.zeros(moves, np.float64),
        counts=np.zeros(COUNTS, np.int64),
        turns=np.zeros(TURNS, np.int64),
    )
