"""The readable search and the kernels are one, where nothing is left to chance."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock
from zermelo.search.mcts.fast import KernelTree
from zermelo.search.mcts.kernels.arrays import (
    AWAITED,
    CLOSED,
    EDGES,
    FOLDED,
    NODES,
    NOTHING,
    OPEN,
    SAME,
)
from zermelo.search.mcts.node import MctsNode
from zermelo.search.mcts.readable import Readable
from zermelo.search.mcts.tree_arrays import LANES

Games = Callable[[str], CompiledGame]


def grown(
    game: CompiledGame, simulations: int, evaluator: Evaluator, **options: object
) -> tuple[KernelTree, Readable]:
    """The same search twice: leaves are guessed at, one after the other."""
    options = {"dag": False} | options
    trees = []
    most = simulations
    for kernel in ("off", "on"):
        search = Mcts(
            playout="uniform",
            cutoff=0,
            lanes=1,
            batch=1,
            evaluator=evaluator,
            kernel=kernel,
            **options,  # type: ignore[arg-type]
        )
        tree = search.planted(game, search.score(game, None), Clock())
        tree.plant(game.initial)
        while tree.run(500, most):
            pass
        most = tree.finished  # to expand all children may take a few more
        trees.append(tree)
    readable, fast = trees
    assert isinstance(readable, Readable)
    assert isinstance(fast, KernelTree)
    return fast, readable


def assert_equal(fast: KernelTree, node: int, readable: MctsNode, seen: set[int]) -> None:
    """Both trees below two nodes are the same, visit by visit and bound by bound."""
    tree, roles = fast.tree, fast.tree.roles
    assert tree.visits[node] == readable.visits
    assert tree.pending[node] == 0
    for role in range(roles):
        assert tree.totals[node, role] == pytest.approx(readable.totals[role])
        lows, highs = fast.bounds(node)
        assert lows[role] == readable.low[role]
        assert highs[role] == readable.high[role]
        if tree.kinds[node] == FOLDED:
            assert all(other.visits == 0 for other in readable.edges[role])
            continue
        for edge, other in zip(fast.edges(node, role), readable.edges[role], strict=True):
            assert tree.tries[edge] == other.visits
            assert tree.gains[edge] == pytest.approx(other.total)
            assert tree.waits[edge] == 0
            if tree.nearby:
                assert tree.near[edge] == other.near
                assert tree.near_gains[edge] == pytest.approx(other.near_total)
    for choice, child in readable.children.items():
        below = fast.child(node, [fast.edges(node, role)[at] for role, at in enumerate(choice)])
        assert below >= 0
        if child.number not in seen:
            seen.add(child.number)
            assert_equal(fast, below, child, seen)


CASES = [
    ("tictactoe", {}, Even()),
    ("tictactoe", {"solver": False}, Goal()),
    ("tictactoe", {"expand": "all"}, Mobility()),
    ("tictactoe", {"dag": True}, Even()),
    ("tictactoe", {"rave": 50.0}, Mobility()),
    ("tictactoe", {"rave": 50.0, "grave": 30, "dag": True}, Even()),
    ("connect_three", {"c": 1.4}, Mobility()),
    ("connect_three", {"urgency": 0.2}, Mobility()),
    ("nim:pile1=1,pile2=2,pile3=3,pile4=0", {}, Even()),
    ("tictactoe_3p", {}, Mobility()),
    ("race", {"expand": "all"}, Goal()),
    ("goofspiel:cards=3", {}, Goal()),
    ("rock_paper_scissors", {}, Even()),
    ("lights_out:width=2,height=2", {"dag": True}, Goal()),
]


@pytest.mark.parametrize(("name", "options", "evaluator"), CASES)
def test_both_grow_the_same_tree(
    name: str, options: dict[str, object], evaluator: Evaluator, game_of: Games
) -> None:
    fast, readable = grown(game_of(name), 1500, evaluator, **options)
    assert readable.tree is not None
    assert fast.finished == readable.finished
    assert_equal(fast, 0, readable.tree.root, set())
    for role in range(len(fast.game.roles)):
        one, other = fast.outlook(Role(role)), readable.outlook(Role(role))
        assert one.settled == other.settled
        for option in one.options:
            move = option.move
            assert fast.line(Role(role), move) == readable.line(Role(role), move)
        assert one.values == pytest.approx(other.values)
        assert [option.visits for option in one.options] == [
            option.visits for option in other.options
        ]


@pytest.mark.parametrize("dag", [False, True])
@pytest.mark.parametrize("name", ["tictactoe", "goofspiel:cards=3", "tictactoe_3p"])
def test_a_kept_subtree_is_the_same_as_it_was(name: str, dag: bool, game_of: Games) -> None:
    game = game_of(name)
    fast, readable = grown(game, 1200, Mobility(), dag=dag, rave=20.0)
    move = max(fast.options(Role(0)), key=lambda one: one.visits).move
    state = game.next(game.initial, fast.line(Role(0), move)[0])
    fast.plant(state)
    readable.plant(state)
    assert readable.tree is not None
    assert_equal(fast, 0, readable.tree.root, set())
    kept = int(fast.tree.visits[0])
    assert kept > 0
    fast.run(10_000, fast.finished + 300)
    assert int(fast.tree.visits[0]) == kept + 300


def test_a_tree_that_grows_keeps_all_that_it_had(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.mcts.fast.FIRST_NODES", 1 << 10)
    fast, _ = grown(game_of("connect_three"), 50, Even(), solver=False, c=2.0)
    room = fast.tree.room
    fast.run(100_000, 6000)
    assert fast.tree.room > room
    assert fast.tree.visits[0] == 6000
    assert sum(fast.tree.tries[edge] for edge in fast.edges(0, 0)) == 6000


def test_with_no_memory_left_the_tree_stays_as_it_is(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.mcts.fast.FIRST_NODES", 1 << 12)
    search = Mcts(playout="uniform", solver=False)
    game = game_of("connect_four")
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.memory = 1
    tree.plant(game.initial)
    tree.run(100_000, 3 * tree.tree.room)
    assert tree.tree.room == 1 << 12
    assert tree.tree.visits[0] == 3 * tree.tree.room


def test_simulations_that_are_given_up_leave_no_trace(game_of: Games) -> None:
    search = Mcts(solver=False, lanes=4)
    game = game_of("connect_four")
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.plant(game.initial)
    tree.run(60, 1 << 60)
    assert 0 < tree.tree.pending[0] <= LANES // search.lanes
    tree.rest()
    nodes, edges = tree.tree.registers[NODES], tree.tree.registers[EDGES]
    assert not tree.tree.pending[:nodes].any()
    assert not tree.tree.waits[:edges].any()
    assert sum(tree.tree.tries[edge] for edge in tree.edges(0, 0)) == tree.tree.visits[0]


def test_states_that_are_still_computed_are_not_kept(game_of: Games) -> None:
    """Not even by way of others that are the same: one of them may be found to be a third's."""
    game = game_of("connect_four")
    for seed in range(40):
        search = Mcts(seed=seed, lanes=1)
        tree = search.planted(game, search.score(game, None), Clock())
        assert isinstance(tree, KernelTree)
        state, generator = game.initial, Random(seed)
        while not game.terminal(state):
            tree.plant(state)
            kinds = tree.tree.kinds[: tree.tree.registers[NODES]].tolist()
            joined = tree.tree.same[: tree.tree.registers[NODES]].tolist()
            assert AWAITED not in kinds
            assert all(
                kinds[other] != SAME
                for kind, other in zip(kinds, joined, strict=True)
                if kind == SAME
            )
            tree.run(generator.randrange(3, 60), 1 << 60)
            tree.rest()
            moves = [game.legal(state, Role(role)) for role in range(len(game.roles))]
            state = game.next(state, tuple(generator.choice(own) for own in moves))


