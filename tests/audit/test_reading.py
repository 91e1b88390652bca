"""Certificates that cannot be read: each says why."""

import json
from typing import Any

import pytest

from tests.audit.checking import made, verdict_on
from tests.audit.handmade import LOST, TOGGLE, guarantee, solution, strategy
from zermelo.errors import ReadError, RuleError


def text(**changed: Any) -> str:
    """A certificate as text, with other parts."""
    return json.dumps(strategy(LOST) | changed)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "no certificate"),
        ("garbage", "no certificate"),
        ("[" * 100_000, "no certificate"),
        ("{}", "should have exactly the keys"),
        ("[]", "should have exactly the keys"),
        (text(format="Zermelo certificate, version 2"), "format"),
        (text(kind="poem"), "kind"),
        (text(extra=1), "exactly the keys"),
        (text().replace('"kind"', '"game": "x", "kind"', 1), "key twice"),
        (text(claims=[{"claim": "poem"}]), "claims 'poem'"),
        (text(claims=[{}]), "claims 'None'"),
        (text(claims=[{**LOST, "more": 1}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": "100"}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": True}]), "exactly the keys"),
        (text(claims=[{**LOST, "goal": 99.5}]), "99.5"),
        (text(claims=[{**LOST, "goal": 1e3}]), "1000.0"),
        (text(claims=[{**LOST, "goal": 10**9}]), "too many digits"),
        (text(claims=[{**LOST, "goal": 10**4000}]), "too many digits"),
        (text(claims=[{**LOST, "goal": float("nan")}]), "NaN"),
        (text(claims=[{**LOST, "role": "o\n"}]), "exactly the keys"),
        (text(base=json.loads("[" * 900 + "]" * 900)), "exactly the keys"),
        (text(claims=[{**LOST, "true": json.loads("[" * 900 + "]" * 900)}]), "exactly the keys"),
        (text(claims=[{**LOST, "role": "\0"}]), "exactly the keys"),
        (text(claims=[{**LOST, "role": "\ud800"}]), "exactly the keys"),
        (text(claims=[7]), "claims 'nothing'"),
        (text(rules={"syntax": "asp", "text": "\ud800", "sha256": ""}), "exactly the keys"),
        (text(base=["(heap 9)"]), "no fluent (heap 9)"),
        (text(rules=made(TOGGLE, "analysis", [], [])["rules"] | {"sha256": "0"}), "hash"),
        (text(rules=made("", "analysis", [], [], "basic")["rules"]), "no syntax 'basic'"),
    ],
)
def test_what_cannot_be_read_is_said(content: str, reason: str) -> None:
    with pytest.raises(ReadError) as error:
        verdict_on(content)
    assert reason in str(error.value)


def test_rules_with_errors_are_no_rules_to_certify() -> None:
    with pytest.raises(RuleError):
        verdict_on(made("role(p). next(X) :- not true(X).", "analysis", [], []))


def test_rules_of_another_game_do_not_have_the_names() -> None:
    other = made(TOGGLE, "strategy", ["a"], [])["rules"]
    with pytest.raises(ReadError, match="no fluent"):
        verdict_on(strategy(LOST) | {"rules": other})


def test_positions_name_fluents_that_there_are() -> None:
    with pytest.raises(ReadError, match="index"):
        verdict_on(solution(guarantee([[[9], None, 0]])))


def test_rules_with_constants_are_refused() -> None:
    """They mean nothing before their values are filled in."""
    rules = "#const n = 5. role(a). init(at(0)). legal(a,go). next(at(5)) :- does(a,go). "
    rules += "terminal :- true(at(n)). goal(a,100) :- true(at(n)). goal(a,0) :- not true(at(n))."
    claim = {"claim": "goal_bounds", "role": "a", "low": 0, "high": 0}
    with pytest.raises(ReadError, match="have a #const"):
        verdict_on(made(rules, "analysis", ["(at 0)"], [claim]))
