"""Engines agree on real games: a few here, all of them by `python -m tests.engines`."""

import numpy as np
import pytest

from tests import engines as comparing
from tests.corpus import sheets
from tests.engines import differences, loaded
from zermelo.circuit.order import Gates
from zermelo.engine.engine import Engine, engine_named
from zermelo.game.library import entries

GAMES = "tictactoe", "hex:size=3", "tron", "pig_race", "wolf_goat_cabbage", "tictactoe_3p"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_on_every_engine(name: str) -> None:
    assert list(differences(loaded(name))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", entries())
def test_every_game_is_the_same_on_every_engine(name: str) -> None:
    assert list(differences(loaded(name))) == []


@pytest.mark.slow
@pytest.mark.skipif(not sheets(), reason="ZERMELO_CORPUS names no folder of rule sheets")
@pytest.mark.parametrize("name", sheets() or ["none"])
def test_every_real_sheet_is_the_same_on_every_engine(name: str) -> None:
    assert list(differences(loaded(f"{name}.kif"))) == []


def harmed(gates: Gates, what: str) -> Gates:
    """A circuit in which every output of a kind is taken for the next one."""
    return gates._replace(**{what: np.roll(getattr(gates, what), 1)})


@pytest.mark.parametrize(
    ("engine", "what", "told"),
    [
        ("plain", "legal", "plain: what holds"),
        ("plain", "goals", "plain: what holds"),
        ("plain", "next", "plain: states after"),
        ("interpreter", "next", "random matches"),
    ],
)
def test_a_difference_is_told(
    engine: str, what: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = loaded("tictactoe")

    def make(name: str) -> object:
        def made(gates: Gates, keep: bool) -> Engine:
            return engine_named(name)(harmed(gates, what) if name == engine else gates, keep)

        return made

    monkeypatch.setattr(comparing, "engine_named", make)
    assert any(told in one for one in differences(game))


def test_other_machine_code_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded("tictactoe")
    monkeypatch.setattr(comparing, "agrees", lambda *_: False)
    monkeypatch.setattr(comparing, "wide_code", lambda *_, **__: None)
    found = list(differences(game))
    assert [one for one in found if "level" in one] == [
        "machine code of a brood at level 0",
        "machine code of 1024 lanes at level 0",
        "machine code of a brood at level 1",
        "machine code of 1024 lanes at level 1",
    ]
