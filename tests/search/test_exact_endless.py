"""Exact search where a match need not end: not even the least goal is taken for granted."""

import pytest

from tests.search.asp_games import written
from zermelo.game.game import Role
from zermelo.play.thought import thought
from zermelo.search.base import Limits
from zermelo.search.spec import parse

ROUND_OR_END = """
role(x). role(o). init(at(a)). init(turn(x)).
step(a,b). step(a,won). step(b,a).
legal(R,go(T)) :- true(turn(R)), true(at(S)), step(S,T).
legal(R,noop) :- role(R), not true(turn(R)).
next(at(T)) :- does(R,go(T)).
next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
terminal :- true(at(won)). goal(x,77) :- true(at(won)). goal(o,0) :- true(at(won)).
"""
"""x wins at once, or goes round for ever, which counts as half."""


@pytest.mark.parametrize("spec", ["exact:kernel=off", "exact:kernel=off,fold=false"])
def test_a_move_that_goes_round_is_not_the_best(spec: str) -> None:
    game = written(ROUND_OR_END, "round")
    found = thought(game, parse(spec), game.initial, Role(0), Limits(nodes=100)).result
    assert found.move is not None
    assert game.spell(Role(0), found.move) == "(go won)"
    assert not found.proven or found.values == (77, 0)
