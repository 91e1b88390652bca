"""Questions about matches that go on and never come to a state twice."""

import pytest

from tests.search.asp_games import written
from zermelo.proofs.asp import plans as module
from zermelo.proofs.asp.plans import Plans
from zermelo.proofs.tables import tables
from zermelo.search.plan.planner import held

ROUND = """
role(r). init(at(0)). after(0,1). after(1,2). after(2,3). after(3,0).
legal(r,on). next(at(M)) :- does(r,on), true(at(N)), after(N,M).
next(won) :- true(won). terminal :- true(won). goal(r,100) :- true(won).
"""
"""Four places, round and round; nothing else ever happens."""


@pytest.fixture
def solver(in_process: None) -> Plans:
    game = written(ROUND)
    assert game.program is not None
    return Plans({**tables(game.program), "state": held(game.initial)})


def test_a_match_goes_on_only_as_long_as_its_states_are_new(solver: Plans) -> None:
    solver.answer({"lay": 3})
    assert solver.answer({"seconds": 600}) == {"known": True, "moves": [0, 0, 0]}
    solver.answer({"lay": 1})
    assert solver.answer({"seconds": 600}) == {"known": True}, "the fourth move leads back"


def test_it_is_not_known_while_states_are_still_told_apart(
    solver: Plans, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROUNDS", 1)
    solver.answer({"lay": 4})
    assert solver.answer({"seconds": 600}) == {"known": False}
    assert solver.answer({"seconds": 600}) == {"known": True}


MISSING = """
role(r). init(empty). thing(1..3). legal(r,take(X)) :- thing(X), not true(in(X)).
next(in(X)) :- does(r,take(X)). next(in(X)) :- true(in(X)).
some :- 2 <= #count { X : thing(X), not true(in(X)) }.
terminal :- not some. goal(r,100) :- not some. goal(r,0) :- some.
"""
"""It is over when at most one of three things is left."""


@pytest.mark.usefixtures("in_process")
def test_what_does_not_hold_is_counted_as_well() -> None:
    game = written(MISSING)
    assert game.program is not None
    solver = Plans({**tables(game.program), "state": held(game.initial)})
    solver.answer({"lay": 2})
    assert solver.answer({"goal": 100, "within": 1, "seconds": 600}) == {"known": True}
    assert len(solver.answer({"goal": 100, "within": 2, "seconds": 600})["moves"]) == 2
