"""Bounds on goals are proved, and tight where the solver can see why."""

from collections.abc import Callable
from itertools import count

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import joints
from zermelo.game.load import compiled_game
from zermelo.proofs import goal_cases as cases_of_goals
from zermelo.proofs import goal_proofs
from zermelo.proofs.goal_bounds import (
    GoalBounds,
    ends_seen,
    goal_bounds,
    known_bounds,
    named_bounds,
)
from zermelo.proofs.goal_cases import goal_cases
from zermelo.proofs.goal_proofs import combined, tightest
from zermelo.proofs.knowledge import knowledge

Games = Callable[[str], CompiledGame]
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
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def test_an_invariant_makes_the_sum_tight() -> None:
    game = compiled_game("one takes all", sheet(ONE_TAKES_ALL))
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
    game = compiled_game("over", sheet(over))
    assert goal_bounds(game) == GoalBounds((10, 90, 10), (10, 90, 10), 110)


def test_a_solver_that_is_out_of_memory_leaves_what_the_rules_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise LimitError("no memory")

    monkeypatch.setattr("zermelo.proofs.tables.call", full)
    game = compiled_game("one takes all", sheet(ONE_TAKES_ALL))
    found = goal_bounds(game)
    assert found == GoalBounds((0, 0, 0), (90, 90, 90), 270)
    assert found is not None
    assert found.cut


def test_the_same_is_proved_however_slow_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(step=3600.0)
    monkeypatch.setattr("zermelo.proofs.budget.time.monotonic", lambda: next(ticks))
    found = goal_bounds(compiled_game("one takes all", sheet(ONE_TAKES_ALL)))
    assert found == GoalBounds((10, 10, 10), (90, 90, 90), 110)


@pytest.mark.parametrize("steps", [0, 1000, 2000, 5000, 10_000, 20_000, 50_000])
def test_few_steps_give_looser_bounds_but_never_wrong_ones(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr("zermelo.proofs.goal_bounds.STEPS_FOR_BOUNDS", steps)
    found = goal_bounds(compiled_game("one takes all", sheet(ONE_TAKES_ALL)))
    assert found is not None
    assert all(low <= 10 for low in found.low)
    assert all(high >= 90 for high in found.high)
    assert 110 <= found.most <= 270
    assert found.cut or found.most == 110


def test_what_is_possible_is_not_proved_away(monkeypatch: pytest.MonkeyPatch) -> None:
    few = GoalBounds((10, 10, 10), (90, 90, 90), 110)
    monkeypatch.setattr("zermelo.proofs.goal_bounds.ends_seen", lambda game: few)
    loose = ONE_TAKES_ALL.replace("(not owned))", "(not (true (turn none))))")
    found = goal_bounds(compiled_game("several may take", sheet(loose)))
    assert found is not None
    assert (found.most, found.cut) == (270, False)


def test_the_sum_may_be_the_greatest_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    loose = ONE_TAKES_ALL.replace("(not owned))", "(not (true (turn none))))")
    game = compiled_game("several may take", sheet(loose.replace("90", "100").replace("10)", "0)")))
    few = GoalBounds((0, 0, 0), (100, 100, 100), 100)
    monkeypatch.setattr("zermelo.proofs.goal_bounds.ends_seen", lambda game: few)
    found = goal_bounds(game)
    assert found is not None
    assert found.most == 300  # all three take; a set of the sums has 300 before 200


NO_GOAL = """
(role a) (role b) (init on) (legal a stay) (legal a leave) (legal b wait)
(<= (next on) (does a stay)) (<= (next off) (does a leave)) (<= (next late) (true off))
(<= (next late) (true on)) (<= terminal (true late))
(<= (goal a 40) (true on)) (<= (goal b 60) (true on)) (<= (goal b 70) (true off))
"""


def test_a_role_without_a_goal_at_some_end_may_get_nothing() -> None:
    found = goal_bounds(compiled_game("no goal", sheet(NO_GOAL)))
    assert found == GoalBounds((0, 60), (40, 70), 100)


def test_where_a_role_has_no_goals_at_all_nothing_is_bounded() -> None:
    rules = sheet("(role a) (role b) (init on) (legal a go) (legal b go) (terminal) (goal a 100)")
    game = compiled_game("only a has goals", rules)
    assert goal_bounds(game) is None
    known = knowledge(game, rules.program)
    assert known_bounds(game, known) is None
    assert known_bounds(CompiledGame("bare", game.lexicon, game.engine), known) is None


SCORE = """
(role a) (role b) (init (left 2)) (<= (legal ?r up) (role ?r)) (<= (legal ?r down) (role ?r))
(<= (next (left 1)) (true (left 2))) (<= (next (left 0)) (true (left 1)))
(<= (next (up ?r)) (does ?r up)) (<= terminal (true (left 0)))
(<= ahead (true (up a)) (not (true (up b)))) (<= behind (true (up b)) (not (true (up a))))
(<= (goal a 100) ahead) (<= (goal b 0) ahead) (<= (goal a 0) behind) (<= (goal b 100) behind)
(<= (goal ?r 50) (role ?r) (not ahead) (not behind))
"""


def test_cases_of_goals_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(*_: object) -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr("zermelo.proofs.tables.call", unasked)
    assert named_bounds(sheet(SCORE).program) == GoalBounds((0, 0), (100, 100), 100)
    cases = goal_cases(sheet(SCORE).program)
    assert cases is not None
    assert cases.total([0, 1]) == 100
    wrong = goal_cases(sheet(SCORE.replace("(goal b 0) ahead", "(goal b 10) ahead")).program)
    assert wrong is not None
    assert wrong.total([0, 1]) is None
    assert wrong.most() == 110


def test_goals_of_many_rules_or_many_conditions_are_not_taken_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = sheet(SCORE).program
    with monkeypatch.context() as patch:
        patch.setattr(cases_of_goals, "LITERALS", len(program.body))
        assert goal_cases(program) is not None
        patch.setattr(cases_of_goals, "LITERALS", len(program.body) - 1)
        assert goal_cases(program) is None
    monkeypatch.setattr(cases_of_goals, "LEAVES", 3)  # both ups, and the end
    assert goal_cases(program) is not None
    monkeypatch.setattr(cases_of_goals, "LEAVES", 2)
    assert goal_cases(program) is None


@pytest.mark.parametrize("most", range(6))
def test_the_tightest_level_is_found_by_few_questions(most: int) -> None:
    asked: list[int] = []

    def possible(level: int) -> bool:
        asked.append(level)
        return level <= most

    assert tightest(range(6), possible) == most
    assert len(asked) <= 4
    assert tightest([3], possible) == 3


def test_the_sum_is_bounded_by_pairs_where_combinations_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = {(0, 1): 130, (0, 2): 120, (1, 2): 100}
    levels = [[0, 30, 100], [0, 100], [20, 80]]
    monkeypatch.setattr(goal_proofs, "MOST_COMBINATIONS", 18)
    assert combined(levels, [100, 100, 100], pairs) == 130, "30, 100 and 0"
    assert combined(levels, [100, 99, 100], pairs) == 120, "100, 0 and 20"
    monkeypatch.setattr(goal_proofs, "MOST_COMBINATIONS", 17)
    assert combined(levels, [100, 100, 100], pairs) == 175, "half of all pairs"


def test_chinese_checkers_shares_out_at_most_a_win_and_two_nearly() -> None:
    from zermelo.game.load import load

    assert goal_bounds(load("chinese_checkers")) == GoalBounds((0,) * 3, (100,) * 3, 180)
