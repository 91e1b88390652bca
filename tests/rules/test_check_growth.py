import pytest
from tests.rules.problems import of_asp, of_kif

STEP = "goal(x,100). init(step(0)). "


def growing(text: str) -> list[str]:
    """Return the heads that are said to grow."""
    problems = [each for each in of_asp(STEP + text) if each.code == "unbounded-growth"]
    assert all(each.severity == "error" for each in problems)
    return [each.span.text for each in problems if each.span]


@pytest.mark.parametrize(
    "rule",
    [
        "next(step(N+1)) :- true(step(N)).",
        "next(step(N+1)) :- true(step(N)), N > 0.",
        "next(step(N-1)) :- true(step(N)), N < 10.",
        "next(step(N*2)) :- true(step(N)).",
        "next(step(M)) :- true(step(N)), M = N+1.",
        "next(step(M)) :- true(step(N)), N = M+1, M < 10.",
        "next(step(N)) :- true(step(N-1)).",
        "next(step(|N+1|)) :- true(step(N)).",
        "next(step(1..N+1)) :- true(step(N)).",
        "next(step(S+P)) :- true(step(S)), points(P). points(3).",
        "next(step(N+1)) :- true(step(N)), not true(step(10)).",
        "next(step(N)) :- N = #count { X : true(step(X)) }.",
        "next(step(N+1)) :- N = #sum { X : true(step(X)) }.",
        "next(step(N+1)) :- true(step(N)), N < N+5.",
        "next(f(X)) :- true(X).",
        "next(f(X,X)) :- true(X).",
        "next(step(s(N))) :- true(step(N)).",
    ],
)
def test_counting_or_nesting_without_end_is_an_error(rule: str) -> None:
    assert growing(rule) == [rule.partition(" :-")[0]]


@pytest.mark.parametrize(
    "rules",
    [
        "next(step(N+1)) :- true(step(N)), N < 10.",
        "next(step(N+1)) :- true(step(N)), 10 >= N.",
        "next(step(N+1)) :- true(step(N)), N+1 <= 10.",
        "next(step(N+1)) :- true(step(N)), 10-N > 0.",
        "next(step(N+1)) :- true(step(N)), N != 10.",
        "next(step(N+1)) :- true(step(N)), N < M, limit(M). limit(10).",
        "next(step(N-1)) :- true(step(N)), N > 0.",
        "next(step(N*2)) :- true(step(N)), N < 100.",
        "next(step(M)) :- true(step(N)), M = N+1, M <= 10.",
        "next(step(N+1)) :- true(step(N)), num(N). num(0..9).",
        "next(step(N+1)) :- true(step(N)), num(N+1). num(0..9).",
        "next(step(M)) :- true(step(N)), succ(N,M). succ(0,1).",
        "next(step(N)) :- true(step(N-1)), N < 10.",
        "next(step(N/2)) :- true(step(N)).",
        "next(step(N\\3)) :- true(step(N)).",
        "next(step(1..N)) :- true(step(N)).",
        "next(step(-N)) :- true(step(N)).",
        "next(step(S+P)) :- true(step(S)), points(P), S+P <= 10. points(3).",
        "next(size(N)) :- N = #count { X : true(step(X)) }.",
        "next(step(N)) :- N = #max { X : true(step(X)) }.",
        "next(step(N-M)) :- true(step(N)), does(x,take(M)), M <= N. "
        "legal(x,take(M)) :- true(step(N)), M = 1..N.",
        "next(step(s(N))) :- true(step(N)), few(N). few(0). few(s(0)).",
        "next(F) :- true(F), not gone(F). gone(step(0)).",
        "keep(F) :- true(F). next(F) :- keep(F). "
        "next(cell(piece(X))) :- true(step(X)). next(step(X)) :- true(cell(piece(X))).",
    ],
)
def test_what_is_limited_somehow_is_no_error(rules: str) -> None:
    assert growing(rules) == []


def test_growth_through_moves_is_found_where_it_is_made() -> None:
    rules = "legal(x,go(f(N))) :- true(step(N)). next(step(N)) :- does(x,go(N))."
    assert growing(rules) == ["legal(x,go(f(N)))"]


def test_growth_through_relations_is_found_where_it_is_made() -> None:
    rules = "p(0). q(f(X)) :- p(X). p(X) :- q(X). next(cell(X)) :- p(X). next(a(b(X))) :- q(X)."
    assert growing(rules) == ["q(f(X))"]


def test_a_limit_that_grows_itself_is_found_alone() -> None:
    rules = (
        "init(max(5)). next(max(M+1)) :- true(max(M)). "
        "next(step(N+1)) :- true(step(N)), true(max(M)), N < M."
    )
    assert growing(rules) == ["next(max(M+1))"]


def test_every_rule_that_grows_is_reported() -> None:
    rules = "p(0). p(f(X)) :- p(X). p(g(X)) :- p(X). r(0). r(N+1) :- r(N)."
    assert growing(rules) == ["p(f(X))", "p(g(X))", "r(N+1)"]


def test_many_rules_that_grow_do_not_take_forever() -> None:
    rules = "p(0). " + " ".join(f"p(f{i}(X,Y)) :- p(X), p(Y)." for i in range(200))
    assert len(growing(rules)) == 20


def test_a_long_chain_without_a_circle_is_no_growth() -> None:
    chain = " ".join(f"next(r{i + 1}(f(X))) :- true(r{i}(X))." for i in range(400))
    assert growing("init(r0(0)). " + chain) == []


def test_the_message_tells_numbers_from_terms() -> None:
    (number,) = (
        each
        for each in of_asp(STEP + "next(step(N+1)) :- true(step(N)).")
        if each.severity == "error"
    )
    assert number.message == (
        "numbers grow without end: next(step(N+1)) follows from smaller ones again and again"
    )
    assert number.hint == (
        "limit the number, as in N < 100, or take it from a relation that lists all numbers"
    )
    (term,) = of_kif("(<= (next (f ?x)) (true ?x))")
    assert term.hint == "add a literal outside of the recursion that limits the term"


def test_what_grows_is_not_also_said_to_break_the_restriction() -> None:
    codes = [each.code for each in of_kif("(p a)\n(<= (p (f ?x)) (p ?x))\n(<= terminal (p a))")]
    assert codes == ["unbounded-growth"]


@pytest.mark.parametrize(
    "rules",
    [
        "r(X,Z) :- e(X,Y), r(Y,Z).",
        "r(X,Z) :- r(X,Y), e(Y,Z).",
        "r(X,a) :- r(X,b).",
        "r(X,N+1) :- r(X,N), N < 5.",
        "r(X,1) :- r(X,N), 1 = #count { Y : e(Y,N) }.",
    ],
)
def test_the_letter_of_the_restriction_allows_these(rules: str) -> None:
    problems = of_asp(f"goal(x,100). e(1,2). r(1,2). terminal :- r(1,2), e(1,2). {rules}")
    assert [each.message for each in problems] == []


@pytest.mark.parametrize(
    ("condition", "grows"),
    [
        ("(true (q a))", False),
        ("(true (q (g b)))", True),
        ("(true (q ?y)) (true (p ?y)) (true (r ?y))", False),
        ("(true (r ?y))", True),
    ],
)
def test_a_name_is_never_a_compound_term(condition: str, grows: bool) -> None:
    facts = "(init (p a)) (init (q (g b))) (init (r a))"
    problems = of_kif(f"{facts} (<= (next (p (f ?x))) (true (p ?x)) {condition})")
    assert any(each.code == "unbounded-growth" for each in problems) is grows
