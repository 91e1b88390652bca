import pytest

from zermelo.rules.expansion.values import Value, compare, evaluate, match, order, term_of
from zermelo.text.asp import read
from zermelo.text.source import Source
from zermelo.text.tree import Term


def term(text: str) -> Term:
    return read(Source("test.lp", f"p({text}).")).rules[0].head.args[0]


def test_values_sort_as_in_clingo() -> None:
    values: list[Value] = ["#inf", -3, 2, "a", "b", ("f", 1), ("g", 0), ("a", 1, 1), "#sup"]
    assert sorted(values, key=order) == values
    assert len(set(map(order, values))) == len(values)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("X+1", [4]),
        ("-7/2", [-3]),
        ("-7\\2", [-1]),
        ("1/0", []),
        ("a+1", []),
        ("1..X", [1, 2, 3]),
        ("2*(1..2)", [2, 4]),
        ("f(X,1..2)", [("f", 3, 1), ("f", 3, 2)]),
        ("|X-5|", [2]),
        ("Y", []),
    ],
)
def test_terms_are_calculated_as_in_clingo(text: str, values: list[Value]) -> None:
    assert list(evaluate(term(text), {"X": 3})) == values


def test_values_become_terms_again() -> None:
    value: Value = ("f", -1, "a", ("g", 2))
    assert term_of(value) == term("f(-1,a,g(2))")


@pytest.mark.parametrize(
    ("pattern", "value", "found"),
    [
        ("f(X,Y)", ("f", 1, "a"), {"X": 1, "Y": "a"}),
        ("f(X,X)", ("f", 1, 2), None),
        ("f(X)", ("g", 1), None),
        ("f(X)", 1, None),
        ("2*X+1", 7, {"X": 3}),
        ("2*X", 7, None),
        ("3-X", 1, {"X": 2}),
        ("X+1", "a", None),
        ("X*Y", 4, None),
        ("a", "a", {}),
    ],
)
def test_patterns_are_matched(pattern: str, value: Value, found: dict[str, Value] | None) -> None:
    bindings: dict[str, Value] = {}
    assert (bindings if match(term(pattern), value, bindings) else None) == found


def test_all_comparisons() -> None:
    assert compare("=", 1, 1)
    assert compare("!=", 1, "1a")
    assert compare("<", 1, "a")
    assert compare("<=", 1, 1)
    assert compare(">", ("f", 1), "z")
    assert not compare(">=", 1, 2)
