"""Positions that come again, and games in which none does."""

import pytest

from zermelo.learn.repetition import may_repeat
from zermelo.position.load import load


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
