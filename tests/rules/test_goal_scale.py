import pytest

from zermelo.errors import RuleError
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.text.asp import read
from zermelo.text.source import Source
from zermelo.text.spell import spell


def test_signed_goals_are_written_from_0_to_100() -> None:
    sheet = read(Source("a.lp", "role(x). goal(x,-1) :- p. goal(x,0) :- q. goal(x,1) :- r."))
    assert "(goal x 0) p" in " ".join(spell(on_goal_scale(sheet), "kif").split())
    assert "(goal x 50) q" in " ".join(spell(on_goal_scale(sheet), "kif").split())
    assert "(goal x 100) r" in " ".join(spell(on_goal_scale(sheet), "kif").split())


def test_goals_from_0_to_100_stay() -> None:
    sheet = read(Source("a.lp", "role(x). goal(x,0) :- p. goal(x,1) :- q."))
    assert on_goal_scale(sheet) is sheet


def test_a_signed_goal_that_is_a_variable_is_refused() -> None:
    sheet = read(Source("a.lp", "role(x). goal(x,-1) :- p.\ngoal(x,N) :- q(N)."))
    with pytest.raises(RuleError, match=r"a.lp:2:1: goals below 0 must be numbers"):
        on_goal_scale(sheet)
