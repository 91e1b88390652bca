"""Calculations in rules: which of them are `a*X + b`, and with what a and b."""

import pytest

from zermelo.rules.numbers import linear
from zermelo.text import asp
from zermelo.text.source import Source
from zermelo.text.tree import Name, Term, Variable

CONSTANTS: dict[str, Term] = {"n": Name("3")}


def term_of(text: str) -> Term:
    """The argument of a fact in ASP."""
    (rule,) = asp.read(Source("test.lp", f"p({text}) :- q(X).")).rules
    return rule.head.args[0]


@pytest.mark.parametrize(
    ("text", "factor", "offset"),
    [
        ("X", 1, 0),
        ("-X", -1, 0),
        ("X+4", 1, 4),
        ("4+X", 1, 4),
        ("X-4", 1, -4),
        ("4-X", -1, 4),
        ("-(X+4)", -1, -4),
        ("-(4-X)", 1, -4),
        ("2*(X+n)", 2, 6),
        ("(X-1)*n", 3, -3),
        ("2-(3*X+1)", -3, 1),
    ],
)
def test_a_calculation_is_linear(text: str, factor: int, offset: int) -> None:
    found = linear(term_of(text), CONSTANTS)
    assert found is not None
    variable, *rest = found
    assert isinstance(variable, Variable)
    assert rest == [factor, offset]


@pytest.mark.parametrize("text", ["X*X", "0*X", "X+Y", "X/2", "X**2", "n+1", "f(X)", "m+X"])
def test_others_are_not(text: str) -> None:
    assert linear(term_of(text), CONSTANTS) is None
