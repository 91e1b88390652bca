"""Turns that do not go round cannot be skipped."""

import pytest

from tests.search.asp_games import written
from zermelo.errors import UnsuitedError
from zermelo.search.many.skipping import skips_of

LINE = """
role(a). role(b). role(c). init(turn(a)). init(step(1)). number(1..6). pick(1..2).
legal(R,take(N)) :- true(turn(R)), pick(N).
legal(R,noop) :- role(R), not true(turn(R)).
next(turn(S)) :- true(turn(R)), after(R,S).
next(step(N+1)) :- true(step(N)), number(N).
next(took(R,N)) :- does(R,take(N)).
terminal :- true(step(6)).
goal(R,50) :- role(R).
"""
"""Five moves; `after` says who follows whom."""


@pytest.mark.parametrize(
    "after", ["after(a,b). after(b,c). after(c,b).", "after(a,b). after(b,a)."]
)
def test_turns_that_do_not_come_to_everybody_again_are_not_skipped(after: str) -> None:
    rules = f"{LINE} {after} next(turn(c)) :- true(step(6))."
    with pytest.raises(
        UnsuitedError, match="nothing that comes to the same: turns do not go round"
    ):
        skips_of(written(rules, "line"))


def test_who_would_be_next_after_the_end_follows_nobody() -> None:
    rules = LINE.replace("next(turn(S)) :- true(turn(R)), after(R,S).", "")
    rules += "after(a,b). after(b,c). after(c,a). "
    rules += "next(turn(S)) :- true(turn(R)), after(R,S), not true(step(5)). "
    rules += "next(turn(a)) :- true(step(5))."
    assert skips_of(written(rules, "line")).after == (1, 2, 0)
