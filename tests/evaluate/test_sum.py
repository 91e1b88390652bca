"""A sum is what is written: its parts, times their weights, within the scale of goals."""

import pytest

from zermelo.game.load import load
from zermelo.search.spec import parse_evaluator


def test_a_sum_adds_its_parts_with_their_weights() -> None:
    game = load("tictactoe")
    state = game.start.play("(mark 2 2)").state
    mobility = parse_evaluator("mobility").start(game)(state)
    guess = parse_evaluator("sum(0.5*even,0.25*mobility)").start(game)
    assert guess(state) == tuple(25 + 0.25 * worth for worth in mobility)


@pytest.mark.parametrize(("text", "worth"), [("sum(even,even,even)", 100), ("sum(-1*even)", 0)])
def test_a_sum_stays_on_the_scale_of_goals(text: str, worth: float) -> None:
    game = load("tictactoe")
    assert parse_evaluator(text).start(game)(game.initial) == (worth, worth)
