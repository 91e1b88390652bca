"""IDA* among others: what it says is noted as far as it is proved, and it ends where it must."""

from dataclasses import replace
from itertools import islice

import pytest

from tests.search.asp_games import written
from tests.search.plan.ladder import stopping, unknown
from zermelo.game.proof import by_search
from zermelo.search.base import Bound, Clock, Limits, Result
from zermelo.search.plan.informed import informed, note
from zermelo.search.plan.progress import Standing

SAID = Result(
    stopping(1)[0],
    (50.0,),
    tuple((move,) for move in stopping(1)),
    2,
    proof=by_search(),
    bound=Bound.EXACT,
    shortest=True,
)
"""What a search says that has proved everything."""


def test_what_is_proved_is_noted() -> None:
    known = unknown()
    note(known, SAID)
    assert (known.goal, known.ceiling, known.none_within(50)) == (50, 50, 1)
    assert known.settled


def test_no_shorter_match_is_ruled_out_where_that_is_not_said() -> None:
    known = unknown()
    note(known, replace(SAID, shortest=False))
    assert (known.goal, known.ceiling, known.none_within(50)) == (50, 50, -1)


@pytest.mark.parametrize(
    "said", [replace(SAID, proof=None), replace(SAID, bound=Bound.AT_LEAST)], ids=["guess", "bound"]
)
def test_a_match_alone_rules_nothing_out(said: Result) -> None:
    known = unknown()
    note(known, said)
    assert (known.goal, known.ceiling, known.excluded) == (50, 100, {})


def test_a_search_that_has_come_to_its_end_is_not_begun_again() -> None:
    known = unknown()
    assert not list(islice(informed(known, Clock(Limits(depth=1))), 3))
    assert not known.settled


def test_a_puzzle_that_does_not_suit_it_is_left_to_others() -> None:
    game = written(
        "role(me). init(p). legal(me,left) :- true(p). legal(me,right) :- true(p). "
        "next(stuck) :- does(me,left). next(over) :- does(me,right). "
        "terminal :- true(over). goal(me,0) :- true(over). goal(me,100) :- true(p)."
    )
    known = Standing.of(game, game.initial)
    assert not list(islice(informed(known, Clock()), 3))
    assert known.ceiling == 100
