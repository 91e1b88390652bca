"""Searches by proof numbers find the values of minimax, and say of bounds what is true."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.answers import after
from tests.search.many.forest import by_key, paranoid, shared, tree
from tests.search.trees import MAX, MIN, circle, drawn, graphs, trees, value_of
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.dfpn import Dfpn
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.pns import Pns
from zermelo.search.base import Bound, Clock, Limits, Result, Search, last

Games = Callable[[str], CompiledGame]
PLAIN = Dfpn(mobility=False, weak=False)
SEARCHES: tuple[Any, ...] = (
    Pns(),
    Pns(table=False),
    Pns(weak=False, mobility=False),
    Dfpn(weak=False),
    Dfpn(),
    Dfpn(epsilon=0.0),
    Dfpn(epsilon=3.0),
    PLAIN,
)
ROLES = st.sampled_from([MAX, MIN])


def told(
    search: Search, game: Game, state: State, role: int = 0, limits: Limits | None = None
) -> list[Result]:
    """Return all results of a search."""
    clock = Clock(limits)
    found: list[Result] = []
    results = search.start(game, Role(role), clock)(state, clock)
    last(found.append(result) or result for result in results)  # type: ignore[func-returns-value]
    return found


def assert_true(found: list[Result], game: Game, state: State, role: int, value: float) -> None:
    """Hold results to the value of a position."""
    for result in found:
        assert not result.proven or result.values[role] == value
        if result.searched and result.bound is Bound.AT_LEAST:
            assert result.values[role] <= value
        if result.searched and result.bound is Bound.AT_MOST:
            assert result.values[role] >= value
    final = found[-1]
    assert final.proven
    assert final.line[0][role] == final.move
    for joint in final.line:
        state = game.next(state, joint)
    assert game.terminal(state)
    assert game.goals(state) == final.values


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("total", [1, 2, 6, 50])
def test_random_trees_have_the_value_of_minimax(role: int, total: int) -> None:
    for seed in range(12):
        game = tree(seed, 2, total=total)
        value = by_key(game, paranoid(Role(role)), None)[role]
        for search in SEARCHES:
            assert_true(told(search, game, game.initial, role), game, game.initial, role, value)


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("total", [1, 4, 30])
def test_random_graphs_have_the_value_of_minimax(role: int, total: int) -> None:
    for seed in range(20):
        game = shared(seed, 2, total)
        if game.terminal(game.initial):
            continue
        value = by_key(game, paranoid(Role(role)), None)[role]
        for search in SEARCHES:
            assert_true(told(search, game, game.initial, role), game, game.initial, role, value)


@given(game=trees(), role=ROLES)
def test_drawn_trees_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    for search in SEARCHES:
        assert_true(told(search, game, game.initial, role), game, game.initial, role, value)


@given(game=graphs(), role=ROLES)
def test_drawn_graphs_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    for search in SEARCHES:
        assert_true(told(search, game, game.initial, role), game, game.initial, role, value)


@given(game=graphs(), role=ROLES, threshold=st.sampled_from([0.0, 1.0, 2.5, 4.0, 100.0]))
def test_one_question_has_the_answer_of_minimax(
    game: TreeGame, role: Role, threshold: float
) -> None:
    value = value_of(Minimax(), game, role=role)
    for search in (Pns(threshold=threshold), Dfpn(threshold=threshold)):
        result = told(search, game, game.initial, role)[-1]
        if result.proven:
            assert result.values[role] == value
        elif result.bound is Bound.AT_LEAST:
            assert threshold <= result.values[role] <= value
        else:
            assert result.bound is Bound.AT_MOST
            assert value <= result.values[role] < threshold


@cache
def within(game: TreeGame, node: int, depth: int, role: Role) -> tuple[float, float]:
    """Return the bounds of a value that can be seen within a depth."""
    here = game.nodes[node]
    if not here.children:
        assert here.values is not None
        return here.values[role], here.values[role]
    if depth == 0:
        return -1.0, 1000.0
    below = [within(game, child, depth - 1, role) for child in here.children]
    best = max if here.mover == role else min
    return best(low for low, _ in below), best(high for _, high in below)


@given(game=graphs(cycles=True), role=ROLES, depth=st.integers(0, 6))
def test_what_is_said_within_a_depth_holds_where_paths_come_back(
    game: TreeGame, role: Role, depth: int
) -> None:
    low, high = within(game, 0, depth, role)
    for search in SEARCHES:
        for result in told(search, game, game.initial, role, Limits(depth=depth)):
            if not result.searched:
                continue
            said = result.values[role]
            if result.proven:
                assert low <= said <= high or (low == -1.0 or high == 1000.0)
            assert result.bound is not Bound.AT_LEAST or said <= max(low, min_goal(game, role))
            assert result.bound is not Bound.AT_MOST or said >= high


def min_goal(game: TreeGame, role: Role) -> float:
    """Return the least that a role can have at an end."""
    return min(node.values[role] for node in game.nodes if not node.children and node.values)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
@pytest.mark.parametrize("role", [0, 1])
def test_a_proof_within_a_depth_is_that_of_a_deeper_minimax(role: int, depth: int) -> None:
    for seed in range(30):
        game = tree(seed, 2, total=3)
        if game.terminal(game.initial):
            continue
        value = by_key(game, paranoid(Role(role)), None)[role]
        for search in SEARCHES:
            for result in told(search, game, game.initial, role, Limits(depth=depth)):
                if result.proven:
                    assert result.values[role] == value
                elif result.searched and result.bound is Bound.AT_LEAST:
                    assert result.values[role] <= value
                elif result.searched and result.bound is Bound.AT_MOST:
                    assert result.values[role] >= value


COMPILED = {  # by game: how many random moves are made first
    "tictactoe": 2,
    "connect_three": 7,
    "breakthrough:width=3,height=4": 2,
    "kayles": 2,
    "hex:size=3": 1,
    "nim": 3,
    "reversi:size=4": 7,
    "dots_and_boxes:rows=1,columns=2": 1,
}


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_games_have_the_value_of_alphabeta(game_of: Games, name: str) -> None:
    game = game_of(name)
    for seed in range(3):
        state, role = after(game, COMPILED[name] + seed, seed), seed % 2
        value = told(Alphabeta(), game, state, role)[-1].values[role]
        for search in (Pns(), Dfpn(), Dfpn(epsilon=0.0)):
            assert_true(told(search, game, state, role), game, state, role, value)


def test_one_role_is_a_duel_without_a_min() -> None:
    game = drawn("roles: me\n[[(1),(7)],(3),[(2),[(6),(9)]]]")
    for search in SEARCHES:
        assert told(search, game, game.initial)[-1].values == (9,)
        assert told(search, game, game.initial)[-1].proven


def test_a_way_out_of_a_circle_is_proved_by_what_grows_best_first() -> None:
    game = circle()
    found = told(Pns(threshold=1), game, game.initial, limits=Limits(nodes=50))[-1]
    assert (found.values, found.move) == ((1.0, 99.0), game.legal(game.initial, MAX)[1])


HALF = TreeGame(
    "half",
    ("max", "min"),
    (
        DrawnNode("a", MAX, (1, 2), ("on", "out")),
        DrawnNode("b", MIN, (0,), ("back",)),
        DrawnNode("c", MAX, values=(0.0, 4.0)),
    ),
)
"""Max would rather go round for ever, for half of four, than take the end for nothing."""


def test_the_least_goal_is_no_bound_where_a_match_need_not_end() -> None:
    for search in (Pns(), Dfpn(), Pns(threshold=1), Dfpn(threshold=1)):
        for depth in range(5):
            found = told(search, HALF, HALF.initial, limits=Limits(depth=depth, nodes=100))
            assert not any(result.proven for result in found)


@pytest.mark.parametrize("search", [Pns(), Pns(table=False)])
def test_a_line_of_best_play_does_not_go_round(search: Search) -> None:
    """Going on for ever would be worth as much: half of what is shared out."""
    nodes = (*HALF.nodes[:2], DrawnNode("c", MAX, values=(2.0, 2.0)))
    game = TreeGame("even", HALF.roles, nodes)
    found = told(search, game, game.initial, limits=Limits(nodes=100))[-1]
    assert found.values == (2.0, 2.0)
    assert [joint[0] for joint in found.line] == [found.move] == [game.legal(State(0), MAX)[1]]
