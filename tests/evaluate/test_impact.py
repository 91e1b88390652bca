"""Opponent impact: none in a race, some where moves are taken from each other."""

from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.evaluate.impact import opponent_impact
from zermelo.position.load import load


def test_nobody_is_in_the_way_in_a_race() -> None:
    found = opponent_impact(load("race"), Mobility(), states=50)
    assert found is not None
    assert found.mean == 0
    assert found.low == 0
    assert 0 < found.high < 0.1
    assert len(found.pairs) == 6


def test_a_winning_move_is_felt_by_the_other() -> None:
    found = opponent_impact(load("tictactoe"), Goal(), states=100)
    assert found is not None
    assert 0 < found.low < found.mean < found.high < 1
    assert found.states == 100
    assert found == opponent_impact(load("tictactoe"), Goal(), states=100)


def test_one_role_has_no_opponent() -> None:
    assert opponent_impact(load("eight_puzzle"), Goal(), states=5) is None
