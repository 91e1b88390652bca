import pytest

from zermelo.errors import RuleError
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.spell import spell
from zermelo.text.tree import Aggregate, And, Atom, Element, Name, Rule, Sheet, Variable

RULES = """\
(role x) (role o) (init (cell 1 b))
(<= (next (cell ?m ?x)) (true (cell ?m ?x)) (distinct ?x b))
(<= (next (cell ?mm ?player)) (does ?player (mark ?mm)) (true (cell ?mm b))
    (not (and (halted ?player) (or (stopped ?mm) (true (finished ?mm))))))
(<= terminal (or (line x) (not open)))
"""


def converted(text: str, syntax: Syntax, source: Syntax = "kif") -> str:
    return spell(read_text(Source("test", text), source), syntax)


def test_kif_is_laid_out() -> None:
    assert (
        converted(RULES, "kif")
        == """\
(role x)
(role o)

(init (cell 1 b))

(<= (next (cell ?m ?x)) (true (cell ?m ?x)) (distinct ?x b))
(<= (next (cell ?mm ?player))
    (does ?player (mark ?mm))
    (true (cell ?mm b))
    (not (and (halted ?player) (or (stopped ?mm) (true (finished ?mm))))))

(<= terminal (or (line x) (not open)))
"""
    )


def test_infix_is_laid_out() -> None:
    assert (
        converted(RULES, "infix")
        == """\
role(x)
role(o)

init(cell(1,b))

next(cell(M,X)) :- true(cell(M,X)) & distinct(X,b)
next(cell(Mm,Player)) :-
    does(Player,mark(Mm)) &
    true(cell(Mm,b)) &
    ~(halted(Player) & (stopped(Mm) | true(finished(Mm))))

terminal :- line(x) | ~open
"""
    )


def test_asp_has_one_rule_for_each_way_an_or_can_hold() -> None:
    assert (
        converted(RULES, "asp")
        == """\
role(x).
role(o).

init(cell(1,b)).

next(cell(M,X)) :- true(cell(M,X)), X != b.
next(cell(Mm,Player)) :- does(Player,mark(Mm)), true(cell(Mm,b)), not halted(Player).
next(cell(Mm,Player)) :-
    does(Player,mark(Mm)),
    true(cell(Mm,b)),
    not stopped(Mm),
    not true(finished(Mm)).

terminal :- line(x).
terminal :- not open.
"""
    )


def test_a_long_formula_is_broken_in_kif() -> None:
    long = " ".join(f"(cell_number_{n} ?x)" for n in range(4))
    text = f"(<= p (not (or {long} (and {long} {long}))))"
    found = converted(text, "kif")
    assert "\n    (not (or\n             (cell_number_0 ?x)\n" in found
    assert max(map(len, found.splitlines())) <= 100
    assert read_text(Source("a", found), "kif") == read_text(Source("a", text), "kif")


def test_variables_get_capitals_that_do_not_clash() -> None:
    text = "(<= (p ?x ?X ?1 ?a-b) (q ?x ?X ?1 ?a-b))"
    assert converted(text, "asp") == "p(X2,X,V1,Ab) :- q(X2,X,V1,Ab).\n"


def test_variables_without_a_name_stay_so_where_it_means_the_same() -> None:
    text = "p(X) :- q(X,_), 0 < #count { Y : r(Y,_) }.\n"
    assert converted(text, "asp", "asp") == "p(X) :- q(X,_), 0 < #count { Y : r(Y,V2) }.\n"
    assert converted("(<= p (not (q ?_1)))", "asp") == "p :- not q(V1).\n"


def test_odd_names_are_coded_and_come_back() -> None:
    text = "(Foo + 5x5 (f 01)) (5 -1)"
    assert converted(text, "asp") == "z__Foo(z___2b_,z__5x5,f(z__01)).\n\nz__5(-1).\n"
    for syntax in ("asp", "infix"):
        assert converted(converted(text, syntax), "kif", syntax) == converted(text, "kif")


def test_arithmetic_and_constants_come_back() -> None:
    text = """\
#const n = 3.
p((X-1)-(Y-2),(X+1)*2,-X**2,2**(3**X),(2**3)**X,|X-n|,X\\2,1..n) :-
    q(X,Y),
    X <= Y,
    not X = 2,
    1 < #sum { X,Y : r(X,Y), not s(X); 2 } <= n+1.
"""
    assert converted(text, "asp", "asp").replace("\n    ", " ") == (
        "#const n = 3.\n"
        "p(X-1-(Y-2),(X+1)*2,-X**2,2**3**X,(2**3)**X,|X-n|,X\\2,1..n) :- q(X,Y), X <= Y, "
        "not X = 2, 1 < #sum { X,Y : r(X,Y), not s(X); 2 } <= n+1.\n"
    )


@pytest.mark.parametrize("syntax", ["kif", "infix"])
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\np(X+1) :- q(X).", "arithmetic"),
        ("\np :- q(f(-X)).", "arithmetic"),
        ("\np :- q(X), X < 1.", "'<'"),
        ("\np :- 1 < #sum { X : q(X) }.", "aggregates"),
    ],
)
def test_says_which_rule_must_be_expanded(syntax: Syntax, text: str, what: str) -> None:
    with pytest.raises(RuleError) as error:
        converted(text, syntax, "asp")
    message = f"{syntax} has no {what}, so the rule for 'p' must be expanded"
    assert error.value.message == message
    assert str(error.value).startswith("test:2:")


def test_says_that_constants_need_values() -> None:
    with pytest.raises(RuleError, match="kif has no constants; give values to n first"):
        converted("#const n = 1. p(n).", "kif", "asp")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Rule(Atom("p", (Name("a b"),))), "KIF cannot spell the name 'a b'"),
        (Rule(Atom("p", (Name("?x"),))), "KIF cannot spell the name"),
        (Rule(Atom("True")), "KIF cannot spell a relation called 'True'"),
        (Rule(Atom("not")), "KIF cannot spell a relation called 'not'"),
        (Rule(Atom("<=")), "KIF cannot spell a relation called '<='"),
    ],
)
def test_kif_cannot_spell_everything(rule: Rule, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        spell(Sheet((rule,), Source("test", "")), "kif")


def test_asp_cannot_nest_formulas_in_aggregates() -> None:
    element = Element((Name("1"),), (And((Atom("a"), Atom("b"))),))
    rule = Rule(Atom("p"), (Aggregate("#sum", (element,), (Variable("X"), "=")),))
    with pytest.raises(RuleError, match="ASP syntax has no brackets around formulas"):
        spell(Sheet((rule,), Source("test", "")), "asp")
