"""Reading what was spelled gives the same rules, in every syntax."""

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from zermelo.errors import ReadError
from zermelo.text.flatten import flat, simple
from zermelo.text.names import is_integer
from zermelo.text.read import SYNTAXES, Syntax, read_text
from zermelo.text.replace import same
from zermelo.text.source import Source, Span
from zermelo.text.spell import spell
from zermelo.text.tree import (
    KEYWORDS,
    Aggregate,
    And,
    Arithmetic,
    Atom,
    Comparison,
    Compound,
    Element,
    Formula,
    Name,
    Not,
    Or,
    Rule,
    Sheet,
    Term,
    Variable,
)

NOWHERE = Source("law", "")
CONNECTIVES = ("not", "and", "or", "<=", "distinct")
words = st.text("abcxyzABC019_+-*'.<>=~&|,%#@\xe9", min_size=1, max_size=6)
numbers = st.integers(-(2**31) + 1, 2**31 - 1).map(str)
names = st.builds(Name, words | numbers)
free = words.filter(lambda w: w.lower() not in CONNECTIVES and w.lower() not in KEYWORDS)
relations = free | st.sampled_from(sorted(KEYWORDS - {"distinct"}))
variables = st.builds(Variable, st.text("xyXY_1-", min_size=1, max_size=3))


def compounds(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.builds(Compound, words, st.lists(inner, min_size=1, max_size=3).map(tuple))


plain_terms: st.SearchStrategy[Term] = st.recursive(names | variables, compounds, max_leaves=6)


def calculated(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    operand = inner.filter(lambda term: not isinstance(term, Compound))
    # A minus before a number is part of the number.
    negative = operand.filter(lambda term: not (isinstance(term, Name) and is_integer(term.text)))
    two = st.sampled_from(["+", "-", "*", "/", "\\", "**", ".."])
    return (
        compounds(inner)
        | st.builds(Arithmetic, two, st.tuples(operand, operand))
        | st.builds(Arithmetic, st.just("-"), st.tuples(negative))
        | st.builds(Arithmetic, st.just("|"), st.tuples(operand))
    )


asp_terms: st.SearchStrategy[Term] = st.recursive(names | variables, calculated, max_leaves=6)


def atoms(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Atom]:
    return st.builds(Atom, relations, st.lists(terms, max_size=3).map(tuple))


def several(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[tuple[Formula, ...]]:
    return st.lists(inner, max_size=3).map(tuple)


def connected(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.builds(Not, inner) | st.builds(And, several(inner)) | st.builds(Or, several(inner))


distinct = st.builds(Comparison, st.just("!="), plain_terms, plain_terms)
formulas: st.SearchStrategy[Formula] = st.recursive(
    atoms(plain_terms) | distinct, connected, max_leaves=5
)
rules = st.builds(Rule, atoms(plain_terms), several(formulas))
sheets = st.builds(Sheet, st.lists(rules, max_size=4).map(tuple), st.just(NOWHERE))

signs = st.sampled_from(["!=", "=", "<", "<=", ">", ">="])
asp_atoms = atoms(asp_terms)
comparisons = st.builds(Comparison, signs, asp_terms, asp_terms)
elements = st.builds(
    Element,
    st.lists(asp_terms, min_size=1, max_size=2).map(tuple),
    several(asp_atoms | comparisons | st.builds(Not, asp_atoms)),
)
aggregates = st.builds(
    Aggregate,
    st.sampled_from(["#sum", "#sum+", "#count", "#min", "#max"]),
    st.lists(elements, max_size=2).map(tuple),
    st.tuples(asp_terms, signs),
    st.none() | st.tuples(signs, asp_terms),
)
literals: st.SearchStrategy[Formula] = asp_atoms | comparisons | aggregates
asp_rules = st.builds(Rule, asp_atoms, several(literals | st.builds(Not, literals)))
asp_sheets = st.builds(
    Sheet,
    st.lists(asp_rules, max_size=4).map(tuple),
    st.just(NOWHERE),
    st.just((("n", Name("3")),)) | st.just(()),
)


def again(sheet: Sheet, syntax: Syntax) -> Sheet:
    return read_text(Source("law", spell(sheet, syntax)), syntax)


@given(sheets)
def test_kif_comes_back_as_it_was(sheet: Sheet) -> None:
    assert again(sheet, "kif") == sheet


@given(sheets)
def test_infix_comes_back_but_for_nesting_that_says_nothing(sheet: Sheet) -> None:
    expected = tuple(rule for rule in map(simple, sheet.rules) if rule)
    assert same(again(sheet, "infix"), Sheet(expected, NOWHERE))


@given(sheets)
def test_asp_comes_back_with_one_rule_for_each_way_to_hold(sheet: Sheet) -> None:
    expected = tuple(each for rule in sheet.rules for each in flat(rule))
    assert same(again(sheet, "asp"), Sheet(expected, NOWHERE))


@given(asp_sheets)
def test_asp_with_arithmetic_comes_back(sheet: Sheet) -> None:
    assert same(again(sheet, "asp"), sheet)


pieces = st.sampled_from(
    "p q(X) ( ) { } | : :- . .. , ; & ~ not #sum #count #const #show + - * ** 1 23 X _ = < != does "
    "? ?x <= (or (and % %* *% \n n f( distinct".split(" ")
)


@given(st.lists(pieces, max_size=25).map(" ".join), st.sampled_from(sorted(SYNTAXES)))
def test_any_text_is_read_or_refused_with_a_place(text: str, syntax: str) -> None:
    place: Span | None = Span(NOWHERE, 0, 0)
    try:
        read_text(Source("law", text), cast(Syntax, syntax))
    except ReadError as error:
        place = error.span
    assert place is not None
