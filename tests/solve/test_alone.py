"""Puzzles of a single role: when all positions are looked at, and what a best match is worth."""

import pytest

from tests.search.asp_games import written
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.search.base import Clock, Limits
from zermelo.search.plan.progress import Standing
from zermelo.search.solve import alone
from zermelo.search.solve.alone import few_positions
from zermelo.search.solve.prove import alone as answered
from zermelo.search.solve.prove import prove
from zermelo.search.solve.solution import Solution

WALK = """
role(a). init(at(1)). far(1..4).
legal(a,on). legal(a,out).
next(at(N+1)) :- true(at(N)), far(N+1), does(a,on).
next(over) :- does(a,out).
terminal :- true(at(4)). terminal :- true(over).
goal(a,70) :- true(at(4)). goal(a,20) :- true(over). goal(a,100) :- true(at(1)).
"""
"""Three moves on bring 70; nobody ends where 100 is written."""


@pytest.fixture
def walk(in_process: None) -> CompiledGame:
    return written(WALK, "walk")


def looked_at(game: CompiledGame, clock: Clock, megabytes: int = 100) -> Solution | None:
    return few_positions(
        game, game.initial, clock, megabytes=megabytes, report=lambda _: None, folding=None
    )


def test_no_more_memory_is_taken_than_is_allowed(walk: CompiledGame) -> None:
    assert looked_at(walk, Clock()) is not None
    assert looked_at(walk, Clock(), megabytes=0) is None
    answer, solution = prove(walk, walk.initial, Clock(), megabytes=0)
    assert solution is None
    assert (answer.values, answer.positions) == ((70.0,), None)


def test_only_a_share_of_the_time_goes_into_all_positions(
    walk: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(Limits(seconds=1000))
    assert looked_at(walk, clock) is not None
    monkeypatch.setattr(alone, "SHARE", 0)
    assert looked_at(walk, clock) is None


def test_a_match_is_not_proved_best_while_another_may_bring_more(walk: CompiledGame) -> None:
    standing = Standing.of(walk, walk.initial)
    on = walk.read(Role(0), "on")
    assert standing.found([on] * 3, "somebody")
    answer = answered(standing, Clock())
    assert (answer.values, answer.proven, answer.distance) == ((70.0,), False, 3)
    assert answer.line == ((on,),) * 3
    standing.none_above(70, "somebody else")
    assert answered(standing, Clock()).proven


def test_without_a_match_it_is_proved_that_there_is_none_or_not_known(walk: CompiledGame) -> None:
    standing = Standing.of(walk, walk.initial)
    with pytest.raises(LimitError, match="walk: no match to the end was found"):
        answered(standing, Clock())
    with pytest.raises(LimitError, match="within 0 s; by then: no match to the end"):
        answered(standing, Clock(Limits(seconds=0)))
    standing.none_above(-1, "somebody")
    answer = answered(standing, Clock())
    assert (answer.values, answer.proven, answer.method) == (None, True, "somebody")
    assert answer.line == tuple[tuple[Move, ...], ...]()
