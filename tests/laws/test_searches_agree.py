"""Searches are one: the same value by every method, and only what theory allows is looked at."""

from functools import cache
from math import inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.trees import (
    EVALUATOR,
    MAX,
    MIN,
    graphs,
    helped,
    methods,
    run,
    trees,
    uniform,
    value_of,
)
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Joint, Role, State, Values
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.zerowindow import Zerowindow
from zermelo.search.base import Bound, Clock, Limits, Result, Search, last

ROLES = st.sampled_from([MAX, MIN])
DEPTHS = st.none() | st.integers(0, 5)
MINIMAX = Minimax(evaluator=EVALUATOR)


def minimal(branching: int, depth: int) -> int:
    """Leaves that every search must look at (Knuth and Moore, 1975)."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def end_of(game: Game, state: State, result: Result) -> State:
    """Where the line of a result leads."""
    for joint in result.line:
        state = game.next(state, joint)
    return state


@given(game=trees(), role=ROLES, depth=DEPTHS)
def test_every_method_has_the_value_of_minimax(
    game: TreeGame, role: Role, depth: int | None
) -> None:
    value = value_of(MINIMAX, game, role=role, depth=depth)
    for name, search in (methods() | helped()).items():
        assert value_of(search, game, role=role, depth=depth) == value, name


@given(game=trees(), role=ROLES, depth=DEPTHS)
def test_the_line_leads_to_the_value(game: TreeGame, role: Role, depth: int | None) -> None:
    for name, search in ({"minimax": MINIMAX} | methods()).items():
        result = run(search, game, role=role, depth=depth).result
        end = end_of(game, game.initial, result)
        assert game.terminal(end) or len(result.line) == depth, name
        assert game.nodes[end].values == result.values, name


@given(game=trees(), role=ROLES, depth=st.none() | st.integers(1, 5))
def test_the_line_of_a_search_with_a_table_is_not_wrong(
    game: TreeGame, role: Role, depth: int | None
) -> None:
    for name, search in helped().items():
        result = run(search, game, role=role, depth=depth).result
        assert result.line, name
        end = end_of(game, game.initial, result)
        if game.terminal(end) or len(result.line) == depth:
            assert game.nodes[end].values == result.values, name


@given(game=trees(), depth=st.none() | st.integers(1, 5))
def test_the_move_is_as_good_as_any(game: TreeGame, depth: int | None) -> None:
    role = game.mover(game.initial)
    below = None if depth is None else depth - 1

    @cache
    def after(joint: Joint) -> Values:
        clock = Clock(Limits(depth=below))
        found = last(MINIMAX.start(game, role, clock)(game.next(game.initial, joint), clock))
        assert found is not None
        return found.values

    for name, search in ({"minimax": MINIMAX} | methods() | helped()).items():
        result = run(search, game, role=role, depth=depth).result
        joint = result.line[0]
        assert joint[role] == result.move, name
        assert after(joint) == result.values, name


@given(game=trees(30), role=ROLES, depth=DEPTHS)
def test_leaves_are_those_of_theory(game: TreeGame, role: Role, depth: int | None) -> None:
    runs = {name: run(each, game, role=role, depth=depth) for name, each in methods().items()}
    leaves = {name: set(each.leaves) for name, each in runs.items()}
    every = set(run(MINIMAX, game, role=role, depth=depth).leaves)
    assert runs["negamax"].leaves == runs["alphabeta"].leaves
    assert leaves["alphabeta"] <= every
    for name in ("sss", "dual", "scout"):
        assert leaves[name] <= leaves["alphabeta"], name
    assert leaves["sss"] == leaves["mtd from above"]
    assert leaves["dual"] == leaves["mtd from below"]
    for name in leaves.keys() - {"scout"}:
        assert len(runs[name].leaves) == len(leaves[name]), f"{name} looks twice"


@pytest.mark.parametrize("root", [MAX, MIN])
@pytest.mark.parametrize(("branching", "depth"), [(1, 3), (2, 5), (2, 6), (3, 4), (5, 3), (10, 2)])
def test_constant_trees_need_the_minimal_tree(branching: int, depth: int, root: Role) -> None:
    game = uniform(branching, depth, [7] * branching**depth, root)
    for name, search in methods().items():
        assert len(set(run(search, game).leaves)) == minimal(branching, depth), name


@given(data=st.data(), shape=st.sampled_from([(2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2)]))
def test_no_method_gets_by_with_less_than_the_minimal_tree(
    data: st.DataObject, shape: tuple[int, int]
) -> None:
    branching, depth = shape
    size = branching**depth
    values = data.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    game = uniform(branching, depth, values, data.draw(ROLES))
    for name, search in methods().items():
        assert len(run(search, game).leaves) >= minimal(branching, depth), name


@given(game=graphs(), role=ROLES, depth=DEPTHS)
def test_nothing_that_helps_changes_a_value_where_nodes_are_shared(
    game: TreeGame, role: Role, depth: int | None
) -> None:
    value = value_of(MINIMAX, game, role=role, depth=depth)
    for name, search in (helped() | methods()).items():
        assert value_of(search, game, role=role, depth=depth) == value, name


@given(game=graphs(cycles=True), role=ROLES, depth=st.integers(0, 5))
def test_nothing_that_helps_changes_a_value_where_paths_come_back(
    game: TreeGame, role: Role, depth: int
) -> None:
    value = value_of(MINIMAX, game, role=role, depth=depth)
    for name, search in (helped() | methods()).items():
        assert value_of(search, game, role=role, depth=depth) == value, name


@given(game=graphs(cycles=True), depths=st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_what_is_remembered_from_other_depths_changes_no_value(
    game: TreeGame, depths: list[int]
) -> None:
    values = {depth: value_of(MINIMAX, game, depth=depth) for depth in depths}
    for name, search in helped().items():
        think = search.start(game, MAX, Clock())
        for depth in depths:
            clock = Clock(Limits(depth=depth))
            result = last(think(game.initial, clock))
            assert result is not None
            assert result.values[MAX] == values[depth], name


@given(game=graphs(), role=ROLES, depth=DEPTHS, data=st.data())
def test_a_zero_window_answers_whether_the_value_is_at_least_so_much(
    game: TreeGame, role: Role, depth: int | None, data: st.DataObject
) -> None:
    value = value_of(MINIMAX, game, role=role, depth=depth)
    around = [value, nextafter(value, inf), nextafter(value, -inf), value + 1, value - 1]
    threshold = data.draw(st.sampled_from(around))
    search = Zerowindow(threshold=threshold, evaluator=EVALUATOR, table=data.draw(st.booleans()))
    result = run(search, game, role=role, depth=depth).result
    bound = result.values[role]
    assert (bound >= threshold) == (value >= threshold)
    if result.bound is Bound.AT_LEAST:
        assert threshold <= bound <= value
    else:
        assert value <= bound < threshold


@given(game=graphs(cycles=True), nodes=st.integers(1, 60), depth=st.integers(0, 4))
def test_the_same_limit_gives_the_same_results(game: TreeGame, nodes: int, depth: int) -> None:
    limits = Limits(depth=depth, nodes=nodes)
    for name, search in ({"minimax": MINIMAX} | methods() | helped()).items():
        first, second = told(search, game, limits), told(search, game, limits)
        assert first == second, name
        assert len(first) > 0, name


@given(game=graphs(), nodes=st.integers(1, 40))
def test_what_is_called_proven_is_so(game: TreeGame, nodes: int) -> None:
    value = value_of(MINIMAX, game)
    for name, search in ({"minimax": MINIMAX} | methods() | helped()).items():
        for result in told(search, game, Limits(nodes=nodes)):
            assert not result.proven or result.values[MAX] == value, name
        assert run(search, game).result.proven, name


@given(game=trees(), nodes=st.integers(1, 80))
def test_a_deepening_that_is_broken_off_has_a_move_that_is_worth_what_it_says(
    game: TreeGame, nodes: int
) -> None:
    role = game.mover(game.initial)
    search = Iterative(evaluator=EVALUATOR, table=False)
    *_, result = told(search, game, Limits(nodes=nodes), role)
    assert result.move in game.legal(game.initial, role)
    if result.bound is Bound.AT_LEAST:
        clock = Clock(Limits(depth=result.depth - 1))
        child = game.next(game.initial, result.line[0])
        after = last(MINIMAX.start(game, role, clock)(child, clock))
        assert after is not None
        assert after.values[role] >= result.values[role]


def told(search: Search, game: Game, limits: Limits, role: Role = MAX) -> list[Result]:
    """All results until a limit is reached."""
    results: list[Result] = []
    clock = Clock(limits)
    thoughts = search.start(game, role, clock)(game.initial, clock)
    last(results.append(result) or result for result in thoughts)  # type: ignore[func-returns-value]
    assert limits.nodes is None or clock.count.nodes <= limits.nodes
    return results


LIBRARY = [
    ("nim:pile1=1,pile2=2,pile3=1,pile4=0", None, 0),
    ("misere_nim:pile1=1,pile2=1,pile3=2,pile4=0", None, 0),
    ("connect_three", 3, 0),
    ("tictactoe", None, 5),
    ("tictactoe", 2, 4),
    ("lights_out", 2, 0),
]


@pytest.mark.parametrize(("name", "depth", "played"), LIBRARY)
def test_games_have_one_value(name: str, depth: int | None, played: int, game_of: object) -> None:
    assert callable(game_of)
    game: CompiledGame = game_of(name)
    state = game.initial
    for step in range(played):
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        joint = tuple(moves[(3 * step + 1) % len(moves)] for moves in legal)
        state = game.next(state, joint)
    limits = Limits(depth=depth)
    for role in range(len(game.roles)):
        clock = Clock(limits)
        expected = last(MINIMAX.start(game, Role(role), clock)(state, clock))
        assert expected is not None
        for label, search in (methods() | helped()).items():
            clock = Clock(limits)
            found = last(search.start(game, Role(role), clock)(state, clock))
            assert found is not None
            assert found.values == expected.values, label
            assert found.proven == expected.proven, label


def test_a_table_spares_nodes(game_of: object) -> None:
    assert callable(game_of)
    game: CompiledGame = game_of("connect_three")
    counts = []
    for table in (False, True):
        clock = Clock(Limits(depth=5))
        last(Alphabeta(table=table).start(game, MAX, clock)(game.initial, clock))
        counts.append(clock.count.nodes)
    assert counts[1] < counts[0]
