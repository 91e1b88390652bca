from typing import Any

import pytest

from zermelo.errors import RuleError
from zermelo.text import flatten
from zermelo.text.flatten import flat, simple
from zermelo.text.tree import And, Atom, Formula, Name, Not, Or, Rule

A, B, C = Atom("a"), Atom("b"), Atom("c")


def of(*body: Formula) -> Rule:
    return Rule(Atom("p"), body)


def test_nested_conjunctions_merge() -> None:
    assert simple(of(And((A, And((B,)))), Or((C,)))) == of(A, B, C)
    assert simple(of(Or((A, Or((B, C)))))) == of(Or((A, B, C)))


def test_what_is_always_true_goes_and_what_is_never_true_ends_the_rule() -> None:
    assert simple(of(A, And(()))) == of(A)
    assert simple(of(A, Not(Or(())))) == of(A)
    assert simple(of(A, Or((B, And(()))))) == of(A)
    assert simple(of(A, Or(()))) is None
    assert simple(of(Not(And(())))) is None
    assert flat(of(A, Or(()))) == []


def test_an_or_becomes_one_rule_for_each_part() -> None:
    assert flat(of(A, Or((B, C)))) == [of(A, B), of(A, C)]


def test_not_goes_inwards() -> None:
    assert flat(of(Not(And((A, Not(B)))))) == [of(Not(A)), of(Not(Not(B)))]
    assert flat(of(Not(Or((A, Not(Not(B))))))) == [of(Not(A), Not(B))]
    assert flat(of(Not(Not(And((A, B)))))) == [of(A, B)]
    assert flat(of(Not(Not(Not(A))))) == [of(Not(A))]
    assert flat(of(Not(Not(A)))) == [of(Not(Not(A)))]


def test_refuses_to_write_thousands_of_rules() -> None:
    with pytest.raises(RuleError, match="its ors and nots stand for 8192 rules"):
        flat(of(*[Or((A, B))] * 13))


class Way(tuple[Any, ...]):
    """A way in which a part can hold; counts what is copied when it is added to others."""

    copied = 0

    def __radd__(self, before: tuple[Any, ...]) -> tuple[Any, ...]:
        Way.copied += len(before) + len(self)
        return (*before, *self)


def test_a_long_body_is_not_copied_for_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 1000
    ways = [Way((Atom("p", (Name(str(number)),)),)) for number in range(length)]
    monkeypatch.setattr(flatten, "product", lambda *choices: [ways])
    monkeypatch.setattr(Way, "copied", 0)
    (rule,) = flat(Rule(Atom("q", ()), tuple(way[0] for way in ways)))
    assert len(rule.body) == length
    assert Way.copied <= 2 * length
