"""What follows from rules in a state: questions that know parts of terms, or that one is twice."""

import pytest

from zermelo.errors import UnsuitedError
from zermelo.rules.derive.derivation import Derivation
from zermelo.rules.derive.values import value_of
from zermelo.rules.rewrite import clauses
from zermelo.text import asp, kif
from zermelo.text.source import Source

ROADS = """
(edge a b) (edge a c) (edge b b) (edge c a) (town b) (town c)
(<= (road (from ?x ?y)) (edge ?x ?y))
(<= (road (tunnel ?x ?y)) (edge ?y ?x))
(<= (leaves ?x ?y) (town ?x) (road (from ?x ?y)))
(<= (round ?x) (road (from ?x ?x)))
(<= (turned ?y ?x) (road (from ?x ?y)))
"""


def answers(name: str, *args: str | None) -> set[tuple[object, ...]]:
    """What follows from the rules about roads."""
    derivation = Derivation(clauses(kif.read(Source("roads", ROADS)).rules))
    return set(derivation.question(name, *args))


def test_of_a_derived_term_a_part_may_be_known() -> None:
    assert answers("leaves", None, None) == {("b", "b"), ("c", "a")}
    assert answers("leaves", "c", None) == {("a",)}


def test_a_variable_that_stands_twice_in_a_derived_term_has_one_value() -> None:
    assert answers("round", None) == {("b",)}


def test_only_terms_of_the_asked_function_are_answers() -> None:
    assert answers("turned", None, None) == {("b", "a"), ("c", "a"), ("b", "b"), ("a", "c")}


CIRCLE = """
(<= (first ?x) (second ?x)) (<= (first ?x) (third ?x)) (<= (first ?x) (base ?x))
(<= (second ?x) (first ?x)) (<= (third ?x) (second ?x)) (base a) (base b)
"""


@pytest.mark.parametrize("also", ["first", "second", "third"])
def test_what_a_circle_of_rules_says_is_known_wherever_it_was_begun(also: str) -> None:
    derivation = Derivation(clauses(kif.read(Source("circle", CIRCLE)).rules))
    assert set(derivation.question("first", None)) == {("a",), ("b",)}
    assert set(derivation.question(also, None)) == {("a",), ("b",)}


@pytest.mark.parametrize("text", ["X", "f(X)", "1+1", "f(2*3)"])
def test_only_a_ground_term_without_calculations_is_a_value(text: str) -> None:
    (rule,) = asp.read(Source("test.lp", f"p({text}).")).rules
    with pytest.raises(UnsuitedError, match="is not a ground term of KIF"):
        value_of(rule.head.args[0])
