"""The compiled exact search answers as the readable one: results, nodes, leaves and cuts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.ground.sheets import games_of
from tests.search.answers import after
from tests.search.proofnumber.test_twins import SMALL
from tests.search.window.test_refusals import BOTH, NO_GOAL, NOT_CONSTANT, STUCK
from tests.search.window.test_twins import assert_twins, told
from zermelo.errors import UnsuitedError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.exact import Exact
from zermelo.search.base import Clock, Limits, last
from zermelo.search.exact import fast
from zermelo.search.parts.premises import discharged

Games = Callable[[str], CompiledGame]
SEARCHES: tuple[Any, ...] = (
    Exact(),
    Exact(fold=False),
    Exact(samples=False),
    Exact(fold=False, samples=False),
)
TWO_ROLES = {name: moves for name, moves in SMALL.items() if not name.startswith("lights_out")}


@pytest.fixture(autouse=True)
def spacious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tables from which nothing is lost: the readable one never loses anything."""
    monkeypatch.setattr(fast, "FIRST_BUCKETS", 1 << 16)


@pytest.mark.parametrize("name", TWO_ROLES)
def test_answers_are_the_same(game_of: Games, name: str) -> None:
    game = game_of(name)
    for seed in range(3):
        state = after(game, TWO_ROLES[name] + seed, seed)
        for search in SEARCHES:
            assert_twins(search, game, state, role=seed % 2, limits=Limits(nodes=5000))


@pytest.mark.parametrize("nodes", [*range(1, 30), 100, 150])
def test_a_limit_of_nodes_stops_them_at_the_same_node(tictactoe: CompiledGame, nodes: int) -> None:
    for search in SEARCHES[:2]:
        assert_twins(search, tictactoe, tictactoe.initial, limits=Limits(nodes=nodes))


def test_broods_of_more_than_64_children(game_of: Games) -> None:
    game = game_of("gomoku:size=9,line=3")
    assert len(game.legal(game.initial, Role(0))) == 81
    assert_twins(Exact(fold=False), game, game.initial, limits=Limits(nodes=400))


@pytest.mark.parametrize(
    ("rules", "error"),
    [(NOT_CONSTANT, UnsuitedError), (STUCK, UnsuitedError), (BOTH, UnsuitedError)],
)
def test_what_is_no_duel_is_refused_in_the_same_words(
    rules: str, error: type[ZermeloError]
) -> None:
    game, _ = games_of(rules)
    said = []
    for kernel in ("on", "off"):
        with pytest.raises(error) as raised:
            told(replace(Exact(), kernel=kernel), game, game.initial)
        said.append(str(raised.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("kernel", ["on", "off"])
@pytest.mark.parametrize("role", [0, 1])
def test_where_an_end_has_no_goal_nothing_is_proven(kernel: str, role: int) -> None:
    game, _ = games_of(NO_GOAL)  # each role has one goal, so that a single end would seem to do
    try:
        found, _ = told(replace(Exact(), kernel=kernel), game, game.initial, role=role)
    except UnsuitedError:
        return
    assert found[-1].searched
    assert not any(discharged(one, game, game.initial).proven for one in found)


def test_a_small_table_loses_entries_and_no_value(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("connect_four:width=4,height=4")
    monkeypatch.setattr(fast, "FIRST_BUCKETS", 1 << 4)
    clock = Clock(Limits(memory=1 << 10))
    small = last(Exact(kernel="on").start(game, Role(0), clock)(game.initial, clock))
    assert small is not None
    assert small.values == (50, 50)
    assert clock.count.nodes > 3500  # 3,042 with a table that keeps all


def test_a_table_grows_as_far_as_memory_allows(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[fast.KernelExact] = []
    monkeypatch.setattr(fast, "FIRST_BUCKETS", 1 << 4)
    enlarge = fast.KernelExact.enlarge

    def noted(search: fast.KernelExact) -> None:
        enlarge(search)
        made.append(search)

    monkeypatch.setattr(fast.KernelExact, "enlarge", noted)
    game = game_of("connect_four:width=4,height=4")
    allowed = 1 << 17
    clock = Clock(Limits(memory=allowed))
    assert last(Exact(kernel="on").start(game, Role(0), clock)(game.initial, clock)) is not None
    sizes = {search.table.cells.nbytes for search in made}
    assert 1 << 12 <= max(sizes) <= 4 * allowed // 5  # as the old one is there until it is copied


def test_within_a_depth_nothing_is_said(tictactoe: CompiledGame) -> None:
    found, spent = told(Exact(), tictactoe, tictactoe.initial, limits=Limits(depth=3))
    assert (found[-1].searched, spent.nodes) == (False, 0)
    assert found[-1].note.startswith("exact always searches to the end of the game")
