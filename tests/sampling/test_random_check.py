"""What random matches find wrong does not depend on how fast the machine is."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.sampling import random_check as ordeal
from zermelo.sampling.playouts import Playouts, play_out
from zermelo.sampling.random_check import Fault, faults

# Both take a stick in turn; nobody says what happens when the last is taken.
STUCK = """
role(a). role(b). init(left(30)). init(control(a)).
legal(P, take) :- true(control(P)), true(left(N)), N > 0.
legal(a, noop) :- true(control(b)). legal(b, noop) :- true(control(a)).
next(left(N-1)) :- true(left(N)), does(P, take), N > 0.
next(control(b)) :- true(control(a)). next(control(a)) :- true(control(b)).
terminal :- true(left(100)). goal(P, 50) :- role(P).
"""
MESSAGE = "a has no legal move, and the match is not over"


@pytest.fixture
def stuck(tmp_path: Path) -> CompiledGame:
    path = tmp_path / "stuck.lp"
    path.write_text(STUCK)
    return load(str(path))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which all time is up as soon as one looks at it again."""
    ticks = count(0, 1000)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))


@pytest.mark.usefixtures("late")
def test_one_batch_is_played_whole_however_late_it_is(stuck: CompiledGame) -> None:
    (fault,) = faults(stuck, 0.01)
    taking = ("take", "noop"), ("noop", "take")
    assert fault == Fault("no-move", MESSAGE, taking * 15)


@pytest.mark.usefixtures("late")
def test_a_sound_game_is_sound_however_late_it_is(tictactoe: CompiledGame) -> None:
    assert faults(tictactoe, 0.01) == []


@pytest.mark.usefixtures("late")
def test_a_match_that_does_not_end_is_told_by_its_steps(
    game_of: Callable[[str], CompiledGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordeal, "LEAST_STEPS", 20)
    (fault,) = faults(game_of("fifteen_puzzle"), 0.01)
    assert fault == Fault("endless", "no random match was over after 20 steps")


def rarely_stuck(game: CompiledGame, **options: object) -> Playouts:
    return replace(play_out(game, passes=1), stuck=3)


def test_what_playouts_alone_have_seen_is_looked_for(
    stuck: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordeal, "play_out", rarely_stuck)
    look = ordeal.note_faults
    seen = iter([False])  # the first batch sees nothing

    def blind(*args: object) -> bool:
        return look(*args) if next(seen, True) else True  # type: ignore[arg-type]

    monkeypatch.setattr(ordeal, "note_faults", blind)
    monkeypatch.setattr(time, "perf_counter", iter([0.0, 9.0] + [9.0] * 9999).__next__)
    (fault,) = faults(stuck, 0.01)
    assert fault.message == MESSAGE
    assert fault.line is not None


def test_what_is_too_rare_to_be_shown_is_told(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordeal, "play_out", rarely_stuck)
    monkeypatch.setattr(ordeal, "BATCHES", 1)
    (fault,) = faults(tictactoe, 0.01)
    message = "a role has no legal move in 3 random matches, and they are not over"
    assert fault == Fault("no-move", message, None)
