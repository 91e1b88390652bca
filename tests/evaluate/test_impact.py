"""Opponent impact: none in a race, some where moves are taken from each other."""

from collections.abc import Callable

import pytest

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.evaluate.impact import Impact, opponent_impact, sampled
from zermelo.game.compiled_game import CompiledGame

Games = Callable[[str], CompiledGame]


def impact(
    game: CompiledGame, evaluator: Evaluator, seed: int = 0, *, moves: bool = True
) -> Impact:
    found = opponent_impact(game, evaluator, seed=seed, moves=moves, states=300)
    assert found is not None
    return found


@pytest.mark.parametrize("evaluator", [Mobility(), Goal(), Fuzzy()])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_nobody_is_in_the_way_in_a_race(evaluator: Evaluator, seed: int, game_of: Games) -> None:
    found = impact(game_of("race"), evaluator, seed)
    assert found.mean == 0
    assert found.low == pytest.approx(0, abs=1e-9)
    assert 0 < found.high < 0.05
    assert len(found.pairs) == 6
    assert set(found.pairs.values()) == {0}


def test_everybody_feels_a_mark_that_hinders(game_of: Games) -> None:
    found = impact(game_of("tictactoe_3p"), Fuzzy())
    assert found.low > 0.9
    assert min(found.pairs.values()) > 0.9


def test_a_path_that_is_blocked_is_felt_by_who_is_next(game_of: Games) -> None:
    game = game_of("chinese_checkers:limit=12")
    found = impact(game, Goal())
    assert found.low > 0.1
    assert impact(game, Goal(), moves=False).high < found.low


@pytest.mark.parametrize("name", ["tictactoe_3p", "nim_3p", "tricks"])
def test_it_is_about_the_same_whatever_the_seed(name: str, game_of: Games) -> None:
    found = [impact(game_of(name), Goal(), seed) for seed in range(5)]
    assert max(each.mean for each in found) - min(each.mean for each in found) < 0.1
    assert max(each.low for each in found) < min(each.high for each in found)


def test_a_winning_move_is_felt_by_the_other(game_of: Games) -> None:
    game = game_of("tictactoe")
    found = impact(game, Goal(), moves=False)
    assert 0 < found.low < found.mean < found.high < 1
    assert found.states == 300
    assert found == impact(game, Goal(), moves=False)


def test_one_role_has_no_opponent(game_of: Games) -> None:
    assert opponent_impact(game_of("lights_out"), Goal(), states=5) is None


def test_chance_is_nobodys_opponent(game_of: Games) -> None:
    found = impact(game_of("pig_race"), Goal())
    assert {*found.pairs} == {("red", "blue"), ("blue", "red")}


def test_states_come_from_whole_matches(game_of: Games) -> None:
    game = game_of("tictactoe_3p")
    steps = {
        len([each for each in game.describe(game.state(row)) if "cell" in each])
        for row in sampled(game, 300, seed=3)
    }
    assert {0, 3, 6, 9} <= steps


def test_a_little_is_seen_even_without_time(game_of: Games) -> None:
    found = opponent_impact(game_of("tictactoe"), Goal(), seconds=0.0)
    assert found is not None
    assert 0 < found.states < 100


@pytest.mark.parametrize("seed", range(4))
def test_less_time_widens_the_interval_and_nothing_else(seed: int, game_of: Games) -> None:
    game = game_of("nim_3p")
    short, long = (
        opponent_impact(game, Goal(), moves=True, seed=seed, seconds=seconds)
        for seconds in (0.0, None)
    )
    assert short is not None
    assert long is not None
    assert short.states < long.states
    assert short.high - short.low > long.high - long.low
    assert abs(short.mean - long.mean) < 0.15  # the first states alone come to 0.5
    assert short.low < long.high
    assert long.low < short.high
