"""Positions that come again, and games in which none does."""

import pytest

from tests.logic.knowing import sheet
from zermelo.learn.groundwork import groundwork
from zermelo.learn.limit import Limit
from zermelo.learn.repetition import may_repeat
from zermelo.position.load import circuit_game, load


@pytest.mark.parametrize(
    ("name", "repeats"),
    [
        ("tictactoe", False),
        ("reversi:size=4", False),
        ("breakthrough:width=3,height=4", False),
        ("three_mens_morris", False),  # it counts its steps
        ("eight_puzzle", True),
    ],
)
def test_repetition_is_found_where_it_is(name: str, repeats: bool) -> None:
    game = load(name)
    assert may_repeat(game, game.initial) == repeats


def test_too_many_positions_may_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("reversi:size=4")
    monkeypatch.setattr("zermelo.learn.repetition.MEGABYTES", 1)
    assert may_repeat(game, game.initial)


LIGHT = """
(role r) (init (light off)) {clock}
(<= (legal r (turn ?x)) (state ?x)) (state on) (state off)
(<= (next (light ?x)) (does r (turn ?x)))
(<= terminal (true (light on))) (<= (goal r 100) (true (light on)))
"""
CLOCK = "(init (step 1)) (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2)))"


@pytest.mark.parametrize(("clock", "ends"), [(CLOCK, True), ("", False)])
def test_positions_are_explored_where_matches_are_not_proved_to_end(clock: str, ends: bool) -> None:
    game = circuit_game("light", sheet(LIGHT.format(clock=clock)))
    assert game.program is not None
    basis = groundwork(game, game.program, game.initial, Limit(None))
    assert basis.ends == ends
    assert (basis.graph is None) == ends
