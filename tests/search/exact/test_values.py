"""The exact search finds the values of minimax, and what it says of bounds is true."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.answers import after
from tests.search.many.forest import by_key, paranoid, shared, tree
from tests.search.proofnumber.test_values import assert_true, told
from tests.search.trees import MAX, MIN, graphs, trees, value_of
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.tree_file import read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.exact import Exact
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Limits
from zermelo.search.exact.levels import MOST_LEVELS, levels_of
from zermelo.search.exact.thinking import asked
from zermelo.search.proofnumber.bracket import Bracket
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
ROLES = st.sampled_from([MAX, MIN])


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("total", [1, 2, 6, 50])
def test_random_trees_and_graphs_have_the_value_of_minimax(role: int, total: int) -> None:
    for seed in range(12):
        for game in (tree(seed, 2, total=total), shared(seed, 2, total)):
            if not game.terminal(game.initial):
                value = by_key(game, paranoid(Role(role)), None)[role]
                found = told(Exact(), game, game.initial, role)
                assert_true(found, game, game.initial, role, value)


@given(game=trees(), role=ROLES)
def test_drawn_trees_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    assert_true(told(Exact(), game, game.initial, role), game, game.initial, role, value)


@given(game=graphs(), role=ROLES)
def test_drawn_graphs_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    assert_true(told(Exact(), game, game.initial, role), game, game.initial, role, value)


@given(game=graphs(), role=ROLES, nodes=st.integers(1, 30))
def test_what_is_said_when_nodes_run_out_is_true(game: TreeGame, role: Role, nodes: int) -> None:
    value = value_of(Minimax(), game, role=role)
    for result in told(Exact(), game, game.initial, role, Limits(nodes=nodes)):
        assert not result.proven or result.values[role] == value
        if result.searched and result.bound.value == "at least":
            assert result.values[role] <= value
        if result.searched and result.bound.value == "at most":
            assert result.values[role] >= value


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("connect_four:width=4,height=4", (50, 50)),
        ("connect_four:width=4,height=4,line=3", (100, 0)),
        ("hex:size=3", (100, 0)),
        ("domineering:rows=4,columns=4", (100, 0)),
        ("domineering:rows=5,columns=5", (0, 100)),
    ],
)
def test_known_values(game_of: Games, name: str, values: tuple[int, int]) -> None:
    game = game_of(name)
    for role in (0, 1):
        result = told(Exact(), game, game.initial, role)[-1]
        assert (result.values, result.proven or result.premise is not None) == (values, True)


def test_a_match_goes_on_with_what_is_known(game_of: Games) -> None:
    from zermelo.search.base import Clock, last

    game = game_of("connect_four:width=4,height=4")
    thinker = Exact().start(game, Role(0), Clock())
    nodes = []
    for moves in (4, 4, 6):
        clock = Clock()
        state = after(game, moves, 0)
        assert last(thinker(state, clock)) is not None
        nodes.append(clock.count.nodes)
    assert nodes[1] < nodes[0]  # the same position again is known


def test_two_questions_in_the_middle_are_asked_in_turns() -> None:
    assert asked(Bracket([0.0, 10.0, 20.0, 30.0, 40.0], 0.0, 40.0)) == [20.0, 30.0]
    assert asked(Bracket([0.0, 50.0], 0.0, 50.0)) == [50.0]
    assert asked(Bracket([0.0, 50.0], 50.0, 50.0, raised=True)) == []


def test_trees_with_too_many_goals_are_refused() -> None:
    leaves = "".join(f"({value},{300 - value})," for value in range(MOST_LEVELS + 1))
    game = read_tree(Source("many", f"[{leaves}]"))
    with pytest.raises(UnsuitedError, match="has 254 different goals; exact takes 253 at most"):
        levels_of(game, Role(0))


@pytest.mark.parametrize("goal", [(0.0, 1), (25.0, 2), (50.0, 2), (100.0, 3), (100.5, 4)])
def test_levels(game_of: Games, goal: tuple[float, int]) -> None:
    levels: Any = levels_of(game_of("tictactoe"), Role(0))
    assert levels.level(goal[0]) == goal[1]
    found = [levels.goal(level) for level in range(levels.top + 1)]
    assert found == [-1.0, 0.0, 50.0, 100.0, 101.0]