@pytest.mark.parametrize("name", ["connect_three", "tictactoe_3p"])
def test_nothing_hangs_on_what_memory_held_before(
    name: str, game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room is made without being cleared, and a tree is planted where another was."""

    def match(filling: int) -> list[tuple[int, ...]]:
        def filled(size: int, kind: type) -> NDArray[Any]:
            return np.full(size, filling, kind)

        monkeypatch.setattr("zermelo.search.mcts.tree_arrays.np.empty", filled)
        search = Mcts(seed=3, rave=20.0)
        game, visits = game_of(name), []
        tree = search.planted(game, search.score(game, None), Clock())
        assert isinstance(tree, KernelTree)
        monkeypatch.undo()
        state = game.initial
        while not game.terminal(state):
            tree.plant(state)
            tree.run(12, 1 << 60)  # some states are still being computed then
            tree.rest()
            visits.append(tuple(option.visits for option in tree.options(Role(0))))
            moves = [game.legal(state, Role(role))[-1] for role in range(len(game.roles))]
            state = game.next(state, tuple(moves))
        return visits

    assert match(0) == match(77)


def test_a_node_gets_edges_when_it_is_visited_again(game_of: Games) -> None:
    game = game_of("connect_four")
    search = Mcts(solver=False)
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.plant(game.initial)
    tree.run(200, 1 << 60)
    tree.rest()
    kinds = tree.tree.kinds[: tree.tree.registers[NODES]]
    folded = np.flatnonzero(kinds == FOLDED)
    assert folded.size > np.flatnonzero(kinds == OPEN).size > 0
    assert not any(tree.tree.visits[node] > 1 and node not in joined(tree) for node in folded)
    node = int(folded[-1])
    moves = tree.tree.listed[tree.tree.begins[node, 0] : tree.tree.begins[node, -1]].tolist()
    assert tree.edges(node, 0) == range(0)
    tree.keep_below(node)  # a root has edges
    assert tree.tree.kinds[0] == OPEN
    edges = [edge for role in range(2) for edge in tree.edges(0, role)]
    assert tree.tree.moves[edges].tolist() == moves


def joined(tree: KernelTree) -> set[int]:
    """Return the nodes to which several ways lead: each is visited once by each."""
    nodes = int(tree.tree.registers[NODES])
    return {int(tree.tree.same[node]) for node in range(nodes) if tree.tree.kinds[node] == SAME}


@pytest.mark.parametrize("name", ["connect_three", "tictactoe", "goofspiel:cards=3"])
def test_every_node_above_a_bound_is_told_of_it(name: str, game_of: Games) -> None:
    """Bounds of children are looked for only where there may be some."""
    game = game_of(name)
    search = Mcts(c=2.0, lanes=1)
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    state, found = game.initial, 0
    for _ in range(3):
        tree.plant(state)
        tree.run(10_000, tree.finished + 4000)
        tree.rest()
        found += count_told(tree)
        moves = [game.legal(state, Role(role))[0] for role in range(len(game.roles))]
        state = game.next(state, tuple(moves))
    assert found > 0


def count_told(fast: KernelTree) -> int:
    """Check that whatever has bounds says so to all nodes above it; returns how many it told."""
    tree, size = fast.tree, int(fast.tree.registers[NODES])
    found = 0
    for node in range(size):
        if tree.kinds[node] in (SAME, AWAITED):
            continue
        bounds = tree.lows[node].tolist(), tree.highs[node].tolist()
        assert tree.bounded[node] == (bounds != (tree.least.tolist(), tree.most.tolist()))
    for node in range(1, size):
        parent, child = int(tree.parent[node]), fast.true(node)
        if parent < 0:
            continue
        if tree.bounded[child]:
            assert tree.hinted[parent]
            found += 1
        edges = [fast.edges(parent, role) for role in range(tree.roles)]
        choosing = [role for role, one in enumerate(edges) if len(one) > 1]
        if len(choosing) <= 1:
            role = choosing[0] if choosing else tree.roles - 1
            edge = tree.via[node, role]
            assert tree.below[edge] == child
            assert (tree.hints[edge] != NOTHING) == bool(tree.bounded[child])
            if tree.hints[edge] == CLOSED:
                assert tree.highs[child, role] <= tree.lows[parent, role]
    return found


def test_play_does_not_depend_on_when_the_tree_gets_more_room(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes whose states have just been read are found again in a larger table."""
    game, found = game_of("connect_four"), []
    for room in (1 << 8, 1 << 14):
        monkeypatch.setattr("zermelo.search.mcts.fast.FIRST_NODES", room)
        search = Mcts(seed=1)
        tree = search.planted(game, search.score(game, None), Clock())
        assert isinstance(tree, KernelTree)
        tree.plant(game.initial)
        tree.run(10_000, 4000)
        found.append([option.visits for option in tree.options(Role(0))])
    assert found[0] == found[1]
