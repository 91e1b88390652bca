"""What Monte Carlo tree search must do, whatever it is played on."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.search.asp_games import tree_rules, written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.game.tree_game import DrawnNode as TreeNode
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Clock, Limits, Result, Search, last
from zermelo.search.mcts.fast import KernelTree
from zermelo.search.mcts.kernels.arrays import DEEPEST, OPEN
from zermelo.search.mcts.node import new_node
from zermelo.search.mcts.readable import Readable, below
from zermelo.search.mcts.span import spans
from zermelo.search.parts.premises import discharged

Games = Callable[[str], CompiledGame]
PLAIN = Mcts(playout="uniform", solver=False, dag=False, c=1.4)


def thought(search: Search, game: CompiledGame | TreeGame, limits: Limits) -> Result:
    """What a search comes to at the start."""
    found = last(search.start(game, Role(0), Clock(limits))(game.initial, Clock(limits)))
    assert found is not None
    return discharged(found, game, game.initial)


def random_tree(generator: Random) -> TreeGame:
    """A tree of at most 200 leaves with few values, so with many ties; ragged, both in turn."""
    nodes: list[TreeNode] = []

    def grow(depth: int, mover: int) -> int:
        number = len(nodes)
        nodes.append(TreeNode("", Role(0)))
        if depth == 0 or (depth < 4 and generator.random() < 0.2):
            worth = generator.choice([0, 25, 50, 75, 100])
            nodes[number] = TreeNode("", Role(mover), values=(worth, 100 - worth))
            return number
        size = generator.randint(1, 3)
        children = tuple(grow(depth - 1, 1 - mover) for _ in range(size))
        labels = tuple(f"m{at}" for at in range(size))
        nodes[number] = TreeNode("", Role(mover), children, labels)
        return number

    grow(4, generator.randrange(2))
    return TreeGame("drawn", ("max", "min"), tuple(nodes))


def best_moves(game: CompiledGame) -> set[int]:
    """The moves of the role that is in turn which keep the value of minimax."""
    worth: dict[int, float] = {}
    mover = Role(0) if len(game.legal(game.initial, Role(0))) > 1 else Role(1)
    for joint in joints(game, game.initial):
        state = game.next(game.initial, joint)
        found = last(Minimax().start(game, mover, Clock())(state, Clock()))
        assert found is not None
        worth[joint[mover]] = found.values[mover]
    return {move for move, value in worth.items() if value == max(worth.values())}


@pytest.mark.parametrize("seed", range(12))
def test_the_most_visited_move_is_a_best_one(seed: int) -> None:
    tree = random_tree(Random(seed))
    game = written(tree_rules(tree))
    mover = Role(0) if len(game.legal(game.initial, Role(0))) > 1 else Role(1)
    limits = Limits(nodes=100_000)
    found = last(PLAIN.start(game, mover, Clock(limits))(game.initial, Clock(limits)))
    assert found is not None
    assert found.move in best_moves(game)


@pytest.mark.parametrize("name", ["tictactoe", "connect_three", "tictactoe_3p", "kayles"])
def test_visits_add_up_in_the_readable_tree(name: str, game_of: Games) -> None:
    game = game_of(name)
    search = Mcts(kernel="off", playout="uniform", solver=False, dag=False)
    tree = search.planted(game, None, Clock())
    assert isinstance(tree, Readable)
    tree.plant(game.initial)
    tree.run(400, 400)
    assert tree.tree is not None
    for node in below(tree.tree.root):
        for edges in node.edges:
            visits = sum(edge.visits for edge in edges)
            if visits:
                assert visits == node.visits - (node is not tree.tree.root)
                assert sum(edge.visits for edge in edges) == sum(
                    child.visits for child in node.children.values()
                )


@pytest.mark.parametrize("lanes", [1, 4, 64])
def test_visits_add_up_in_the_kernel(lanes: int, game_of: Games) -> None:
    game = game_of("connect_three")
    search = Mcts(lanes=lanes, solver=False, dag=False)
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.plant(game.initial)
    tree.run(10**9, 20_000)
    arrays = tree.tree
    assert sum(arrays.tries[edge] for edge in tree.edges(0, 0)) == arrays.visits[0] == 20_000
    for node in range(1, int(arrays.registers[0])):
        if arrays.kinds[node] != OPEN:
            continue
        for role in range(arrays.roles):
            visits = sum(int(arrays.tries[edge]) for edge in tree.edges(node, role))
            if visits:
                assert visits == arrays.visits[node] - 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("tictactoe", (50, 50)),
        ("nim", (0, 100)),
        ("hex:size=3", (100, 0)),
    ],
)
def test_the_solver_proves_what_minimax_says(
    name: str, values: tuple[float, float], game_of: Games
) -> None:
    game = game_of(name)
    found = thought(Mcts(), game, Limits(nodes=500_000))
    assert found.proven
    assert found.values == values


@pytest.mark.parametrize("kernel", ["on", "off"])
def test_what_is_proved_is_played_to_the_end(kernel: str, game_of: Games) -> None:
    game = game_of("nim:pile1=1,pile2=2,pile3=2,pile4=0")
    search = Mcts(kernel=kernel)
    think = search.start(game, Role(0), Clock())
    other = Mcts(seed=1, kernel=kernel, simulations=5).start(game, Role(1), Clock())
    state = game.initial
    while not game.terminal(state):
        found = last(think(state, Clock(Limits(nodes=4000))))
        reply = last(other(state, Clock()))
        assert found is not None
        assert reply is not None
        if game.legal(state, Role(0)) != game.legal(state, Role(0))[:1]:
            assert found.proven
            assert found.values == (100.0, 0.0)
        assert found.move is not None
        assert reply.move is not None
        state = game.next(state, (found.move, reply.move))
    assert game.goals(state) == (100, 0)


def test_a_game_that_shares_out_different_sums_is_begun_anew(game_of: Games) -> None:
    # Nothing is known against the sum, as far as the search is told: it finds out by itself.
    tree = TreeGame(
        "uneven",
        ("max", "min"),
        (
            TreeNode("start", Role(0), (1, 2), ("a", "b"), values=(100, 100)),  # a guess
            TreeNode("a", Role(1), values=(60, 40)),
            TreeNode("b", Role(1), values=(70, 70)),
        ),
    )
    search = Mcts(kernel="off")
    grown = search.planted(tree, None, Clock())
    assert isinstance(grown, Readable)
    grown.ways = replace(grown.ways, constant=True)
    grown.plant(tree.initial)
    grown.run(50, 50)
    assert not grown.ways.constant
    assert grown.tree is not None
    assert grown.tree.root.low == grown.tree.root.high == [70, 70]


def expected(game: CompiledGame, known: dict[int, float], state: State) -> float:
    """What the first role gets on average if both play at random."""
    if state not in known:
        if game.terminal(state):
            known[state] = (game.goals(state)[0] or 0.0) / 100
        else:
            after = [expected(game, known, child.state) for child in game.children(state)]
            known[state] = sum(after) / len(after)
    return known[state]


def test_means_of_playouts_are_those_of_random_matches(game_of: Games) -> None:
    game = game_of("tictactoe")
    # Without exploring or proving, and nothing but the root: each move is played out at random.
    search = Mcts(playout="uniform", solver=False, c=1000.0, lanes=1)
    tree = search.planted(game, search.score(game, None), Clock())
    assert isinstance(tree, KernelTree)
    tree.tree.settings[DEEPEST] = 1
    tree.plant(game.initial)
    tree.run(10**9, 90_000)
    known: dict[int, float] = {}
    for option, child in zip(tree.options(Role(0)), game.children(game.initial), strict=True):
        assert child.joint[0] == option.move
        assert option.visits > 5000
        assert option.mean / 100 == pytest.approx(expected(game, known, child.state), abs=0.02)


def test_the_same_seed_gives_the_same_search(game_of: Games) -> None:
    game = game_of("connect_four")
    for kernel in ("on", "off"):
        limits = Limits(nodes=20_000 if kernel == "on" else 100)
        one, other, third = (
            thought(Mcts(seed=seed, kernel=kernel), game, limits) for seed in (5, 5, 6)
        )
        assert one == other
        assert one.values != third.values


def test_new_nodes_know_their_end(game_of: Games) -> None:
    game = game_of("tictactoe")
    fluents = ["(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 x)", "(control o)"]
    node = new_node(game, spans(game), 1, game.state_of(fluents))
    assert node.terminal
    assert node.low == node.high == [100, 0]
