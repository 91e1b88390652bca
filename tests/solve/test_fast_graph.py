"""The kernel that explores and the version in NumPy: the same arrays, number by number."""

import gc
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.kernels.background import background
from zermelo.search.base import Clock
from zermelo.search.solve import exploration, fast_graph, graph
from zermelo.search.solve.fast_graph import explore_fast
from zermelo.search.solve.graph import PositionGraph, explore_plainly
from zermelo.search.solve.prove import folding_at, prove
from zermelo.search.solve.ranking import Ranking, ranking
from zermelo.search.solve.retrograde import worths

GameOf = Callable[[str], CompiledGame]
GAMES = [
    "tictactoe",
    "connect_four:width=4,height=4",
    "kayles:pins=6",
    "reversi:size=4",
    "eight_puzzle",
    "hex:size=3",
    "dots_and_boxes:rows=2,columns=2",
    "domineering:rows=4,columns=4",
    "three_mens_morris",
    "dodgem",
]


def require_same(one: PositionGraph, other: PositionGraph) -> None:
    for name in ("rows", "movers", "sizes", "children", "goals"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for name in ("total", "levels", "stand_for", "rising"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("name", GAMES)
def test_they_agree_number_by_number(game_of: GameOf, name: str) -> None:
    game = game_of(name)
    require_same(explore_fast(game), explore_plainly(game))


@pytest.mark.parametrize("name", GAMES)
def test_they_agree_where_symmetric_positions_are_one(game_of: GameOf, name: str) -> None:
    game = game_of(name)
    folding = folding_at(game, game.initial, Clock())
    fast, plain = (
        explore(game, folding=folding, megabytes=1024)
        for explore in (explore_fast, explore_plainly)
    )
    require_same(fast, plain)


@pytest.mark.parametrize("name", GAMES)
def test_they_agree_where_other_levels_are_forgotten(
    game_of: GameOf, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(name)
    monkeypatch.setattr(exploration, "MANY", 20)
    require_same(explore_fast(game), explore_plainly(game))


def test_stones_that_are_put_down_count_the_moves(game_of: GameOf) -> None:
    for name, rise in {"tictactoe": 1, "hex:size=3": 1, "domineering:rows=4,columns=4": 2}.items():
        game = game_of(name)
        found = ranking(game, game.row(game.initial))
        assert found is not None
        assert found.rise == rise, name
    for name in ("eight_puzzle", "reversi:size=4"):
        game = game_of(name)
        assert ranking(game, game.row(game.initial)) is None


def test_a_ranking_that_is_wrong_is_found_out(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All fluents of tic-tac-toe: every move puts one down, and changes who is in control."""
    game = game_of("connect_four:width=4,height=3,line=3")
    row = game.row(game.initial)
    right = ranking(game, row)
    assert right is not None
    guesses = [Ranking(right.fluents & ~np.uint64(1 << bit), 1) for bit in range(8)]
    monkeypatch.setattr(exploration, "MANY", 0)
    for guess in guesses:
        monkeypatch.setattr(exploration, "ranking", lambda *_, guess=guess: guess)
        require_same(explore_fast(game), explore_plainly(game))


def test_a_sweep_says_what_retrograde_analysis_does(game_of: GameOf) -> None:
    for name in ("connect_four:width=4,height=4", "tictactoe", "dots_and_boxes:rows=2,columns=2"):
        swept, settled = (explore_fast(game_of(name)) for _ in range(2))
        assert swept.rising
        settled.rising = False
        for one, other in zip(worths(swept), worths(settled), strict=True):
            assert np.array_equal(one, other)


def test_memory_is_limited(game_of: GameOf) -> None:
    message = r"has more positions than fit: [\d,]+ were found before 8 MB were full"
    for explore in (explore_fast, explore_plainly):
        with pytest.raises(LimitError, match=message):
            explore(game_of("connect_four"), megabytes=8)


def test_what_does_not_fit_into_memory_goes_to_disk(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("connect_four:width=4,height=4")
    for module, constant in ((exploration, "MANY"), (exploration, "FEW"), (fast_graph, "SLICE")):
        monkeypatch.setattr(module, constant, 1000)
    found = explore_fast(game, megabytes=2, whole=False)
    assert found.disk is not None
    assert found.disk.seen.keys() == {"rows", "movers", "sizes", "goals", "children"}
    folder = found.disk.folder
    require_same(found, explore_plainly(game))
    for one, other in zip(worths(found), worths(explore_plainly(game)), strict=True):
        assert np.array_equal(one, other)
    del found
    gc.collect()
    assert not folder.exists()


def test_rows_that_may_come_again_stay_in_memory(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("eight_puzzle")
    monkeypatch.setattr(exploration, "FEW", 1000)
    found = explore_fast(game, megabytes=9)
    assert found.disk is not None
    assert found.disk.seen.keys() == {"movers", "sizes", "goals", "children"}
    require_same(found, explore_plainly(game))


def test_a_disk_that_is_full_is_said(game_of: GameOf, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    message = "positions are kept in .*zermelo-.*, and it is full: No space left on device"
    with pytest.raises(LimitError, match=message):
        explore_fast(game_of("connect_four:width=4,height=4"), megabytes=3, whole=False)


def test_memory_that_the_system_refuses_is_a_limit(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(exploration, "in_memory", refused)
    with pytest.raises(LimitError, match="more positions than fit"):
        explore_fast(game_of("connect_four:width=4,height=4"))


def test_a_kernel_that_is_compiled_meanwhile_takes_over(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ready = game_of("tictactoe"), iter([False, False, True])
    monkeypatch.setattr(graph, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr(graph, "is_fast", lambda _: next(ready))
    monkeypatch.setattr(graph, "BATCH", 100)
    told: list[str] = []
    require_same(graph.explore(game, report=told.append), explore_plainly(game))
    assert next(ready, None) is None


def test_a_kernel_that_is_not_compiled_is_asked_for_and_not_called(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("tictactoe")
    asked: list[CompiledGame] = []
    monkeypatch.setattr(type(background), "answers", True)
    monkeypatch.setattr("zermelo.kernels.kernel.is_compiled", lambda _: False)
    monkeypatch.setattr(fast_graph, "ask_for_kernel", asked.append)
    assert not graph.is_fast(game)
    assert asked == [game]


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("name", ["tictactoe", "connect_four:width=4,height=4", "kayles:pins=6"])
def test_positions_need_not_be_sorted_for_one_question(
    game_of: GameOf, name: str, fold: bool
) -> None:
    game = game_of(name)
    lean, none = prove(game, game.initial, Clock(), fold=fold, lean=True)
    answer, solution = prove(game, game.initial, Clock(), fold=fold)
    assert none is None
    assert solution is not None
    for one in fields(answer):
        if one.name != "folding":
            assert getattr(lean, one.name) == getattr(answer, one.name), one.name
    assert (lean.folding is None) == (answer.folding is None)
