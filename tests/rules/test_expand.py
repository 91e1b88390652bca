import re
import subprocess
import sys
from collections import Counter

import pytest

from zermelo.errors import RuleError
from zermelo.rules.expand import expand
from zermelo.rules.expansion import reach, totals
from zermelo.rules.time import explicit_time
from zermelo.text.asp import read
from zermelo.text.read import read_text
from zermelo.text.replace import same
from zermelo.text.source import Source
from zermelo.text.spell import spell
from zermelo.text.tree import Sheet

NIM = """
#const piles = 2.
role(a;b).
pile(1..piles).
init(heap(P,P+1)) :- pile(P).
init(control(a)).
other(a,b). other(b,a).
legal(R,take(P,K)) :- true(control(R)), true(heap(P,N)), K = 1..N.
legal(R,noop) :- role(R), not true(control(R)).
next(heap(P,N-K)) :- true(heap(P,N)), does(_,take(P,K)), K <= N.
next(heap(P,N)) :- true(heap(P,N)), does(_,take(Q,_)), P != Q.
next(control(R)) :- true(control(S)), other(R,S).
"""
ENDS = [
    "terminal :- #sum { N,P : true(heap(P,N)) } = 0.",
    "terminal :- #count { P : true(heap(P,N)), N > 0 } < 1.",
    "terminal :- not #max { N : true(heap(P,N)) } > 0.",
    "terminal :- M = #max { N : true(heap(P,N)) }, M < 1.",
    "terminal :- 0 = #sum+ { N*2,P : true(heap(P,N)) }.",
    "terminal :- X = #min { -N : true(heap(P,N)) }, not X < 0.",
    "terminal :- 2 = #count { P : true(heap(P,0)) }.",
    "terminal :- small(L), #sum { N,P : true(heap(P,N)); 2,x : pile(9) } <= L. small(0).",
    "terminal :- pile(P), not over(P). over(P) :- pile(P), pile(Q), P <= Q,"
    " S = #sum { N : true(heap(R,N)), R <= Q }, S > 0.",
    "terminal :- #min { N : true(heap(P,N)), N > 0 } > 100.",
]
GOALS = """
goal(R,10*S) :- true(control(T)), other(R,T), S = #count { P : pile(P) }.
goal(R,|S-3|) :- true(control(R)), S = #sum { P : pile(P) }, 1 < #count { P : pile(P), P < S }.
"""


def sheet(text: str) -> Sheet:
    return read(Source("test.lp", text))


def expanded(text: str) -> str:
    return spell(expand(sheet(text)), "asp")


def matches(rules: Sheet, horizon: int) -> Counter[frozenset[str]]:
    """Return every match of a game as clingo finds it, moves and goals."""
    program = explicit_time(rules, horizon, maximize="a")
    command = [sys.executable, "-m", "clingo", "--opt-mode=ignore", "0"]
    run = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    lines = re.findall(r"^Answer:.*\n(.*)$", run.stdout, re.MULTILINE)
    return Counter(frozenset(line.split()) for line in lines)


def test_static_relations_become_facts() -> None:
    text = """#const n = 2. index(1..n,1..n). even(X) :- index(X,_), X\\2 = 0.
    total(S) :- S = #sum { X : index(X,Y) }. far(X,Y) :- index(X,Y), not near(X,Y).
    near(X,Y) :- index(X,Y), |X-Y| < 1. pair(f(X),Z) :- index(X,Y), Z = f(Y), X < Y."""
    assert (
        expanded(text).split()
        == (
            "index(1,1). index(1,2). index(2,1). index(2,2). even(2). total(3). "
            "far(X,Y) :- index(X,Y), not near(X,Y). near(1,1). near(2,2). pair(f(1),f(2))."
        ).split()
    )


@pytest.mark.parametrize(
    ("function", "value"), [("#sum", -1), ("#sum+", 2), ("#count", 3), ("#min", -3), ("#max", "x")]
)
def test_aggregates_over_negative_numbers_and_names(function: str, value: int | str) -> None:
    text = f"n(-3). n(2). n(x). total(S) :- S = {function} {{ X : n(X) }}."
    assert f"total({value})." in expanded(text).split()


