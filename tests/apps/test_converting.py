"""Converting has the limits that other commands have, and says the same whoever does the work."""

import json
from pathlib import Path

import pytest

from tests.apps.conftest import Run

GAME = """role(x). init(s). legal(x,a). next(s) :- true(s). terminal :- true(s), q. goal(x,100).
"""
HUGE = f"{GAME}n(0..99). q :- n(A), n(B), n(C), n(D), n(E), A + B + C + D + E < 0.\n"
WIDE = f"{GAME}q :- #count {{ N : N = 1..1000000000 }} > 7.\n"
WRONG = f"{GAME}q :- f(N), N < 3.\nf(0). f(N+1) :- f(N).\n"


@pytest.mark.parametrize("to", ["kif", "infix"])
def test_a_calculation_that_takes_too_long_is_a_limit(run: Run, tmp_path: Path, to: str) -> None:
    path = tmp_path / "huge.lp"
    path.write_text(HUGE)
    ran = run("convert", str(path), "--to", to, "--max-seconds", "0.5")
    assert ran.code == 4
    assert f"{path}: writing out what it calculates: 0.5 s of time were not enough" in ran.err
    assert "(--max-seconds allows more)" in ran.err


def test_a_calculation_that_takes_too_much_memory_is_a_limit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wide.lp"
    path.write_text(WIDE)
    ran = run("convert", str(path), "--to", "kif", "--max-memory", "250", "--json")
    assert ran.code == 4
    said = json.loads(ran.out)["error"]["message"]
    assert "250 MB of memory were not enough (--max-memory allows more)" in said


def test_what_is_wrong_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.lp"
    path.write_text(WRONG)
    ran = run("convert", str(path), "--to", "kif", "--json")
    assert ran.code == 3
    error = json.loads(ran.out)["error"]
    assert (error["kind"], error["file"], error["line"]) == ("RuleError", str(path), 3)
    assert "instances; are its numbers bound by no comparison?" in error["message"]
    assert f"{path}:3:" in ran.err


def test_parameters_and_standard_input_reach_the_child(run: Run) -> None:
    kif = run("convert", "nim:pile1=2", "--to", "kif").out
    assert kif
    assert kif == run("convert", "nim:pile1=2", "--to", "kif").out
    piped = run("convert", "-", "--to", "kif", given=f"{GAME}q :- 1 + 1 = 2.\n")
    assert piped.code == 0
    assert "(<= terminal" in piped.out
