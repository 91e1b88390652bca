"""Bounds on goals: what they rest on, and what is left where a question is too hard."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.proofs.knowing import here, sheet
from zermelo.errors import LimitError
from zermelo.game.load import compiled_game
from zermelo.proofs import goal_proofs
from zermelo.proofs.budget import Budget, OutOfStepsError
from zermelo.proofs.claim_proofs import PosedQuestion
from zermelo.proofs.counts import Count
from zermelo.proofs.goal_bounds import GoalBounds, ends_seen, goal_bounds, named_bounds
from zermelo.proofs.goal_cases import GoalCases
from zermelo.proofs.goal_proofs import Bounding
from zermelo.proofs.theory import TimeFrame
from zermelo.proofs.total import proved_total
from zermelo.proofs.trait_claims import trait_claims

OWNERS = """
(role a) (role b) (role c) (init (turn a)) (succ a b) (succ b c)
(<= (legal ?r take) (true (turn ?r))) (<= (legal ?r leave) (true (turn ?r)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn ?s)) (true (turn ?r)) (succ ?r ?s)) (<= (next (turn none)) (true (turn c)))
(<= (next (owner ?r)) (does ?r take) (not owned)) (<= (next (owner ?r)) (true (owner ?r)))
(<= owned (true (owner ?r))) (<= terminal (true (turn none)))
(<= (goal ?r 90) (true (owner ?r))) (<= (goal ?r 10) (role ?r) (not (true (owner ?r))))
"""
"""Who takes first has 90, everybody else 10."""
LIGHT = """
(role a) (role b) (init (left 2)) (legal a light) (legal a darken) (legal a wait) (legal b wait)
(<= (next (left 1)) (true (left 2))) (<= (next (left 0)) (true (left 1)))
(<= (next lit) (does a light) (not (true dark))) (<= (next lit) (true lit))
(<= (next dark) (does a darken) (not (true lit))) (<= (next dark) (true dark))
(<= terminal (true (left 0)))
"""
"""It never is lit and dark, which are no group by their names."""
Wrong = Callable[[TimeFrame], int]


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


@pytest.fixture
def hard(monkeypatch: pytest.MonkeyPatch) -> list[Wrong]:
    """Questions that are given up."""
    given_up: list[Wrong] = []

    class Tired(PosedQuestion):
        def excluded(self, known: tuple[int, ...], budget: Budget) -> bool | None:
            if self.wrong in given_up:
                raise OutOfStepsError
            return super().excluded(known, budget)

    monkeypatch.setattr(goal_proofs, "PosedQuestion", Tired)
    return given_up


def test_where_the_sum_of_all_is_too_hard_the_sums_of_two_bound_it(
    hard: list[Wrong], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_least = Bounding.at_least

    def of_two(self: Bounding, roles: tuple[int, ...], least: int) -> Wrong:
        wrong = at_least(self, roles, least)
        if len(roles) > 2:
            hard.append(wrong)
        return wrong

    monkeypatch.setattr(Bounding, "at_least", of_two)
    found = goal_bounds(compiled_game("owners", sheet(OWNERS)))
    assert found == GoalBounds((10, 10, 10), (90, 90, 90), 110)
    assert found is not None
    assert found.cut


def test_where_a_role_alone_is_too_hard_that_is_said(
    hard: list[Wrong], monkeypatch: pytest.MonkeyPatch
) -> None:
    gets = Bounding.gets

    def too_hard(self: Bounding, role: int, sign: int, least: int) -> Wrong:
        hard.append(gets(self, role, sign, least))
        return hard[-1]

    monkeypatch.setattr(Bounding, "gets", too_hard)
    found = goal_bounds(compiled_game("owners", sheet(OWNERS)))
    assert found == GoalBounds((0, 0, 0), (90, 90, 90), 110)
    assert found is not None
    assert found.cut


def test_a_position_that_can_get_more_breaks_an_invariant_that_the_bounds_rest_on() -> None:
    game = compiled_game("owners", sheet(OWNERS))
    found = goal_bounds(game)
    assert found is not None
    assert all(count.holds(game.initial) for count in found.invariants)
    two = game.state_of(["(turn c)", "(owner a)", "(owner b)"])
    assert not all(count.holds(two) for count in found.invariants)


def test_bounds_may_rest_on_two_fluents_that_never_meet() -> None:
    goals = """
    (<= (goal a 50) (true lit)) (<= (goal a 0) (not (true lit)))
    (<= (goal b 50) (true dark)) (<= (goal b 0) (not (true dark)))
    """
    game = compiled_game("light", sheet(LIGHT + goals))
    found = goal_bounds(game)
    assert found == GoalBounds((0, 0), (50, 50), 50)
    assert found is not None
    assert Count(tuple(sorted(map(game.lexicon.fluents.index, ("dark", "lit")))), 0, 1) in (
        found.invariants
    )


def test_a_total_that_rests_on_two_fluents_that_never_meet_is_not_claimed_where_they_do() -> None:
    goals = """
    (<= (goal a 100) (true lit)) (<= (goal b 0) (true lit))
    (<= (goal b 70) (true dark)) (<= (goal a 30) (true dark))
    (<= (goal ?r 50) (role ?r) (not (true lit)) (not (true dark)))
    """
    game = compiled_game("light", sheet(LIGHT + goals))
    assert proved_total(game) == 100
    assert trait_claims(game).claims["constant_sum"].invariants
    assert proved_total(game, game.state_of(["(left 2)", "lit", "dark"])) is None


def test_an_end_where_a_role_has_no_goal_is_not_among_those_that_were_seen() -> None:
    rules = LIGHT + "(goal b 60) (<= (goal a 40) (true lit)) (<= (goal a 20) (true dark))"
    assert ends_seen(compiled_game("light", sheet(rules))) == GoalBounds((20, 60), (40, 60), 100)


def test_without_any_end_the_bounds_are_those_that_the_rules_name() -> None:
    rules = """
    (role a) (role b) (init (at 1)) (init (at 2)) (legal a go) (legal b go)
    (<= (next (at 1)) (true (at 1))) (<= (next (at 2)) (true (at 1)) (true (at 2)))
    (<= (next over) (true (at 1)) (not (true (at 1)))) (<= terminal (true over))
    (<= (goal ?r 20) (role ?r) (true (at 1))) (<= (goal ?r 70) (role ?r) (true (at 2)))
    """
    result = sheet(rules)
    found = goal_bounds(compiled_game("endless", result))
    assert found == named_bounds(result.program)
    assert found is not None
    assert found.possible


@pytest.mark.parametrize(
    ("bounds", "possible"),
    [
        (GoalBounds((10, 20), (90, 80), 30), True),
        (GoalBounds((10, 20), (90, 80), 29), False),
        (GoalBounds((10, 20), (10, 20), 100), True),
        (GoalBounds((10, 20), (90, 19), 100), False),
    ],
)
def test_bounds_that_exclude_each_other_leave_no_end(bounds: GoalBounds, possible: bool) -> None:
    assert bounds.possible is possible


def test_cases_of_goals_are_summed_by_the_greatest_of_each_role() -> None:
    values = ((0, 100), (0, 50))
    one, two = np.array([[False, True]]), np.array([[True, True]])
    assert GoalCases(values, (one, one)).total([0, 1]) == 150
    assert GoalCases(values, (one, two)).total([0, 1]) is None, "two goals of one role"
    assert GoalCases(values, (one, two)).most() == 150
    assert GoalCases(values, (one, two)).total([0]) == 100
    none = np.zeros((0, 2), np.bool_)
    assert GoalCases(values, (none, none)).total([0, 1]) is None
    assert GoalCases(values, (none, none)).most() is None


def test_that_steps_ran_out_is_said_of_a_match_that_is_over_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise LimitError("no memory")

    game = compiled_game("over", sheet(OWNERS.replace("(init (turn a))", "(init (turn none))")))
    monkeypatch.setattr("zermelo.proofs.tables.call", full)
    found = goal_bounds(game)
    assert found is not None
    assert found.cut
