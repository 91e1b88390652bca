import pytest

from zermelo.errors import ReadError
from zermelo.text.infix import read
from zermelo.text.kif import read as read_kif
from zermelo.text.replace import same
from zermelo.text.source import Source
from zermelo.text.terms import DEEPEST_TERM
from zermelo.text.tree import And, Atom, Comparison, Name, Not, Or, Rule, Sheet, Variable

BOOK = """\
role(white)
role(black)

% A rule goes on over lines.
legal(P,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(P))
legal(white,noop) :-
  true(control(black))
next(control(white)) :- true(control(black))
goal(white,100) :- line(x) & ~line(o)
line(X) :- row(M,X) | column(N,X)
  | diagonal(X)
terminal :- ~open
"""


def sheet(text: str) -> Sheet:
    return read(Source("test.gdl", text))


def test_statements_end_where_the_next_begins() -> None:
    kif = read_kif(
        Source(
            "test.kif",
            """(role white) (role black)
            (<= (legal ?p (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?p)))
            (<= (legal white noop) (true (control black)))
            (<= (next (control white)) (true (control black)))
            (<= (goal white 100) (line x) (not (line o)))
            (<= (line ?x) (or (row ?m ?x) (column ?n ?x) (diagonal ?x)))
            (<= terminal (not open))""",
        )
    )
    assert same(sheet(BOOK), kif)


def test_a_dot_ends_a_statement_too() -> None:
    assert sheet("a. b :- c, d. e").rules == (
        Rule(Atom("a")),
        Rule(Atom("b"), (Atom("c"), Atom("d"))),
        Rule(Atom("e")),
    )


def test_not_binds_tighter_than_and_and_and_tighter_than_or() -> None:
    a, b, c = Atom("a"), Atom("b"), Atom("c")
    assert sheet("p :- ~a & b | c").rules[0].body == (Or((And((Not(a), b)), c)),)
    assert sheet("p :- not a & (b | c)").rules[0].body == (Not(a), Or((b, c)))
    assert sheet("p :- ~(a & ~b)").rules[0].body == (Not(And((a, Not(b)))),)


def test_distinct_is_a_comparison() -> None:
    x, y = Variable("X"), Variable("_y")
    assert sheet("p :- distinct(X,_y)").rules[0].body == (Comparison("!=", x, y),)


def test_numbers_coded_names_and_empty_brackets_are_names() -> None:
    head = sheet("p(1,-2,5x5,z__Foo,f())").rules[0].head
    assert head.args == tuple(map(Name, ["1", "-2", "5x5", "Foo", "f"]))
    assert sheet("terminal()").rules == (Rule(Atom("terminal")),)


def test_every_underscore_is_a_variable_of_its_own() -> None:
    assert sheet("p(_,_)").rules[0].head.args == (Variable("_1"), Variable("_2"))


def test_knows_where_each_rule_stands() -> None:
    span = sheet(BOOK).rules[3].span
    assert span is not None
    assert (span.line, span.text) == (6, "legal(white,noop) :-\n  true(control(black))")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p :- #q", "unexpected character '#'"),
        ("p q", "'&', '.' or a new line expected, found 'q'"),
        ("p :- q r", "'&', '.' or a new line expected, found 'r'"),
        ("p :- q )", "'&', '.' or a new line expected, found ')'"),
        ("p :-", "a relation expected, found the end of the text"),
        ("p :- 5", "a relation expected, found '5'"),
        ("& p", "a relation expected, found '&'"),
        ("p :- X", "a variable cannot stand for a formula"),
        ("p(&)", "a term expected, found '&'"),
        ("p(not)", "a term expected, found 'not'"),
        ("p(1", "')' or ',' expected, found the end of the text"),
        ("p :- (q", "')' or an operator expected, found the end of the text"),
        ("p :- ~q(_)", "'_' below '~'"),
        ("p :- " + "~" * 2 * DEEPEST_TERM + "q", f"nested deeper than {DEEPEST_TERM}"),
        ("p :- " + "(" * 2 * DEEPEST_TERM + "q", f"nested deeper than {DEEPEST_TERM}"),
        ("p(" * 2 * DEEPEST_TERM, f"nested deeper than {DEEPEST_TERM}"),
    ],
)
def test_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ReadError) as error:
        sheet(text)
    assert message in error.value.message
    assert str(error.value).startswith("test.gdl:1:")
