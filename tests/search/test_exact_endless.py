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


@pytest.mark.parametrize(
    "spec", ["exact:kernel=off", "exact:kernel=off,fold=false", "mustplay:kernel=off"]
)
def test_a_move_that_goes_round_is_not_the_best(spec: str) -> None:
    game = written(ROUND_OR_END, "round")
    found = thought(game, parse(spec), game.initial, Role(0), Limits(nodes=100)).result
    assert found.move is not None
    assert game.spell(Role(0), found.move) == "(go won)"
    assert not found.proven or found.values == (77, 0)


RING = """
role(x). role(o). init(at(0)).
after(0,1). after(1,2). after(2,3). after(3,4). after(4,0).
owner(0,o). owner(1,o). owner(2,x). owner(3,o). owner(4,x).
moves(R) :- true(at(N)), owner(N,R).
legal(R,on) :- moves(R). legal(x,out) :- true(at(2)).
legal(R,noop) :- role(R), not moves(R).
next(at(M)) :- does(R,on), true(at(N)), after(N,M).
next(left) :- does(x,out).
terminal :- true(left). goal(x,58) :- true(left). goal(o,42) :- true(left).
"""
"""x may go out at 2, or go round first: every position has the same value."""


@pytest.mark.parametrize("spec", ["exact", "exact:samples=false", "exact:kernel=off"])
@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("role", [0, 1])
def test_a_line_of_best_play_comes_to_an_end(spec: str, steps: int, role: int) -> None:
    game = written(RING, "ring")
    state = game.initial
    for _ in range(steps):
        ((joint, state), *_) = [(child.joint, child.state) for child in game.children(state)]
    found = thought(game, parse(spec), state, Role(role), Limits()).result
    assert found.values == (58, 42)
    for joint in found.line:
        state = game.next(state, joint)
    assert game.terminal(state)