@pytest.mark.parametrize("equation", ["S = {}", "{} = S"])
def test_an_aggregate_gives_its_value_to_either_side(equation: str) -> None:
    static = equation.format("#sum { X : n(X) }")
    assert expanded(f"n(1..3). total(S) :- {static}.").endswith("\ntotal(6).\n")
    moving = equation.format("#count { X : true(on(X)) }")
    text = f"init(on(a)). init(on(b)). legal(r,go(S)) :- {moving}. next(on(c)) :- does(r,go(2))."
    assert expanded(text).count("legal(r,go(S)) :- count(3,S).") == 1


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            "terminal :- #count { X : true(off(X)) } < 1.",
            "init(on(a)). terminal :- count(0,S), count_less_1(S). count(0,0). count_less_1(0).",
        ),
        (
            "terminal :- 5 > #min { X : true(off(X)) }.",
            "init(on(a)).",
        ),
        (
            "role(r). goal(R,S) :- role(R), S = #sum { X : true(off(R,X)) }.",
            "init(on(a)). role(r). goal(R,S) :- role(R), sum(R,0,S). sum_context(r). "
            "sum(R,0,0) :- sum_context(R).",
        ),
    ],
)
def test_an_aggregate_over_what_never_holds_has_the_value_of_nothing(text: str, rules: str) -> None:
    assert expanded(f"init(on(a)). {text}").split() == rules.split()


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("1..3 = #count { X : n(X) }", True),
        ("#count { X : n(X) } = 1..3", True),
        ("4..5 = #count { X : n(X) }", False),
        ("#count { X : n(X) } = 4..5", False),
        ("3..4 <= #count { X : n(X) } <= 1..3", True),
        ("4..5 <= #count { X : n(X) } <= 1..3", False),
        ("3 <= #count { X : n(X) } <= 1..2", False),
    ],
)
def test_one_value_of_an_interval_is_enough(condition: str, holds: bool) -> None:
    assert ("p." in expanded(f"n(1..3). p :- {condition}.").split()) is holds


def test_a_variable_has_one_value_of_an_interval_wherever_it_stands() -> None:
    assert expanded("pair(X,X) :- X = 1..2.").split() == ["pair(1,1).", "pair(2,2)."]


def test_calculations_inside_terms_become_tables_too() -> None:
    text = "init(f(1,c)). init(step(0)). next(X) :- true(X), true(step(N)), X != f(N+1,c), N < 2."
    assert "f(N" not in expanded(text)
    assert "+" not in expanded(text)


def test_calculations_become_tables() -> None:
    assert (
        expanded("""init(step(1)). next(step(N+1)) :- true(step(N)), N < 3.
        next(seen(N,M)) :- true(step(N)), true(step(M)), N+1 != M. same(N) :- true(step(N)), N = N.
        """)
        == """\
init(step(1)).

next(step(N2)) :- true(step(N)), less_3(N), plus_1(N2,N).
next(seen(N,M)) :- true(step(N)), true(step(M)), plus_1_unlike(N,M).

same(N) :- true(step(N)), is(N).

less_3(1).
less_3(2).

plus_1(2,1).
plus_1(3,2).

plus_1_unlike(1,1).
plus_1_unlike(1,3).
plus_1_unlike(2,1).
plus_1_unlike(2,2).
plus_1_unlike(3,1).
plus_1_unlike(3,2).
plus_1_unlike(3,3).

is(1).
is(2).
is(3).
"""
    )


def test_a_sheet_without_calculations_stays() -> None:
    rules = sheet("init(a). next(X) :- true(X), X != b.")
    assert expand(rules) is rules


def test_an_equation_that_only_names_is_gone() -> None:
    assert expanded("init(1). p(X) :- true(Y), X = f(Y).").endswith("p(f(Y)) :- true(Y).\n")
    assert expanded("init(1). p(X) :- true(Y), a = X.").endswith("p(a) :- true(Y).\n")


def test_a_rule_that_can_never_hold_is_gone() -> None:
    assert expanded("init(1). p :- true(N), N > 1. q :- not p.").split() == (
        "init(1). q :- not p.".split()
    )


