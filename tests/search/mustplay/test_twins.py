"""The compiled search with supports answers as the readable one: results, counts and lemmas."""

from collections.abc import Callable

import pytest

from tests.search.answers import after
from tests.search.asp_games import written
from tests.search.mustplay.lemmas import asked, learnt
from tests.search.proofnumber.test_twins import SMALL
from tests.search.window.test_twins import assert_twins, told
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.base import Limits
from zermelo.search.exact import fast as exact_fast
from zermelo.search.mustplay import fast

Games = Callable[[str], CompiledGame]
TWO_ROLES = {name: moves for name, moves in SMALL.items() if not name.startswith("lights_out")}


@pytest.fixture(autouse=True)
def spacious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tables from which nothing is lost: the readable one never loses anything."""
    monkeypatch.setattr(fast, "FIRST_PAIRS", 1 << 18)


@pytest.mark.parametrize("name", TWO_ROLES)
def test_answers_are_the_same(game_of: Games, name: str) -> None:
    game = game_of(name)
    for seed in range(2):
        state = after(game, TWO_ROLES[name] + seed, seed)
        for search in (MustPlay(), MustPlay(samples=False, recent=512)):
            assert_twins(search, game, state, role=seed % 2, limits=Limits(nodes=300))


@pytest.mark.parametrize("name", ["hex:size=3", "tictactoe", "connect_three", "kayles"])
def test_supports_are_the_same(game_of: Games, name: str) -> None:
    game = game_of(name)
    for role in (Role(0), Role(1)):
        found = [
            list(learnt(asked(game, role, MustPlay(), fast=kernel), game.dimensions.fluents))
            for kernel in (False, True)
        ]
        assert found[0] == found[1]


def test_a_full_ring_forgets_the_same(game_of: Games) -> None:
    game = game_of("hex:size=4")  # takes some 800 lemmas
    assert_twins(MustPlay(recent=512), game, game.initial)


@pytest.mark.parametrize("nodes", [*range(1, 20), 100])
def test_a_limit_of_nodes_stops_them_at_the_same_node(tictactoe: CompiledGame, nodes: int) -> None:
    assert_twins(MustPlay(), tictactoe, tictactoe.initial, limits=Limits(nodes=nodes))


def test_broods_of_more_than_64_children(game_of: Games) -> None:
    game = game_of("gomoku:size=9,line=3")
    assert len(game.legal(game.initial, Role(0))) == 81
    assert_twins(MustPlay(), game, game.initial, limits=Limits(nodes=12))


MANY = """
role(x). role(o). init(start). number(1..140).
legal(x,pick(N)) :- true(start), number(N). legal(x,noop) :- true(picked(N)).
legal(o,noop).
next(picked(N)) :- does(x,pick(N)). next(done) :- true(picked(N)).
terminal :- true(picked(N)), N < 140. terminal :- true(done).
goal(x,100) :- true(done). goal(o,0) :- true(done).
goal(x,0) :- not true(done). goal(o,100) :- not true(done).
"""
"""All numbers lose but the last one: more reasons than a node keeps, before its last chunk."""


def test_more_supports_than_a_node_keeps() -> None:
    game = written(MANY, "many")
    found, spent = told(MustPlay(kernel="on"), game, game.initial)
    assert (found[-1].values, spent.nodes) == ((100, 0), 2)


def test_a_small_stack_grows(game_of: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_fast, "FIRST_PLIES", 2)
    game = game_of("hex:size=4")
    assert_twins(MustPlay(), game, game.initial)
