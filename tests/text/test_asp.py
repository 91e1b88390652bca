import pytest

from zermelo.errors import ReadError
from zermelo.text.asp import read
from zermelo.text.source import Source
from zermelo.text.terms import DEEPEST_TERM
from zermelo.text.tree import (
    Aggregate,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Rule,
    Sheet,
    Term,
    Variable,
)

X, Y = Variable("X"), Variable("Y")
ONE, TWO, THREE = Name("1"), Name("2"), Name("3")


def sheet(text: str) -> Sheet:
    return read(Source("test.lp", text))


def body(text: str) -> tuple[Formula, ...]:
    return sheet(f"p :- {text}.").rules[0].body


def term(text: str) -> Term:
    return sheet(f"p({text}).").rules[0].head.args[0]


def test_reads_facts_and_rules() -> None:
    assert sheet("role(x). legal(P,noop) :- role(P), not true(control(P)).").rules == (
        Rule(Atom("role", (Name("x"),))),
        Rule(
            Atom("legal", (Variable("P"), Name("noop"))),
            (
                Atom("role", (Variable("P"),)),
                Not(Atom("true", (Compound("control", (Variable("P"),)),))),
            ),
        ),
    )


def test_knows_where_each_rule_stands() -> None:
    rule = sheet("role(x).\n\n  terminal :-\n open.").rules[1]
    assert rule.span is not None
    assert (rule.span.line, rule.span.column) == (3, 3)
    assert rule.span.text == "terminal :-\n open."


def test_a_semicolon_separates_body_literals_too() -> None:
    assert body("a; b, c") == (Atom("a"), Atom("b"), Atom("c"))


def test_comments_are_left_out_and_blocks_nest() -> None:
    assert sheet("a. % b.\n%* c. %* d. *% e. *% f.").rules == (Rule(Atom("a")), Rule(Atom("f")))


@pytest.mark.parametrize(
    ("sign", "relation"),
    [("=", "="), ("==", "="), ("!=", "!="), ("<>", "!="), ("<", "<"), ("<=", "<="), (">=", ">=")],
)
def test_reads_comparisons(sign: str, relation: str) -> None:
    (found,) = body(f"X {sign} 1")
    assert isinstance(found, Comparison)
    assert (found.relation, found.left, found.right) == (relation, X, ONE)


def test_distinct_is_a_comparison_as_in_kif() -> None:
    assert body("distinct(X,Y)") == (Comparison("!=", X, Y),)


def test_a_chain_of_comparisons_is_taken_apart() -> None:
    assert body("1 <= X < 3") == (Comparison("<=", ONE, X), Comparison("<", X, THREE))


def test_negated_comparisons_and_double_negation_are_kept() -> None:
    assert body("not X = 1, not not a") == (Not(Comparison("=", X, ONE)), Not(Not(Atom("a"))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1+2*3", Arithmetic("+", (ONE, Arithmetic("*", (TWO, THREE))))),
        ("(1+2)*3", Arithmetic("*", (Arithmetic("+", (ONE, TWO)), THREE))),
        ("3-2-1", Arithmetic("-", (Arithmetic("-", (THREE, TWO)), ONE))),
        ("1**2**3", Arithmetic("**", (ONE, Arithmetic("**", (TWO, THREE))))),
        ("-X**2", Arithmetic("**", (Arithmetic("-", (X,)), TWO))),
        ("1..X+1", Arithmetic("..", (ONE, Arithmetic("+", (X, ONE))))),
        ("3\\2", Arithmetic("\\", (THREE, TWO))),
        ("-1", Name("-1")),
        ("--1", ONE),
        ("3 - -1", Arithmetic("-", (THREE, Name("-1")))),
        ("|X-1|", Arithmetic("|", (Arithmetic("-", (X, ONE)),))),
        ("|X|*|Y|", Arithmetic("*", (Arithmetic("|", (X,)), Arithmetic("|", (Y,))))),
        ("f(X,g(1),n)", Compound("f", (X, Compound("g", (ONE,)), Name("n")))),
        ("f()", Name("f")),
    ],
)
def test_reads_terms_with_clingos_precedence(text: str, expected: Term) -> None:
    assert term(text) == expected


