"""Strategy files as text: what has one meaning is read, all else is refused at its place."""

import pytest

from zermelo.errors import ReadError
from zermelo.text.source import Source
from zermelo.text.strategy_text import STRATEGY, StrategyText, read_strategy_text


def read(rules: str, *notes: str, count: int = 1) -> StrategyText:
    lines = [f"% {STRATEGY.title}", "% rules: 12", *notes, rules, f"% end: {count} rules"]
    return read_strategy_text(Source("a file", "\n".join(lines)))


def test_facts_and_rules_are_told_apart() -> None:
    found = read(
        "p(1). p(a). hold(x,50).\nforce(x,100,m(X)) :- p(X), X != a, true(at(X)).", count=2
    )
    assert [rule.head.name for rule in found.facts] == ["p", "p"]
    assert [rule.head.name for rule in found.rules] == ["hold", "force"]
    assert found.head == {"rules": "12", "end": "2 rules"}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("force(x,100) :- true(p), X != Y, q(X). q(1).", "Y is bound by no fact"),
        ("force(X,100) :- true(at(X)).", "X is bound by no fact"),
        ("force(x,100) :- not true(at(f(X))).", "X is bound by no fact"),
        ("force(x,100) :- p(X), X < 3. p(1).", "a rule has true(F)"),
        ("force(x,100) :- not p(1). p(1).", "a rule has true(F)"),
        ("force(x,100) :- not not true(p).", "a rule has true(F)"),
        ("force(x,100) :- #count { 1 : true(p) } > 0.", "a rule has true(F)"),
        ("force(x,100) :- true(at(1+1)).", "plain names and numbers, not a calculation (+)"),
        ("force(x,50+50).", "plain names and numbers, not a calculation (+)"),
        ("force(x,100) :- p(|2|). p(2).", "plain names and numbers, not a calculation (|)"),
        ("force(x,100) :- p(2), f(1..2) != 2. p(2).", "plain names and numbers, not a calculation"),
        ("p(1/0). force(x,100) :- true(q).", "plain names and numbers, not a calculation (/)"),
        ("q(X) :- p(X). force(x,100) :- true(q).", "begins with force(...) or hold(...)"),
        ("#const n = 3. force(x,100).", "has a #const"),
    ],
)
def test_what_could_be_understood_in_two_ways_is_refused(rule: str, message: str) -> None:
    with pytest.raises(ReadError) as refused:
        read(rule, count=2 if rule.startswith("q(X) :-") else 1)
    assert message in refused.value.message


@pytest.mark.parametrize("note", ["% rules: 13", "%rules: 13", "% end: 2 rules"])
def test_a_header_says_nothing_twice(note: str) -> None:
    with pytest.raises(ReadError, match=r"has two different values for '(?:rules|end)'"):
        read("force(x,100).", note)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("force(x,100).", "its first line is not"),
        (f"% {STRATEGY.title}\nforce(x,100).", "is cut off"),
        (f"% {STRATEGY.title}\nforce(x,100).\n% end: 2 rules", "is cut off"),
        (f"% {STRATEGY.title}\n% end: 1 rule\nforce(x,100).", "is cut off"),
    ],
)
def test_a_file_has_a_beginning_and_an_end(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_strategy_text(Source("a file", text))
