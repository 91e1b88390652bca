"""The compiled searches answer as the readable ones do: results, nodes, leaves and cuts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.search.answers import after
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.algorithms.scout import Scout
from zermelo.search.algorithms.zerowindow import Zerowindow
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Spent
from zermelo.search.window import fast

Game = Callable[[str], CompiledGame]
SEARCHES: tuple[Any, ...] = (
    Alphabeta(),
    Alphabeta(table=False),
    Alphabeta(aspiration=5),
    Scout(),
    Scout(table=False),
    Mtd(),
    Mtd(first=100.0),
    Zerowindow(),
    Iterative(),
    Iterative(table=False, aspiration=5),
    Alphabeta(killers=True),
    Alphabeta(history=True, table=False),
    Scout(killers=True, history=True, shallow=1),
    Alphabeta(killers=True, shallow=2),
    Mtd(killers=True, history=True),
    Alphabeta(peek=True),
    Scout(peek=True, killers=True),
    Mtd(peek=True, history=True),
    Iterative(peek=True),
    Alphabeta(fold=True),
    Alphabeta(fold=True, aspiration=5, killers=True),
    Mtd(fold=True),
    Mtd(fold=True, peek=True, history=True),
    Zerowindow(fold=True, peek=True),
    Iterative(fold=True),
)
SMALL = {  # by game: how many random moves are made first, so that the rest is quickly searched
    "tictactoe": 3,
    "connect_three": 6,
    "connect_four:width=4,height=4": 9,
    "nim": 4,
    "misere_nim": 5,
    "chomp": 2,
    "domineering:rows=4,columns=3": 2,
    "hex:size=3": 3,
    "breakthrough:width=3,height=4": 4,
    "reversi:size=4": 7,
    "dots_and_boxes:rows=1,columns=2": 1,
    "dots_and_boxes:rows=2,columns=2,margin=1": 7,
    "kayles": 4,
    "toads_and_frogs": 12,
    "snort": 8,
}


def told(
    search: Any, game: CompiledGame, state: State, role: int = 0, limits: Limits | None = None
) -> tuple[list[Result], Spent]:
    """Return all that a search yields before its time is up, and what it spent."""
    clock = Clock(limits)
    found: list[Result] = []
    try:
        found.extend(search.start(game, Role(role), clock)(state, clock))
    except OutOfTimeError:
        pass
    return found, clock.count


def assert_twins(
    search: Any, game: CompiledGame, state: State, role: int = 0, limits: Limits | None = None
) -> None:
    """Hold the compiled form of a search to the readable one."""
    compiled = told(replace(search, kernel="on"), game, state, role, limits)
    assert compiled == told(replace(search, kernel="off"), game, state, role, limits)


@pytest.mark.parametrize("name", SMALL)
def test_searches_to_the_end_are_the_same(game_of: Game, name: str) -> None:
    game = game_of(name)
    for seed in range(3):
        state = after(game, SMALL[name] + seed, seed)
        for search in SEARCHES:
            assert_twins(search, game, state, role=seed % len(game.roles))


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("connect_four", 4),
        ("reversi:size=6", 3),
        ("breakthrough:width=4,height=5", 3),
        ("lights_out:width=3,height=2", 4),
        ("eight_puzzle", 4),  # the blank is where the move says, and nothing else
    ],
)
@pytest.mark.parametrize("evaluator", [Goal(), Mobility()])
def test_searches_to_a_depth_are_the_same(
    game_of: Game, name: str, depth: int, evaluator: Any
) -> None:
    game = game_of(name)
    for seed in range(2):
        state = after(game, 5 * seed, seed)
        for search in SEARCHES:
            role = seed % len(game.roles)
            assert_twins(replace(search, depth=depth, evaluator=evaluator), game, state, role)


@pytest.mark.parametrize("name", ["tictactoe", "nim", "breakthrough:width=3,height=4"])
@pytest.mark.parametrize("first", [0.0, 100.0])
def test_the_line_of_mtd_is_best_play(game_of: Game, name: str, first: float) -> None:
    game = game_of(name)
    for seed in range(3):
        state = after(game, SMALL[name] + seed, seed)
        found, _ = told(Mtd(first=first), game, state)
        for joint in found[-1].line:
            state = game.next(state, joint)
            best, _ = told(Alphabeta(), game, state)
            assert best[-1].values == found[-1].values
        assert game.terminal(state)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_more_children_than_lanes_are_searched_in_several_broods(game_of: Game, depth: int) -> None:
    game = game_of("chomp:rows=9,columns=9")
    assert len(game.legal(game.initial, Role(0))) > 64
    for search in SEARCHES:
        assert_twins(replace(search, depth=depth), game, game.initial)


@pytest.mark.parametrize("seconds", [1e-9, 1e-5])
def test_slices_of_any_size_give_the_same(
    tictactoe: CompiledGame, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "SLICE", seconds)
    for search in (Alphabeta(), Mtd(peek=True), Iterative(), Scout(shallow=1, peek=True)):
        for limits in (Limits(), Limits(nodes=77)):
            assert_twins(search, tictactoe, after(tictactoe, 4, 0), limits=limits)


@pytest.mark.parametrize("nodes", [1, 2, 3, 50, 400, 4793, 4794])
def test_a_limit_of_nodes_stops_them_at_the_same_node(tictactoe: CompiledGame, nodes: int) -> None:
    searches = Alphabeta(), Alphabeta(peek=True), Mtd(), Scout(), Iterative(), Alphabeta(shallow=2)
    for search in searches:
        assert_twins(search, tictactoe, tictactoe.initial, limits=Limits(nodes=nodes))


def test_a_small_stack_and_a_small_table_grow(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_PLIES", 2)
    monkeypatch.setattr(fast, "FIRST_CELLS", 16)
    monkeypatch.setattr(fast, "FIRST_HISTORY", 16)
    state = after(tictactoe, 1, 0)
    searches = Alphabeta(), Scout(), Mtd(peek=True), Iterative(), Alphabeta(history=True, shallow=1)
    for search in searches:
        assert_twins(search, tictactoe, state)


def test_a_table_that_may_not_grow_changes_no_value(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FIRST_CELLS", 64)
    limits = Limits(memory=10_000)
    for search in (Alphabeta(kernel="on"), Scout(kernel="on"), Mtd(kernel="on")):
        found, _ = told(search, tictactoe, tictactoe.initial, limits=limits)
        assert found[-1].values == (50.0, 50.0)
        assert found[-1].proven


@pytest.mark.parametrize("search", [Alphabeta(), Iterative(depth=4), Scout(killers=True)])
def test_what_is_remembered_serves_the_next_move(tictactoe: CompiledGame, search: Any) -> None:
    states = [tictactoe.initial, after(tictactoe, 1, 0), after(tictactoe, 2, 0)]
    spent = []
    for kernel in ("on", "off"):
        think = replace(search, kernel=kernel).start(tictactoe, Role(0), Clock())
        clocks = [Clock() for _ in states]
        found = [list(think(state, clock)) for state, clock in zip(states, clocks, strict=True)]
        spent.append((found, [clock.count for clock in clocks]))
    assert spent[0] == spent[1]
    assert spent[0][1][1].nodes < 1000


@pytest.mark.parametrize("nodes", range(10, 500, 35))
def test_a_pass_that_is_broken_off_keeps_a_better_move(game_of: Game, nodes: int) -> None:
    game = game_of("connect_four")
    search = Iterative(evaluator=Mobility(), aspiration=10)
    assert_twins(search, game, after(game, 6, 1), limits=Limits(nodes=nodes))


@pytest.mark.parametrize("refutation", [False, True])
def test_other_roles_may_have_moves_of_their_own(game_of: Game, refutation: bool) -> None:
    game = game_of("kayles")
    search = Iterative(refutation=refutation, shallow=1, evaluator=Mobility(), depth=5)
    for seed in range(4):
        assert_twins(search, game, after(game, seed, seed), role=seed % 2)


@pytest.mark.parametrize("search", [Alphabeta(peek=True), Mtd(peek=True), Scout(peek=True)])
@pytest.mark.parametrize("name", ["connect_four:width=4,height=4", "domineering:rows=4,columns=4"])
def test_children_that_the_table_knows_save_nodes_and_change_no_value(
    game_of: Game, name: str, search: Any
) -> None:
    game = game_of(name)
    found, spent = told(replace(search, kernel="on"), game, game.initial)
    without, before = told(replace(search, kernel="on", peek=False), game, game.initial)
    assert found[-1].values == without[-1].values
    assert found[-1].proven
    assert spent.nodes < before.nodes


def test_an_end_has_its_values_and_no_move(tictactoe: CompiledGame) -> None:
    state = tictactoe.initial
    while not tictactoe.terminal(state):
        state = tictactoe.next(state, next(joints(tictactoe, state)))
    for search in SEARCHES:
        assert_twins(search, tictactoe, state)
