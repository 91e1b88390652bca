"""The search with supports finds the values of minimax, also where memory is short."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.many.forest import by_key, paranoid, shared, tree
from tests.search.proofnumber.test_values import assert_true, told
from tests.search.trees import MAX, MIN, graphs, trees, value_of
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.base import Clock, Limits, last
from zermelo.search.mustplay import fast

Games = Callable[[str], CompiledGame]
ROLES = st.sampled_from([MAX, MIN])


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("total", [1, 2, 50])
def test_random_trees_and_graphs_have_the_value_of_minimax(role: int, total: int) -> None:
    for seed in range(12):
        for game in (tree(seed, 2, total=total), shared(seed, 2, total)):
            if not game.terminal(game.initial):
                value = by_key(game, paranoid(Role(role)), None)[role]
                found = told(MustPlay(), game, game.initial, role)
                assert_true(found, game, game.initial, role, value)


@given(game=trees(), role=ROLES)
def test_drawn_trees_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    assert_true(told(MustPlay(), game, game.initial, role), game, game.initial, role, value)


@given(game=graphs(), role=ROLES)
def test_drawn_graphs_have_the_value_of_minimax(game: TreeGame, role: Role) -> None:
    value = value_of(Minimax(), game, role=role)
    assert_true(told(MustPlay(), game, game.initial, role), game, game.initial, role, value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("connect_four:width=4,height=4", (50, 50)),
        ("connect_four:width=4,height=4,line=3", (100, 0)),
        ("hex:size=4", (100, 0)),
        ("domineering:rows=4,columns=4", (100, 0)),
        ("domineering:rows=5,columns=5", (0, 100)),
        ("breakthrough:width=4,height=4,pawn_rows=1", (100, 0)),
    ],
)
def test_known_values(game_of: Games, name: str, values: tuple[int, int]) -> None:
    game = game_of(name)
    for role in (0, 1):
        result = told(MustPlay(), game, game.initial, role)[-1]
        assert (result.values, result.proven or result.premise is not None) == (values, True)


def test_hex_on_five_rows_takes_a_few_thousand_nodes(game_of: Games) -> None:
    game, clock = game_of("hex:size=5"), Clock()
    result = last(MustPlay(kernel="on").start(game, Role(0), clock)(game.initial, clock))
    assert result is not None
    assert result.values == (100, 0)
    assert clock.count.nodes < 100_000  # exact takes 332 million


def test_a_small_table_loses_entries_and_no_value(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_PAIRS", 1 << 2)
    game, found = game_of("connect_four:width=4,height=4"), []
    for memory in (1 << 10, 1 << 30):
        clock = Clock(Limits(memory=memory))
        search = MustPlay(kernel="on", recent=512)
        result = last(search.start(game, Role(0), clock)(game.initial, clock))
        assert result is not None
        assert result.values == (50, 50)
        found.append(clock.count.nodes)
    assert found[0] > found[1]  # the other table grew


@pytest.mark.parametrize("recent", [0, 511, 1000])
def test_recent_lemmas_come_in_blocks(recent: int) -> None:
    with pytest.raises(UsageError, match=f"recent must be a multiple of 512, not {recent}"):
        MustPlay(recent=recent)
