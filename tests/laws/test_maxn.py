"""Every pruning of max^n has the very vector of max^n, for any number of roles and many ties."""

from random import Random

import pytest

from tests.search.many.trees import PRUNINGS, plain, pruned, random_tree
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.game import Role, State
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Clock, Result, Search, last
from zermelo.search.events import Event, EventKind
from zermelo.search.many.exact import goal_number
from zermelo.search.many.order import VectorOrder
from zermelo.search.many.plain import PlainMaxn
from zermelo.search.many.table import VectorTable
from zermelo.search.many.ties import Ties
from zermelo.search.many.vector_game import VectorGame
from zermelo.search.many.watching import Telling

ROLES = (2, 3, 4, 5)


def shuffled(random: Random, game: TreeGame) -> VectorOrder:
    """An order that looks at any child first."""
    vector_game = VectorGame(game, Goal().start(game))
    firsts = {
        State(number): random.choice(vector_game.turn(State(number)).children)[0]
        for number, node in enumerate(game.nodes)
        if len(node.children) > 1
    }
    return VectorOrder(firsts=firsts)


def same_vectors(random: Random, roles: int, depth: int, branching: int, *, cyclic: bool) -> None:
    """One tree, searched in every way."""
    step = random.choice([1, 5, 0.1])
    game = random_tree(
        random,
        roles,
        depth,
        branching,
        step=step,
        steps=random.choice([3, 6, 10]),
        least=random.choice([0, 0, -3 * step, 2 * step]),
        cyclic=cyclic,
    )
    vector, leaves = plain(game)
    order = shuffled(random, game)
    spent = {"none": leaves}
    for pruning in PRUNINGS:
        found, spent[pruning] = pruned(game, pruning)
        assert found == vector, pruning
        if pruning != "immediate":
            assert pruned(game, pruning, goal_number(step))[0] == vector, (pruning, step)
            other = VectorOrder(firsts=dict(order.firsts))
            granularity = random.choice([0, goal_number(step)])
            found, _ = pruned(game, pruning, granularity, other)
            assert found == vector, (pruning, granularity, "in another order")
    assert spent["shallow"] <= spent["immediate"] <= spent["none"]


@pytest.mark.parametrize("roles", ROLES)
@pytest.mark.parametrize("cyclic", [True, False], ids=["in turn", "in any order"])
def test_every_pruning_has_the_vector_of_maxn(roles: int, cyclic: bool) -> None:
    random = Random(17 * roles + cyclic)
    for _ in range(130):
        same_vectors(random, roles, random.randint(0, 5), random.choice([2, 3]), cyclic=cyclic)


@pytest.mark.slow
@pytest.mark.parametrize("roles", ROLES)
@pytest.mark.parametrize("cyclic", [True, False], ids=["in turn", "in any order"])
def test_every_pruning_has_the_vector_of_maxn_on_many_trees(roles: int, cyclic: bool) -> None:
    random = Random(31 * roles + cyclic)
    for _ in range(1000):
        same_vectors(random, roles, random.randint(1, 7), random.choice([2, 3, 4]), cyclic=cyclic)


@pytest.mark.parametrize(("roles", "depth", "branching"), [(3, 5, 3), (4, 5, 3)])
def test_each_pruning_leaves_out_more_on_average(roles: int, depth: int, branching: int) -> None:
    random = Random(5)
    ways = [(pruning, 0.0) for pruning in PRUNINGS] + [("speculative", 1.0)]
    totals = [0] * (len(ways) + 1)
    for _ in range(10):
        game = random_tree(random, roles, depth, branching, steps=10, ragged=False)
        totals[0] += plain(game)[1]
        for number, (pruning, granularity) in enumerate(ways, start=1):
            totals[number] += pruned(game, pruning, granularity)[1]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] < totals[2] < totals[0]


def leaves_of(search: Search, game: TreeGame) -> list[State]:
    """The leaves that a search looks at, in order."""
    events: list[Event] = []
    last(search.start(game, Role(0), Clock(), events.append)(game.initial, Clock()))
    return [event.state for event in events if event.kind is EventKind.LEAF]


def result_of(search: Search, game: TreeGame) -> Result:
    clock = Clock()
    result = last(search.start(game, Role(0), clock)(game.initial, clock))
    assert result is not None
    return result


