"""Recording ground rules: machine code and Python keep the same."""

import gc
import sys
from typing import Any

import numpy as np
import pytest

from tests.ground.sheets import LIGHT, sheet_of
from zermelo.game.library import entry
from zermelo.ground import clingo as grounding
from zermelo.ground.encode import encode
from zermelo.ground.native import recorder as machine
from zermelo.ground.recorder import RuleRecorder
from zermelo.process.answering import answered
from zermelo.rules.rewrite import clauses, relevant
from zermelo.text.tree import Sheet

SUMS = """
role(p). init(n(0)). legal(p,m(1..9)). next(n(X)) :- does(p,m(X)). next(n(X)) :- true(n(X)), X > 0.
terminal :- 3 <= #count{ X : true(n(X)), X > 0 }. terminal :- #sum{ X : true(n(X)) } >= 20.
goal(p,50) :- terminal. goal(p,0) :- not terminal.
"""
SHEETS = {
    "light": sheet_of(LIGHT),
    "sums": sheet_of(SUMS, "asp"),
    "maze": entry("maze").sheet({}),
    "connect_four": entry("connect_four").sheet({}),
}


@pytest.fixture(autouse=True)
def not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector stays on: this process does more than one thing."""
    monkeypatch.setattr(gc, "disable", lambda: None)


def asked(sheet: Sheet, **more: int) -> dict[str, Any]:
    """What the sandbox would answer."""
    program, names = encode(list(clauses(relevant(sheet.rules))))
    answer: dict[str, Any] = answered(
        grounding.ground, {"program": program, "names": names, **more}
    )
    return answer


@pytest.mark.parametrize("name", SHEETS)
def test_machine_code_records_what_python_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "FEW_RULES", 1 << 40)
    in_python = asked(SHEETS[name])
    monkeypatch.setattr(grounding, "FEW_RULES", 0)
    in_code = asked(SHEETS[name])
    assert in_python.keys() == in_code.keys()
    assert len(in_python["heads"]) > 5
    for key, value in in_python.items():
        assert np.array_equal(value, in_code[key]), key


@pytest.mark.parametrize("few", [0, 1 << 40])
def test_rules_are_counted(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "FEW_RULES", few)
    size = len(asked(SHEETS["maze"])["heads"])
    assert len(asked(SHEETS["maze"], most_rules=size)["heads"]) == size
    assert list(asked(SHEETS["maze"], most_rules=size - 1)) == ["spent"]


def test_what_has_no_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    called = "call ptr @realloc(ptr %old, i64 %larger)"
    assert called in machine.TEXT
    fails = machine.TEXT.replace(called, "select i1 true, ptr null, ptr %old")
    monkeypatch.setattr(machine, "TEXT", fails)
    monkeypatch.setattr(grounding, "FEW_RULES", 0)
    assert asked(SHEETS["light"]) == {"failed": "memory"}


def test_python_records_all_where_the_inside_of_clingo_is_another_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = asked(SHEETS["maze"])
    monkeypatch.setattr(grounding, "FEW_RULES", 0)
    monkeypatch.setitem(sys.modules, "zermelo.ground.native.recorder", None)
    assert isinstance(grounding.recorder_of_many(7), RuleRecorder)
    assert asked(SHEETS["maze"])["heads"] == right["heads"]