def test_new_names_stay_apart_from_old_ones() -> None:
    text = "init(1). plus_1(7). next(X+1) :- true(X), X < 2, plus_1(X). p(X+1) :- true(X)."
    assert "plus_12(2,1)." in expanded(text)


def test_a_calculation_with_one_unknown_is_solved() -> None:
    text = "init(at(2)). next(at(X)) :- true(at(X+1)), X > 0. p(X) :- true(at(3-X))."
    assert "plus_1(2,1)." in expanded(text)
    assert "3_minus(1,2)." in expanded(text).replace("is_", "")


@pytest.mark.parametrize(
    ("equation", "found"),
    [
        ("f(X,X+1) = Z", "p(1)."),
        ("Z = f(X,X+1)", "p(1)."),
        ("f(X-1,g(Y,X)) = Z", "p(6)."),
        ("Z = f(X,3*X)", ""),
    ],
)
def test_an_equation_with_a_term_is_solved_for_all_its_unknowns(equation: str, found: str) -> None:
    facts = "q(f(1,2)). q(f(1,4)). q(f(5,g(1,6))). q(f(5,g(1,7))). q(h(1,2))."
    assert expanded(f"{facts} p(X) :- q(Z), {equation}.").split() == [
        *facts.split(),
        *found.split(),
    ]


@pytest.mark.parametrize("end", ENDS)
def test_the_expanded_game_has_the_same_matches(end: str) -> None:
    rules = sheet(NIM + end + GOALS)
    # What is expanded goes through KIF, which has no arithmetic.
    kif = read_text(Source("test.kif", spell(expand(rules), "kif")), "kif")
    found = matches(kif, 5)
    assert found == matches(rules, 5)
    assert sum(found.values()) > 10
    assert max(found.values()) == 1


def test_every_value_is_written_that_a_rule_can_meet() -> None:
    text = "init(a(1)). init(a(2)). init(b(5)). p(X+Y) :- true(a(X)), true(b(Y))."
    assert same(
        expand(sheet(text)),
        sheet("""init(a(1)). init(a(2)). init(b(5)). p(N) :- true(a(X)), true(b(Y)), plus(N,X,Y).
        plus(6,1,5). plus(7,2,5)."""),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "init(1). next(N+1) :- true(N).",
            "this rule has more than 200 instances; are its numbers",
        ),
        ("p(0). p(N+1) :- p(N).", "this rule has more than 200 instances"),
        ("p(X) :- q(Y), Y = 1. q(1).", "a variable of the head has no value"),
        ("q(f(4)). p :- q(Z), f(X*X) = Z.", "a variable of this rule gets no value"),
        ("p :- X < 1.", "a variable of this rule gets no value, so it cannot be expanded"),
        ("p :- q(X), not r(X,Y), X < 3. q(1).", "a variable of this rule gets no value"),
        ("p :- not q(1..3).", "an interval below 'not' cannot be expanded"),
        ("p(2147483647+1).", "a calculation gives 2147483648, beyond 2147483647"),
        ("p(X) :- X = #sum { Y : q }. q.", "a variable of this aggregate has no value"),
        (
            "init(f(0..9)). p(S) :- S = #sum { 2**X : true(f(X)) }.",
            "an aggregate with more than 200 values cannot be expanded",
        ),
    ],
)
def test_says_which_rule_cannot_be_expanded(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "MOST_INSTANCES", 200)
    monkeypatch.setattr(totals, "MOST_VALUES", 200)
    with pytest.raises(RuleError) as error:
        expand(sheet(text))
    assert message in error.value.message
    assert error.value.span is not None


@pytest.mark.parametrize(
    ("literal", "holds"),
    [
        ("0 = 1..1000000000", False),
        ("1..1000000000 = 0", False),
        ("7 = 1..1000000000", True),
        ("1..1000000000 = 7", True),
        ("a = 1..1000000000", False),
        ("7 < 1..1000000000", True),
        ("3 = 1..2+2", True),
        ("2 = 3..1", False),
    ],
)
def test_an_interval_is_not_written_out_to_look_for_a_number(literal: str, holds: bool) -> None:
    text = f"role(x). init(s). legal(x,a). next(s) :- true(s). terminal :- q. q :- {literal}.\n"
    assert ("q." in expanded(text).splitlines()) is holds
