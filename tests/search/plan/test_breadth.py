"""Breadth first among others: what it notes as it goes, and what it proves at its end."""

from functools import cache

from tests.search.asp_games import written
from tests.search.plan.ladder import stopping, unknown
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Clock, Limits
from zermelo.search.plan.breadth import breadth
from zermelo.search.plan.progress import Standing

FORK = """
role(me). init(start).
legal(me,left) :- true(start). legal(me,right) :- true(start).
legal(me,on) :- true(near).
next(lost) :- does(me,left). next(near) :- does(me,right). next(there) :- does(me,on).
terminal :- true(there).
goal(me,100) :- true(there), true(lost).
goal(me,60) :- true(there).
goal(me,20) :- true(start).
"""
"""Whoever goes left has no move any more; the best goal that there is cannot be had."""


@cache
def fork(more: str = "") -> CompiledGame:
    return written(FORK + more)


def flooded(standing: Standing, limits: Limits | None = None) -> Standing:
    for _ in breadth(standing, Clock(limits), megabytes=10):
        pass
    return standing


def test_the_best_goal_is_proved_shortest() -> None:
    known = flooded(unknown())
    assert (known.goal, known.moves, known.settled) == (100, stopping(3), True)


def test_a_single_move_is_proved_shortest() -> None:
    known = flooded(unknown(at=3))
    assert (known.moves, known.none_within(100), known.settled) == (stopping(0), 0, True)


def test_behind_a_depth_limit_there_may_be_more() -> None:
    known = flooded(unknown(), Limits(depth=3))
    assert (known.goal, known.moves, known.ceiling) == (50, stopping(1), 100)
    assert not known.proven


def test_only_better_goals_are_farther_than_what_was_looked_at() -> None:
    known = flooded(unknown(), Limits(depth=3))
    assert (known.none_within(100), known.none_within(50), known.none_within(0)) == (3, 1, 0)


def test_when_all_is_seen_the_best_is_proved() -> None:
    known = Standing.of(fork(), fork().initial)
    flooded(known)
    assert (known.goal, known.ceiling, known.prover) == (60, 60, "breadth first")
    assert (len(known.moves), known.settled) == (2, True)


def test_an_end_without_a_goal_is_passed_over() -> None:
    game = fork("terminal :- true(lost).")
    known = flooded(Standing.of(game, game.initial))
    assert (known.goal, known.ceiling, known.settled) == (60, 60, True)


def test_ends_without_a_goal_alone_make_no_match() -> None:
    game = fork("terminal :- true(lost). terminal :- true(near).")
    known = flooded(Standing.of(game, game.initial))
    assert (known.goal, known.unsolvable) == (None, True)
