"""Kernels are loaded before a clock runs, by the searches that have them."""

from collections.abc import Callable
from pathlib import Path

import pytest

import zermelo
from tests.search.trees import lecture
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, Thinker, searches
from zermelo.search.loading import kernels_of, load_kernels
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]


@pytest.mark.parametrize(("name", "search"), searches().items())
def test_the_files_of_kernels_are_there(name: str, search: type) -> None:
    files = getattr(search, "kernels", ())
    folder = Path(zermelo.__file__).parent
    assert all((folder / file).is_file() and "kernels" in file for file in files)
    assert not files or hasattr(search, "kernel"), f"{name} has no option to do without kernels"


def test_only_searches_that_run_kernels_name_any(game_of: Games) -> None:
    game = game_of("tictactoe")
    assert kernels_of(parse("mcts"), game) == ("search/mcts/kernels/search.py",)
    assert kernels_of(parse("mcts:kernel=off"), game) == ()
    assert kernels_of(parse("minimax"), game) == ()
    assert kernels_of(parse("mcts"), lecture()) == ()


def test_a_search_without_kernels_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    game, search = lecture(), parse("alphabeta")
    monkeypatch.setattr(type(search), "start", None)
    load_kernels(search, game, game.initial)


def test_kernels_are_loaded_by_the_first_node(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, search, seen = game_of("tictactoe"), parse("alphabeta"), []
    start = Alphabeta.start

    def noted(self: Alphabeta, game: Game, role: Role, clock: Clock) -> Thinker:
        seen.append(clock)
        return start(self, game, role, clock)

    monkeypatch.setattr(Alphabeta, "start", noted)
    load_kernels(search, game, game.initial)
    (clock,) = seen
    assert clock.count.nodes == 1