def test_for_two_roles_speculative_pruning_is_shallow_pruning() -> None:
    random = Random(3)
    for _ in range(100):
        game = random_tree(random, 2, random.randint(1, 6), 3)
        ways = [Maxn(pruning=pruning, table=False) for pruning in ("shallow", "speculative")]
        first, second = (leaves_of(way, game) for way in ways)
        assert first == second


def constant(game: TreeGame) -> TreeGame:
    """The same tree of two roles, whose leaves share out the same sum."""
    nodes = [
        DrawnNode(
            node.name,
            node.mover,
            node.children,
            node.labels,
            (node.values[0], 10 - node.values[0]) if node.values else None,
        )
        for node in game.nodes
    ]
    return TreeGame(game.name, game.roles, tuple(nodes))


@pytest.mark.parametrize("cyclic", [True, False])
def test_two_roles_of_a_constant_sum_have_the_values_of_minimax(cyclic: bool) -> None:
    random = Random(8)
    for _ in range(100):
        game = constant(random_tree(random, 2, random.randint(1, 6), 3, steps=10, cyclic=cyclic))
        minimax = result_of(Minimax(), game)
        for pruning in ("none", "shallow", "speculative"):
            found = result_of(Maxn(pruning=pruning), game)
            assert found.values == minimax.values, pruning
            assert found.move == minimax.move
            assert found.proven


def test_other_names_for_the_roles_give_the_same_vector_by_other_names() -> None:
    random = Random(21)
    for _ in range(60):
        roles = random.choice([3, 4])
        game = random_tree(random, roles, 4, 3, cyclic=False)
        names = random.sample(range(roles), roles)  # role r is now called names[r]
        nodes = [
            DrawnNode(
                node.name,
                Role(names[node.mover]),
                node.children,
                node.labels,
                tuple(node.values[names.index(role)] for role in range(roles))
                if node.values
                else None,
            )
            for node in game.nodes
        ]
        other = TreeGame(game.name, game.roles, tuple(nodes))
        vector, renamed = plain(game)[0], plain(other)[0]
        assert tuple(renamed[names[role]] for role in range(roles)) == vector


def joined(random: Random, roles: int) -> TreeGame:
    """A graph whose nodes are shared, also at different depths."""
    size = random.randint(3, 12)
    nodes = []
    for number in range(size):
        later = range(number + 1, size)
        count = 0 if not later else random.randint(1 if number == 0 else 0, 3)
        children = tuple(random.choice(later) for _ in range(count))
        values = tuple(float(random.randint(0, 4)) for _ in range(roles))
        labels = tuple(f"m{place}" for place in range(count))
        nodes.append(
            DrawnNode(f"n{number}", Role(random.randrange(roles)), children, labels, values)
        )
    return TreeGame("a graph", tuple(f"p{role}" for role in range(roles)), tuple(nodes))


def test_a_table_and_deepening_change_no_vector() -> None:
    random = Random(13)
    for _ in range(80):
        game = joined(random, random.choice([2, 3, 4]))
        depth = random.choice([None, 1, 2, 3])
        for ties in ("leftmost", "root", "others", "p1", "average"):
            first = Maxn(ties=ties, depth=depth, evaluator=Goal(), table=False)
            again = Maxn(ties=ties, depth=depth, evaluator=Goal())
            assert result_of(again, game).values == result_of(first, game).values, ties
        plain_vector = result_of(
            Maxn(depth=depth, evaluator=Goal(), table=False, rescale=True), game
        ).values
        for pruning in PRUNINGS:
            for deepening in (False, True):
                search = Maxn(pruning=pruning, depth=depth, evaluator=Goal(), deepening=deepening)
                assert result_of(search, game).values == plain_vector, (pruning, deepening)


def test_one_table_keeps_the_rules_for_ties_apart() -> None:
    random = Random(34)
    rules = [Ties("leftmost"), Ties("others"), Ties("average"), Ties("against", Role(2))]
    for _ in range(60):
        game = joined(random, 3)
        table = VectorTable()
        vector_game = VectorGame(game, Goal().start(game))
        for ties in rules:
            search = PlainMaxn(vector_game, Telling(Clock()), ties, VectorOrder(), table)
            assert search.value(State(0), None)[0] == plain(game, ties)[0]
