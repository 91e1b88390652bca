"""What rules fluents out, for evaluators: kept if it would be the same the next time."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.proofs import inhibition as module
from zermelo.proofs.inhibition import inhibition, proved
from zermelo.proofs.inhibitors import Inhibitor, Inhibitors, inhibitors
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import Latch, LatchVerdict, latches

RULES = """
(role a) (legal a take) (legal a wait) (init (left 2)) (goal a 0) (<= terminal (true (left 0)))
(<= (next (left 1)) (true (left 2))) (<= (next (left 0)) (true (left 1)))
(<= (next taken) (does a take)) (<= (next taken) (true taken))
"""


@pytest.fixture(autouse=True)
def _own_store(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {}
    monkeypatch.setattr("zermelo.store.find", kept.get)
    monkeypatch.setattr("zermelo.store.keep", kept.__setitem__)
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def game() -> CompiledGame:
    return compiled_game("test", sheet(RULES))


def latch(fluent: int, *, positive: bool) -> Latch:
    return Latch(fluent, "", positive, LatchVerdict.PROVED)


@pytest.mark.parametrize(
    ("limit", "again"), [("", False), ("steps", False), ("time", True), ("memory", True)]
)
def test_only_what_would_be_the_same_the_next_time_is_kept(
    limit: str, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = (
        Inhibitor(latch(0, positive=True), (1, 2)),
        Inhibitor(latch(2, positive=False), (1,)),
    )
    asked = []

    def once(game: CompiledGame) -> Inhibitors:
        asked.append(game)
        return Inhibitors(found, (), limit)

    monkeypatch.setattr(module, "proved", once)
    first, second = inhibition(game()), inhibition(game())
    assert first == second == {1: ((0, True), (2, False)), 2: ((0, True),)}
    assert len(asked) == (2 if again else 1)


@pytest.mark.parametrize(
    ("limits", "worst"),
    [
        (("", "", ""), ""),
        (("steps", "", ""), "steps"),
        (("steps", "time", ""), "time"),
        (("", "time", "memory"), "memory"),
    ],
)
def test_what_has_cut_any_of_the_proofs_has_cut_the_whole(
    limits: tuple[str, str, str], worst: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(real: Callable[..., Any], limit: str) -> Callable[..., Any]:
        return lambda *args, **options: replace(real(*args, **options), limit=limit)

    quick = partial(inhibitors, looks=10**6)
    monkeypatch.setattr(module, "invariants", cut(invariants, limits[0]))
    monkeypatch.setattr(module, "latches", cut(latches, limits[1]))
    monkeypatch.setattr(module, "inhibitors", cut(quick, limits[2]))
    assert proved(game()).limit == worst
