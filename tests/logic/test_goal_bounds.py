"""Bounds on goals are proved, and tight where the solver can see why."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.logic.knowing import here, sheet
from zermelo.errors import LimitError
from zermelo.logic.goal_bounds import GoalBounds, ends_seen, goal_bounds
from zermelo.logic.goal_proofs import tightest
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import joints
from zermelo.position.load import circuit_game
from zermelo.sandbox import Allowance

Games = Callable[[str], CircuitGame]
ONE_TAKES_ALL = """
(role a) (role b) (role c)
(init (turn a))
(succ a b) (succ b c)
(<= (legal ?r take) (true (turn ?r)))
(<= (legal ?r leave) (true (turn ?r)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn ?s)) (true (turn ?r)) (succ ?r ?s))
(<= (next (turn none)) (true (turn c)))
(<= (next (owner ?r)) (does ?r take) (not owned))
(<= (next (owner ?r)) (true (owner ?r)))
(<= owned (true (owner ?r)))
(<= terminal (true (turn none)))
(<= (goal ?r 90) (true (owner ?r)))
(<= (goal ?r 10) (role ?r) (not (true (owner ?r))))
"""
"""Who takes first has 90, everybody else 10: at most 110, but only if nothing has two owners."""


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.logic.tables.call", here)


def test_an_invariant_makes_the_sum_tight() -> None:
    game = circuit_game("one takes all", sheet(ONE_TAKES_ALL))
    found = goal_bounds(game)
    assert found == GoalBounds((10, 10, 10), (90, 90, 90), 110)
    assert found == ends_seen(game)
    assert goal_bounds(game) is found  # it is not asked twice


def test_every_end_of_a_game_is_within_its_bounds(game_of: Games) -> None:
    game = game_of("nim_3p:pile1=1,pile2=2,pile3=1")
    bounds = goal_bounds(game)
    assert bounds == GoalBounds((0, 0, 0), (100, 100, 100), 100)
    todo, seen = [game.initial], {game.initial}
    ends = 0
    while todo:
        state = todo.pop()
        if game.terminal(state):
            ends += 1
            goals = [goal or 0 for goal in game.goals(state)]
            assert sum(goals) <= bounds.most
        for joint in joints(game, state):
            after = game.next(state, joint)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert ends > 1


def test_a_match_that_is_over_at_once() -> None:
    over = ONE_TAKES_ALL.replace("(init (turn a))", "(init (turn none)) (init (owner b))")
    game = circuit_game("over", sheet(over))
    assert goal_bounds(game) == GoalBounds((10, 90, 10), (10, 90, 10), 110)


def test_a_solver_that_is_out_of_memory_leaves_what_the_rules_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise LimitError("no memory")

    monkeypatch.setattr("zermelo.logic.tables.call", full)
    game = circuit_game("one takes all", sheet(ONE_TAKES_ALL))
    found = goal_bounds(game)
    assert found == GoalBounds((10, 10, 10), (90, 90, 90), 270)
    assert found is not None
    assert found.cut


def test_what_there_was_no_time_for_is_tried_again_with_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[float] = []

    def slow(function: str, message: dict[str, Any], allowance: Allowance) -> object:
        given.append(message["seconds"])
        return here(function, {**message, "seconds": message["seconds"] - 5}, allowance)

    monkeypatch.setattr("zermelo.logic.tables.call", slow)
    found = goal_bounds(circuit_game("one takes all", sheet(ONE_TAKES_ALL)))
    assert found == GoalBounds((10, 10, 10), (90, 90, 90), 110)
    assert not found.cut
    assert given == [4, 3, 4, 8, 8]


def test_more_time_is_not_taken_where_all_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def asked(function: str, message: dict[str, Any], allowance: Allowance) -> object:
        given.append(message["seconds"])
        return here(function, message, allowance)

    few = GoalBounds((10, 10, 10), (90, 90, 90), 110)
    monkeypatch.setattr("zermelo.logic.goal_bounds.ends_seen", lambda game: few)
    monkeypatch.setattr("zermelo.logic.tables.call", asked)
    loose = ONE_TAKES_ALL.replace("(not owned))", "(not (true (turn none))))")
    found = goal_bounds(circuit_game("several may take", sheet(loose)))
    assert found is not None
    assert (found.most, found.cut) == (270, False)
    assert given == [4, 3, 4]


@pytest.mark.parametrize("most", range(6))
def test_the_tightest_level_is_found_by_few_questions(most: int) -> None:
    asked: list[int] = []

    def possible(level: int) -> bool:
        asked.append(level)
        return level <= most

    assert tightest(range(6), possible) == most
    assert len(asked) <= 4
    assert tightest([3], possible) == 3


@pytest.mark.slow
def test_chinese_checkers_shares_out_at_most_a_win_and_two_nearly() -> None:
    from zermelo.position.load import load

    assert goal_bounds(load("chinese_checkers")) == GoalBounds((0,) * 3, (100,) * 3, 180)
