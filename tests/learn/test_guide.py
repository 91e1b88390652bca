"""What guides proofs: the same values, whether kernels are compiled or not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.kernels.background import background
from zermelo.learn import guide as module
from zermelo.learn.guide import Judge, guide_of
from zermelo.search.algorithms.alphabeta import Alphabeta

Games = Callable[[str], CompiledGame]
NIM = "nim:pile1=1,pile2=2,pile3=0,pile4=3"


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled, and nobody waits for one."""
    monkeypatch.setattr(module, "is_missing", lambda kernel: kernel == module.KERNEL)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which searches were begun, by their option `kernel`."""
    found: list[str] = []

    def search(kernel: str) -> Alphabeta:
        found.append(kernel)
        return Alphabeta(kernel="off" if kernel == "off" else "auto")

    monkeypatch.setattr(module, "Alphabeta", search)
    return found


@pytest.mark.usefixtures("cold")
def test_little_is_searched_without_kernels_and_much_with_them(
    game_of: Games, chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(NIM)
    judge = Judge(game)
    judge.judged(game.initial)
    assert judge.nodes > 0
    judge.judged(game.initial)
    assert chosen == ["off"]
    monkeypatch.setattr(module, "FEW_NODES", judge.nodes - 1)
    judge.judged(game.initial)
    judge.judged(game.initial)
    assert chosen == ["off", "auto"]


def test_compiled_kernels_are_used_at_once(game_of: Games, chosen: list[str]) -> None:
    game = game_of(NIM)
    Judge(game).judged(game.initial)
    assert chosen == ["auto"]


@pytest.mark.parametrize("name", [NIM, "tictactoe", "hex:size=3"])
def test_both_judge_alike(name: str, game_of: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = game_of(name), []
    states = [game.initial, *(child.state for child in game.children(game.initial))]
    for missing in (False, True):
        monkeypatch.setattr(module, "is_missing", lambda _, missing=missing: missing)
        guide = guide_of(game, lambda: None)
        found.append([guide(state, role) for state in states for role in (0, 1)])
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


def test_kernels_are_missing_only_where_plain_python_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not module.is_missing(module.KERNEL)
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr("zermelo.kernels.background.is_possible", lambda: True)
    monkeypatch.setattr("zermelo.kernels.kernel.is_compiled", lambda _: False)
    assert not module.is_missing(module.KERNEL)
    with background.answering(lambda _: None):
        assert module.is_missing(module.KERNEL)
