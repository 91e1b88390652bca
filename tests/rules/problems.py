"""Small games whose problems the tests of `check` look at."""

from zermelo.rules.check import Problem, check
from zermelo.text import asp, kif
from zermelo.text.source import Source

GAME = (
    "(role x) (init a) (<= (legal ?r noop) (role ?r)) (<= (next a) (true a)) "
    "(<= terminal (true a)) (<= (goal ?r 100) (role ?r))\n"
)
ASP_GAME = "role(x). init(a). legal(x,go). next(a) :- true(a). terminal :- true(a).\n"


def of_kif(text: str) -> tuple[Problem, ...]:
    """Return the problems of a game in KIF with more rules from line 2 on."""
    return check(kif.read(Source("test.kif", GAME + text)))


def of_asp(text: str) -> tuple[Problem, ...]:
    """Return the problems of a game in ASP syntax with more rules from line 2 on."""
    return check(asp.read(Source("test.lp", ASP_GAME + text)))


def found(problems: tuple[Problem, ...]) -> list[tuple[str, int | None, int | None]]:
    """Return code, line and column of each problem."""
    return [(each.code, each.line, each.column) for each in problems]


def only(problems: tuple[Problem, ...], code: str) -> Problem:
    """Return the one problem with a code."""
    (problem,) = [each for each in problems if each.code == code]
    return problem
