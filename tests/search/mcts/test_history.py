"""What playouts teach the tree: moves that fared well elsewhere are tried more."""

from collections.abc import Callable

import numpy as np
import pytest

from zermelo.engine.wide import wire_places
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock
from zermelo.search.mcts.fast import KernelTree
from zermelo.search.mcts.kernels.playout_policy import FEW_PLAYOUTS as FEW_OF_KERNEL
from zermelo.search.mcts.kernels.playout_policy import rank
from zermelo.search.mcts.node import new_node
from zermelo.search.mcts.playout import FEW_PLAYOUTS, Habits
from zermelo.search.mcts.readable import Readable
from zermelo.search.mcts.select import pick_edge

Games = Callable[[str], CompiledGame]


def test_a_move_is_held_against_what_its_role_usually_gets() -> None:
    habits = Habits()
    for _ in range(40):
        habits.learn([(Move(0), Move(5))], (1.0, 0.0))
        habits.learn([(Move(1), Move(5))], (0.0, 1.0))
    assert habits.lean(0, Move(0)) == pytest.approx((40 - 0.5 * 40) / (40 + FEW_PLAYOUTS))
    assert habits.lean(0, Move(1)) == pytest.approx(-(0.5 * 40) / (40 + FEW_PLAYOUTS))
    assert habits.lean(1, Move(5)) == 0.0
    assert habits.lean(0, Move(7)) == 0.0


def test_the_kernel_leans_as_the_readable_search(game_of: Games) -> None:
    game = game_of("tictactoe")
    search = Mcts(history=1.0, kernel="on")
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    habits = Habits()
    size = game.dimensions.moves
    random = np.random.default_rng(2)
    for _ in range(200):
        move, reward = int(random.integers(9)), float(random.integers(3)) / 2
        habits.learn([(Move(move),)], (reward,))
        tree.crews[0].fared[game.dimensions.firsts[0] + move] += 1
        tree.crews[0].fared[size + game.dimensions.firsts[0] + move] += reward
    rank(wire_places(game.engine.wide), tree.crews[0])
    assert FEW_PLAYOUTS == FEW_OF_KERNEL
    for move in range(9):
        lean = tree.crews[0].lean[game.dimensions.firsts[0] + move]
        assert lean == pytest.approx(habits.lean(0, Move(move)))


def test_what_fared_well_is_tried_before_what_did_not(game_of: Games) -> None:
    game = game_of("tictactoe")
    tree = Mcts(history=3.0, kernel="off").planted(game, None, Clock())
    assert isinstance(tree, Readable)
    node = new_node(game, tree.spans, 0, game.initial)
    node.visits, node.totals = 18, [9.0, 9.0]
    for edge in node.edges[0]:
        edge.visits, edge.total = 2, 1.0
    liked = node.edges[0][6].move
    assert (
        node.edges[0][pick_edge(node, 0, tree.ways, [], lambda move: move == liked)].move == liked
    )


@pytest.mark.parametrize(
    ("options", "name", "expected"),
    [
        ({}, "breakthrough", 10.0),
        ({}, "connect_four", 2.0),
        ({"playout": "uniform"}, "breakthrough", 0.0),
        ({"playout": "uniform", "history": 5.0}, "breakthrough", 5.0),
    ],
)
def test_how_much_it_counts(
    options: dict[str, object], name: str, expected: float, game_of: Games
) -> None:
    assert Mcts(**options).bias(game_of(name)) == expected  # type: ignore[arg-type]