def test_a_pool_in_a_head_stands_for_several_rules() -> None:
    pair = sheet("succ(1,2;2,3) :- a.").rules
    assert [rule.head.args for rule in pair] == [(ONE, TWO), (TWO, THREE)]
    assert [rule.body for rule in pair] == [(Atom("a"),)] * 2
    assert len(sheet("cell((1;2),(1;2;3)).").rules) == 6


def test_every_underscore_is_a_variable_of_its_own() -> None:
    rules = sheet("p :- q(_,_). r :- q(_,1).").rules
    assert rules[0].body == (Atom("q", (Variable("_1"), Variable("_2"))),)
    assert rules[1].body == (Atom("q", (Variable("_1"), ONE)),)


def test_reads_aggregates_with_guards_on_both_sides() -> None:
    assert body("1 < #sum { X,Y : q(X,Y), X > 1; 2 } <= 3") == (
        Aggregate(
            "#sum",
            (
                Element((X, Y), (Atom("q", (X, Y)), Comparison(">", X, ONE))),
                Element((TWO,), ()),
            ),
            (ONE, "<"),
            ("<=", THREE),
        ),
    )


@pytest.mark.parametrize("function", ["#sum", "#sum+", "#count", "#min", "#max"])
def test_knows_every_aggregate(function: str) -> None:
    (found,) = body(f"Y = {function}{{ X : q(X) }}")
    assert isinstance(found, Aggregate)
    assert (found.function, found.left, found.right) == (function, (Y, "="), None)


def test_bounds_without_a_sign_are_at_least_and_at_most() -> None:
    (found,) = body("not 1 { q(X) : r(X) } 2")
    element = Element((Compound("q", (X,)),), (Atom("q", (X,)), Atom("r", (X,))))
    assert found == Not(Aggregate("#count", (element,), (ONE, "<="), ("<=", TWO)))


def test_const_is_kept_beside_the_rules() -> None:
    found = sheet("#const n = 3. #const m = n*2. size(n).")
    assert found.constants == (("n", THREE), ("m", Arithmetic("*", (Name("n"), TWO))))
    assert found.rules == (Rule(Atom("size", (Name("n"),))),)


@pytest.mark.parametrize(
    "text",
    [
        "1 { does(R,M) : legal(R,M) } 1 :- role(R), not terminal.",
        "{ does(R,M) : legal(R,M) } = 1 :- role(R).",
        "1 = { does(R,M) : legal(R,M), M != noop } :- role(R).",
        "{ does(a,x); does(a,y) }.",
        "#show.",
        "#show does/2.",
        "#show X : p(X).",
    ],
)
def test_drops_what_every_game_means_anyway(text: str) -> None:
    assert sheet(text + " a.").rules == (Rule(Atom("a")),)


