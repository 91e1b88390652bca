"""Questions to a solver: how long they may take, what is laid, and what an answer proves."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

import pytest

from tests.search.plan.ladder import unknown
from zermelo.game.game import Move
from zermelo.process.child import ChildError
from zermelo.process.session import Session
from zermelo.search.base import Clock, Limits
from zermelo.search.plan.planner import Planner, asked, plans


class Told:
    """A solver that says what it was told to say, and keeps the questions."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        """Remember the answers; the last is given again and again."""
        self.answers = list(answers)
        self.questions: list[Mapping[str, Any]] = []

    def ask(self, message: Mapping[str, Any], *, deadline: float) -> dict[str, Any]:
        """Give the next answer."""
        assert deadline > message["seconds"]
        assert len(self.questions) < 50, "it is asked for ever"
        self.questions.append(message)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def planner(*answers: dict[str, Any], clock: Clock | None = None) -> tuple[Planner, Told]:
    told = Told(*answers)
    return Planner(unknown(), clock or Clock(), cast(Session, told)), told


def laid(horizon: int, *, over: bool = False, size: int = 9) -> dict[str, Any]:
    return {"horizon": horizon, "over": over, "size": size}


UNKNOWN, NO = {"known": False}, {"known": True}


def test_a_question_is_put_again_until_it_is_answered() -> None:
    asking, told = planner(UNKNOWN, UNKNOWN, NO)
    assert asking.ask({"goal": 100}, 60.0) == NO
    assert [each["seconds"] for each in told.questions] == [1.0] * 3


@pytest.mark.parametrize("seconds", [1, 5])
def test_a_question_counts_once_however_long_it_takes(seconds: int) -> None:
    clock = Clock()
    asking, _ = planner(*[UNKNOWN] * seconds, NO, clock=clock)
    asking.ask({"goal": 100}, 60.0)
    assert clock.count.nodes == 1


def test_a_question_has_no_more_time_than_the_clock() -> None:
    asking, told = planner(UNKNOWN, clock=Clock(Limits(seconds=0.5)))
    assert asking.ask({"goal": 100}, 60.0) == UNKNOWN
    (question,) = told.questions
    assert question["seconds"] <= 0.5


def test_no_more_is_laid_than_was_asked_for() -> None:
    asking, told = planner(laid(1), laid(2), laid(3))
    list(asking.lay(2))
    assert (asking.horizon, asking.full, len(told.questions)) == (2, False, 2)


@pytest.mark.parametrize("limit", ["MOST_TIMES", "MOST_RULES"])
def test_what_is_full_is_not_laid_any_farther(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"zermelo.search.plan.planner.{limit}", 2)
    asking, _ = planner(laid(1, size=1), laid(2, size=2 if limit == "MOST_RULES" else 1), laid(3))
    list(asking.lay(9))
    assert (asking.horizon, asking.full, asking.farthest) == (2, True, 2)
    list(asking.lay(9))
    assert asking.horizon == 2


def test_the_farthest_horizon_is_no_farther_than_the_depth() -> None:
    assert planner(NO, clock=Clock(Limits(depth=7)))[0].farthest == 7
    asking, _ = planner(NO, clock=Clock(Limits(depth=7)))
    asking.horizon, asking.over = 3, True
    assert asking.farthest == 3


def test_a_no_excludes_no_more_moves_than_are_laid() -> None:
    asking, told = planner(NO)
    asking.horizon, asking.full = 2, True
    assert asking.reaching(100, 5, 1.0)
    assert told.questions[0]["within"] == 2
    assert (asking.standing.none_within(100), asking.standing.ceiling) == (2, 100)


def test_a_no_is_for_all_matches_only_where_all_are_over() -> None:
    asking, _ = planner(NO)
    asking.horizon, asking.over = 4, True
    asking.reaching(100, 3, 1.0)
    assert asking.standing.ceiling == 100
    asking.reaching(100, 4, 1.0)
    assert asking.standing.ceiling == 50


def test_no_answer_excludes_nothing() -> None:
    asking, _ = planner(UNKNOWN)
    asking.horizon, asking.over = 4, True
    assert not asking.reaching(100, 4, 1.0)
    assert (asking.standing.excluded, asking.standing.ceiling) == ({}, 100)


def test_horizons_begin_behind_what_is_excluded_and_get_farther_apart() -> None:
    asking, _ = planner(NO)
    asking.standing.exclude(100, 1, "care")
    assert list(islice(asking.horizons(100), 6)) == [2, 3, 4, 6, 9, 13]


def test_for_a_goal_that_is_had_only_shorter_matches_are_asked_for() -> None:
    asking, _ = planner(NO)
    asking.standing.goal, asking.standing.moves = 100, (Move(0),) * 7
    assert list(asking.horizons(100)) == [0, 1, 2, 3, 4, 6]
    asking.standing.exclude(100, 5, "care")
    assert list(asking.horizons(100)) == [6]
    asking.standing.exclude(100, 6, "care")
    assert not list(asking.horizons(100))


def test_no_horizon_is_asked_for_behind_the_end_of_all_matches() -> None:
    asking, _ = planner(NO)
    asking.standing.goal, asking.standing.moves = 100, (Move(0),) * 20
    asking.horizon, asking.over = 3, True
    assert list(asking.horizons(100)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("answer", "over"), [(UNKNOWN, False), ({"known": True, "moves": [0]}, False), (NO, True)]
)
def test_only_a_no_shows_that_no_match_goes_on(answer: dict[str, Any], over: bool) -> None:
    asking, _ = planner(answer)
    assert asking.exhausted(1.0) is over
    assert asking.over is over


def test_it_is_given_up_after_some_rounds_without_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.search.plan.planner.ROUNDS", 1)
    asking, told = planner({**laid(1, over=True), "known": False})
    list(islice(asked(asking), 1000))
    goals = [each["goal"] for each in told.questions if "goal" in each]
    assert goals[0] == 100
    assert 0 in goals, "every other round asks for the least that would be better"
    assert len(told.questions) < 20


def test_a_child_that_dies_leaves_the_puzzle_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*_: object, **__: object) -> Iterator[None]:
        raise ChildError("it crashed")

    monkeypatch.setattr("zermelo.search.plan.planner.Session", dying)
    standing = unknown()
    assert not list(plans(standing, Clock()))
    assert (standing.goal, standing.excluded) == (None, {})
