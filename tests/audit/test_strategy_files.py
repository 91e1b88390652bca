"""Strategy files with a certificate in their comments: their rules are claims, too."""

import hashlib
import json
import re

import pytest

from tests.audit.checking import Json, verdict_on
from tests.audit.handmade import LOST, RACE, THREE, WON, strategy
from zermelo.errors import ReadError, ZermeloError
from zermelo.text.read import read_text
from zermelo.text.source import Source

RULES = """
turn(o).
force(o,100,take(1)) :- true(heap(1)), true(control(o)).
force(R,100,take(2)) :- true(heap(2)), true(control(R)), turn(R).
force(o,100) :- true(heap(0)), not true(control(o)).
"""


def fingerprint() -> str:
    sheet = read_text(Source("rules", RACE), "asp")
    return hashlib.sha256(repr((sheet.rules, sheet.constants)).encode()).hexdigest()[:16]


def file(rules: str, certificate: Json | None = None, mark: str | None = None) -> str:
    """A strategy file with these rules."""
    lines = ["% Zermelo strategy, version 1", f"% rules: {mark or fingerprint()}", rules]
    content = json.dumps(certificate or strategy(LOST, *WON, THREE), indent=1)
    count = len(re.findall(r"^(?:force|hold)\(", rules, re.MULTILINE))
    inside = [f"%! {line}" for line in content.splitlines()]
    return "\n".join([*lines, *inside, f"% end: {count} rules"])


def test_rules_that_lemmas_say_are_accepted() -> None:
    verdict = verdict_on(file(RULES))
    assert (verdict.kind, verdict.claims, verdict.checked, verdict.wrong) == ("strategy", 9, 9, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("take(1)", "take(2)"),
        ("force(o,100,take(1))", "force(o,99,take(1))"),
        ("force(o,100,take(1))", "force(x,100,take(1))"),
        ("force(o,100,take(1))", "hold(o,100,take(1))"),
        ("force(o,100,take(1))", "force(o,100)"),
        ("force(o,100,take(1))", "force(o,100,take(1),noop)"),
        ("force(o,100,take(1))", "force(o)"),
        ("true(heap(1)), ", ""),
        ("true(heap(1))", "not true(heap(1))"),
        ("true(heap(1))", "true(heap(3))"),
        ("turn(o).", "turn(o). turn(x)."),
        ("not true(control(o))", "true(control(o))"),
    ],
)
def test_a_rule_that_no_lemma_says_is_refuted(old: str, new: str) -> None:
    assert old in RULES
    (found,) = verdict_on(file(RULES.replace(old, new))).wrong
    assert found["counterexample"]["why"] == "no lemma says that of this"
    assert "rule" in found["claim"]


@pytest.mark.parametrize(
    "more",
    [
        "t(0). t(1). t(2). t(3). t(4). t(5).",
        "said(force(o,100,take(2))).",
        "true(heap(2)).",
        "m. inv. base. terminal.",
        "n(0).",
    ],
)
def test_facts_of_a_file_have_no_say_in_the_proof(more: str) -> None:
    wrong = RULES.replace("take(1)", "take(2)")
    assert len(verdict_on(file(f"{more}\n{wrong}")).wrong) == 1
    assert verdict_on(file(f"{more}\n{RULES}")).wrong == []


@pytest.mark.parametrize(
    "more",
    [
        ":- true(heap(1)).",
        "{ true(heap(1)) }.",
        "force(o,100,X) :- true(heap(1)).",
        "force(o,100,take(1)) :- true(heap(1)), 1 < 2.",
        "#script (python) print(1) #end.",
        "force(R,100,take(2)) :- true(heap(2)), true(control(R)).",
        "turn(1+1).",
        "turn(01).",
        "force(o,100,take(1)) :- turn(X), X != 1+1, true(heap(1)).",
        "force(o,100,take(1)) :- Y != X, turn(X), true(heap(1)).",
        "force(o,100,take(1)) :- not turn(o), true(heap(1)).",
        "turn(R) :- turn(R).",
        "#const n=3.",
        "% rules: 0123456789abcdef",
        "%rules: 0123456789abcdef",
        "% end: 17 rules",
    ],
)
def test_other_statements_make_a_file_unreadable(more: str) -> None:
    with pytest.raises(ZermeloError):
        verdict_on(file(f"{more}\n{RULES}"))


def test_the_header_names_the_rules_of_the_certificate() -> None:
    with pytest.raises(ReadError, match="for other rules"):
        verdict_on(file(RULES, mark="0123456789abcdef"))


def test_a_file_carries_no_other_certificate() -> None:
    analysis = strategy() | {"kind": "analysis"}
    with pytest.raises(ReadError, match="kind that cannot be here"):
        verdict_on(file(RULES, analysis))


def test_rules_without_support_are_refuted() -> None:
    assert len(verdict_on(file(RULES, strategy(LOST))).wrong) == 2