def test_coded_names_are_decoded() -> None:
    assert sheet("z__Foo(z__01).").rules == (Rule(Atom("Foo", (Name("01"),))),)
    assert sheet("z__5.").rules == (Rule(Atom("5")),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('#include "a.lp".', "'#include' is not allowed in rules; put all rules into one file"),
        ("#script (python) x #end.", "'#script' is not allowed in rules; rules cannot run"),
        ("#external a.", "'#external' is not allowed"),
        ("#program base.", "'#program' is not allowed"),
        ("#defined a/1.", "'#defined' is not allowed"),
        ("#minimize { 1 }.", "'#minimize' is not allowed in rules; aims are said by goal"),
        ("#theory t { }.", "'#theory' is not allowed in rules; of directives only #sum"),
        ("p(@f(1)).", "'@' calls a script"),
        ('p("a").', "strings are not allowed"),
        ('p("a', "strings are not allowed"),
        ("p(\xe9).", "unexpected character '\xe9'"),
        ("p\0.", "unexpected character '\\x00'"),
        ("p(01).", "'01' is neither a number nor a name"),
        ("p(5x5).", "'5x5' is neither a number nor a name"),
        ("p(2147483648).", "2147483648 is too great a number"),
        ("%* a", "'%*' opens a comment that no '*%' closes"),
        (":- p.", "a constraint is no rule of a game"),
        (":~ p. [1]", "a weak constraint is no rule of a game"),
        ("{ p }.", "a choice of 'p' is no rule of a game"),
        ("{ does(a,b) , c(1) }.", "a choice of 'c' is no rule"),
        ("{ does(a,b) does(a,c) }.", "'}' expected, found 'does'"),
        ("#sum { 1 } = 1.", "an aggregate cannot be a head"),
        ("a ; b.", "a rule has one head"),
        ("a | b :- c.", "a rule has one head"),
        ("not a.", "a head cannot be negated"),
        ("-a.", "classical negation is not allowed"),
        ("X = 1 :- a.", "a head is a relation; '=' can only stand in a body"),
        ("X :- a.", "a variable cannot stand for a formula"),
        ("1.", "a relation or a comparison expected, found a number"),
        ("a", "':-' or '.' expected, found the end of the text"),
        ("a :- b", "',' or '.' expected, found the end of the text"),
        ("a :- b c.", "',' or '.' expected, found 'c'"),
        ("a :- b : c.", "a conditional literal is not allowed"),
        ("a :- not not not b.", "'not' stands three times"),
        ("a :- not 1 < X < 2.", "'not' before a chain of comparisons"),
        ("a :- not b(_).", "'_' below 'not'"),
        ("a :- b(not).", "'not' where a term should be"),
        ("a :- b(1;2).", "a pool is only allowed in heads"),
        ("a :- #sum { 1 }.", "an aggregate must be compared with something"),
        ("a :- #sum 1.", "'{' expected after '#sum', found '1'"),
        ("a :- #sum { X : b(X) c } = 1.", "';' or '}' expected, found 'c'"),
        ("a(1,).", "a term expected, found ')'"),
        ("a(1 2).", "')' or an operator expected, found '2'"),
        ("a(|1).", "'|' or an operator expected, found ')'"),
        ("a((1,2)).", "a tuple without a name is not allowed"),
        ("a(f(1)+2).", "'f(...)' is no number, so '+' cannot be applied to it"),
        ("a(1&2).", "the operator '&' is not known"),
        ("a(~1).", "the operator '~' is not known"),
        ("#show a", "'#show' without a '.' at its end"),
        ("#const 3 = 4.", "'#const' needs a name, found '3'"),
        ("#const n.", "'=' expected after the name of a constant, found '.'"),
        ("#const n = X.", "a constant cannot depend on a variable"),
        ("#const n = 1. #const n = 2.", "'#const n' stands twice"),
        ("a" + "(1;2" * 3 + ")", "')' or an operator expected"),
        ("a(" + ",".join(["(1;2;3;4;5;6;7;8;9)"] * 9) + ").", "stands for more than 10000 terms"),
        ("a(" + "f(" * DEEPEST_TERM, f"brackets nested deeper than {DEEPEST_TERM}"),
        ("a(" + "-" * 2 * DEEPEST_TERM + "X).", f"terms nested deeper than {DEEPEST_TERM}"),
        ("a(" + "1+" * 2 * DEEPEST_TERM + "1).", f"terms nested deeper than {DEEPEST_TERM}"),
        ("a(" + "-(1+" * 60 + "X" + ")" * 60 + ").", f"terms nested deeper than {DEEPEST_TERM}"),
    ],
)
def test_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ReadError) as error:
        sheet(text)
    assert message in error.value.message
    assert error.value.span is not None
    assert str(error.value).startswith("test.lp:1:")
