"""Compiling: once, kept under a name that tells all differences, and the same from disk."""

import gc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.engine.twin import LOOP, RACE
from tests.ground.sheets import LIGHT, STUCK, sheet_of
from zermelo import store
from zermelo.errors import RuleError
from zermelo.game import compile as compiling
from zermelo.game.compile import Compiled, compiled, packed, unpacked
from zermelo.ground.ground import ground
from zermelo.ground.program import Program
from zermelo.process.limits import Allowance
from zermelo.rules import rewrite
from zermelo.rules.rewrite import Clause
from zermelo.text.flatten import flat
from zermelo.text.read import Syntax
from zermelo.text.tree import Rule, Sheet

COINS = """
role(a). role(b). coin(1;2;5). init(has(C)) :- coin(C). init(turn(a)).
legal(R,pay(C)) :- coin(C), true(has(C)), true(turn(R)).
legal(R,wait) :- role(R), not true(turn(R)).
next(has(C)) :- true(has(C)), not paid(C). paid(C) :- does(_,pay(C)).
next(turn(b)) :- true(turn(a)). next(turn(a)) :- true(turn(b)).
rich :- #sum { C : true(has(C)) } >= 6. terminal :- not rich.
goal(R,1) :- rich, role(R). goal(R,-1) :- not rich, role(R).
"""
SHEETS: list[tuple[str, Syntax]] = [
    (LIGHT, "kif"),
    (STUCK, "kif"),
    (LOOP, "kif"),
    (RACE, "kif"),
    (COINS, "asp"),
]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled games of an empty store."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    return tmp_path / "games"


@pytest.fixture
def grounded(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """Every sheet that was grounded."""
    sheets: list[Sheet] = []

    def spy(
        sheet: Sheet,
        allowance: Allowance | None = None,
        known: Sequence[Clause] | None = None,
    ) -> Program:
        sheets.append(sheet)
        return ground(sheet, allowance, known)

    monkeypatch.setattr("zermelo.ground.ground.ground", spy)
    return sheets


def same(one: Compiled, other: Compiled) -> bool:
    """Whether two compiled games are equal in every array and word."""
    arrays, others = packed(one), packed(other)
    return arrays.keys() == others.keys() and all(
        np.array_equal(arrays[name], others[name]) and arrays[name].dtype == others[name].dtype
        for name in arrays
    )


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("text", "syntax"), SHEETS)
def test_unpacking_gives_what_was_packed(text: str, syntax: Syntax) -> None:
    result = compiled(sheet_of(text, syntax), keep=False)
    again = unpacked(packed(result))
    assert same(result, again)
    assert again.gates.view_end == result.gates.view_end
    assert type(again.gates.slots) is int
    for name in ("roles", "fluents", "moves", "initial", "goals", "weighted", "terminal", "atoms"):
        assert getattr(again.program, name) == getattr(result.program, name)
    assert [list(of_role) for of_role in again.program.does] == [
        list(of_role) for of_role in result.program.does
    ]
    assert again.seconds == result.seconds
    assert again.gate_count == result.gate_count


@pytest.mark.usefixtures("in_process")
def test_a_sheet_is_compiled_once(games: Path, grounded: list[Sheet]) -> None:
    told: list[str] = []
    first = compiled(sheet_of(COINS, "asp"), tell=told.append)
    assert told == [
        "compiling test.asp: grounding its rules ...",
        "compiling test.asp: building its circuit ...",
    ]
    second = compiled(sheet_of(COINS, "asp"), tell=told.append)
    assert same(first, second)
    assert len(grounded) == 1
    assert len(told) == 2
    assert len(list(games.iterdir())) == 1


@pytest.mark.usefixtures("in_process")
def test_a_changed_sheet_is_compiled_anew(games: Path, grounded: list[Sheet]) -> None:
    compiled(sheet_of(LIGHT))
    compiled(sheet_of(LIGHT.replace("(goal player 0)", "(goal player 1)")))
    assert len(grounded) == 2
    compiled(sheet_of(LIGHT.replace("\n", "\n\n")))  # the same rules
    assert len(grounded) == 2
    assert len(list(games.iterdir())) == 2


@pytest.mark.usefixtures("in_process")
def test_a_new_version_compiles_anew(
    games: Path, grounded: list[Sheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(sheet_of(LIGHT))
    monkeypatch.setattr("zermelo.__version__", "99")
    compiled(sheet_of(LIGHT))
    assert len(grounded) == 2
    assert len(list(games.iterdir())) == 2


@pytest.mark.usefixtures("in_process")
def test_a_damaged_file_is_compiled_anew(games: Path, grounded: list[Sheet]) -> None:
    first = compiled(sheet_of(LIGHT))
    (path,) = games.iterdir()
    path.write_bytes(path.read_bytes()[:-100])
    second = compiled(sheet_of(LIGHT))
    assert len(grounded) == 2
    assert np.array_equal(first.gates.code, second.gates.code)
    compiled(sheet_of(LIGHT))
    assert len(grounded) == 2


@pytest.mark.usefixtures("in_process")
def test_nothing_is_kept_unless_wanted(games: Path, grounded: list[Sheet]) -> None:
    compiled(sheet_of(LIGHT), keep=False)
    assert not games.exists()
    compiled(sheet_of(LIGHT))
    compiled(sheet_of(LIGHT), keep=False)
    assert len(grounded) == 3


def test_wrong_rules_are_neither_grounded_nor_kept(games: Path, grounded: list[Sheet]) -> None:
    with pytest.raises(RuleError):
        compiled(sheet_of(LIGHT + "(<= (next ?x) (true on))"))
    assert grounded == []
    assert store.folder("games") == games
    assert list(games.iterdir()) == []


@pytest.mark.usefixtures("in_process")
def test_building_leaves_the_collector_on() -> None:
    gc.enable()
    compiling.built(compiled(sheet_of(LIGHT), keep=False).program)
    assert gc.isenabled()


@pytest.mark.usefixtures("games")
def test_every_rule_is_flattened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, flattened = sheet_of(COINS, "asp"), list[Rule]()

    def spy(rule: Rule) -> list[Rule]:
        flattened.append(rule)
        return flat(rule)

    monkeypatch.setattr(rewrite, "flat", spy)
    compiled(sheet)
    assert list(map(id, flattened)) == list(map(id, sheet.rules))
