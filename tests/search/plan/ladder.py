"""A puzzle whose ends are worth more the later they come."""

from functools import cache

from tests.search.asp_games import written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.search.plan.progress import Standing

LADDER = """
role(me). init(at(0)). pays(0,0). pays(1,50). pays(2,50). pays(3,100).
legal(me,stop) :- true(at(N)).
legal(me,on) :- true(at(N)), N < 3.
next(at(N+1)) :- true(at(N)), does(me,on), pays(N,_).
next(done(N)) :- true(at(N)), does(me,stop).
terminal :- true(done(N)).
goal(me,V) :- true(done(N)), pays(N,V).
"""


@cache
def ladder() -> CompiledGame:
    """The game, compiled once."""
    return written(LADDER, "ladder")


def unknown(at: int = 0) -> Standing:
    """Nothing is known yet of what can be had from a step of the ladder."""
    return Standing.of(ladder(), ladder().state_of([f"(at {at})"]))


def stopping(after: int) -> tuple[Move, ...]:
    """Some steps, then the end."""
    on, stop = (ladder().read(Role(0), name) for name in ("on", "stop"))
    return (*[on] * after, stop)
