import pytest
from tests.rules.problems import found, of_asp, of_kif, only

GOAL = "goal(x,100). terminal :- h(1).\n"


def unsafe_in_asp(rule: str) -> list[str]:
    """Return the variables of a rule on line 3 that are reported, as line:column and message."""
    problems = of_asp(GOAL + rule)
    return [
        f"{each.line}:{each.column} {each.message}"
        for each in problems
        if each.code == "unsafe-variable"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "q(X)",
        "q(f(g(X),Y))",
        "q(X+1)",
        "q(2*X+1)",
        "q(-X)",
        "q(n-X)",
        "q((X+1)*2)",
        "q(3-(2-X))",
        "q(Y), Y = X+1",
        "q(Y), f(X) = f(Y)",
        "q(Y), f(Y) = f(X)",
        "2*X = 4",
        "f(X+1) = f(2)",
        "X = Y, q(Y)",
        "X = Y, Y = Z, Z = 1",
        "X = 1..3",
        "1..3 = X",
        "q(Y), X = 1..Y",
        "X = #count { Y : q(Y) }",
        "X+1 = #count { Y : q(Y) }",
        "#max { Y : q(Y) } = X",
        "X = #count { Y : q(Y), Y < Z }, q(Z)",
        "q(X), 1 <= #sum { 1,Y : q(Y) ; 2,X }",
        "q(X), not q(X), X != 3, X < 5",
        "not X != 1",
    ],
)
def test_clingo_finds_values_for_these(body: str) -> None:
    assert unsafe_in_asp(f"#const n = 3. q(1). h(X) :- {body}.") == []


@pytest.mark.parametrize(
    "body",
    [
        "not q(X)",
        "q(X+X)",
        "q(X*0)",
        "q(X*Y), q(Y)",
        "q(|X|)",
        "q(X/2)",
        "q(X**1)",
        "q(1..X)",
        "X != 1",
        "X < 3",
        "X = X+1",
        "X = |X|",
        "X <= #count { Y : q(Y) }",
        "not X = #count { Y : q(Y) }",
        "1 <= #count { X : q(X) }",
    ],
)
def test_clingo_finds_no_values_for_these(body: str) -> None:
    assert unsafe_in_asp(f"h(X) :- {body}.") == ["3:3 X is bound by no positive literal"]


def test_equations_in_a_circle_bind_nothing() -> None:
    assert unsafe_in_asp("h(1) :- X = Y, Y = X.") == [
        "3:9 X is bound by no positive literal",
        "3:13 Y is bound by no positive literal",
    ]


def test_an_aggregate_waits_for_what_it_shares_with_the_rule() -> None:
    assert unsafe_in_asp("h(X) :- X = #count { Y : q(Y), Y < Z }.") == [
        "3:36 Z is bound by no positive literal"
    ]
    assert unsafe_in_asp("h(Y) :- 1 <= #count { Y : q(Y) }.") == [
        "3:3 Y is bound by no positive literal"
    ]


def test_each_element_binds_its_own_variables() -> None:
    assert unsafe_in_asp("h(X) :- X = #sum { 1,Y : q(Y) ; 2,Z }.") == [
        "3:35 Z is bound by no positive literal"
    ]
    assert unsafe_in_asp("h(1) :- 1 <= #count { Y : not q(Y) }.") == [
        "3:23 Y is bound by no positive literal"
    ]


def test_a_variable_is_reported_once_where_it_stands_first() -> None:
    problems = of_kif("(<= (next (f ?x ?y))\n (not (p ?x ?y)) (distinct ?x ?z))")
    unsafe = [each for each in found(problems) if each[0] == "unsafe-variable"]
    assert unsafe == [
        ("unsafe-variable", 2, 14),
        ("unsafe-variable", 2, 17),
        ("unsafe-variable", 3, 31),
    ]


def test_a_pool_is_reported_once() -> None:
    assert unsafe_in_asp("h(1;2) :- not q(X).") == ["3:17 X is bound by no positive literal"]


@pytest.mark.parametrize(
    "body",
    [
        "(or (true ?x) (does x ?x))",
        "(true ?x) (or (not (true ?x)) (distinct ?x b))",
        "(or (and (true ?x) (not (does x ?x))) (does x ?x))",
        "(not (or (not (true ?x)) (does x b)))",
        "(not (not (true ?x)))",
        "(true ?y) (not (distinct ?x ?y))",
        "(or (true ?x))",
    ],
)
def test_every_alternative_may_bind_in_its_own_way(body: str) -> None:
    assert of_kif(f"(<= (next (f ?x)) {body})") == () or found(
        of_kif(f"(<= (next (f ?x)) {body})")
    ) == [("unbounded-growth", 2, 5)]


@pytest.mark.parametrize(
    "body",
    [
        "(or (true ?x) (true b))",
        "(or (true ?x) (distinct ?x b))",
        "(or (true b) (and (true c) (true ?x)))",
        "(not (and (true ?x) (true b)))",
        "(distinct ?x b)",
        "(not (distinct ?x ?y))",
    ],
)
def test_an_alternative_that_does_not_bind_is_unsafe(body: str) -> None:
    places = found(of_kif(f"(<= (next (f ?x)) {body})"))
    assert ("unsafe-variable", 2, 14) in places


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("(init (f ?x))", "a fact has no variables; make it a rule whose body says which ?x are"),
        ("(<= (next ?x) (true a))", "add a literal to the body that says which ?x are meant"),
        (
            "(<= (next ?x) (or (true ?x) (true a)))",
            "say in the body, without 'not', which ?x are meant: each alternative of an 'or' "
            "must do so, and comparisons and products do not",
        ),
    ],
)
def test_the_hint_says_what_would_bind(rule: str, hint: str) -> None:
    assert only(of_kif(rule), "unsafe-variable").hint.startswith(hint)
