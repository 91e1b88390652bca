"""`zermelo audit` and the options that write certificates, as a user calls them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.audit.handmade import LOST, PIGEONS, START, THREE, WON, strategy
from zermelo.apps.application import application

SMALL = "nim:pile1=0,pile2=1,pile3=2,pile4=3"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments))


@pytest.fixture
def right(tmp_path: Path) -> str:
    """A certificate that is accepted."""
    path = tmp_path / "right.json"
    path.write_text(json.dumps(strategy(LOST, *WON, THREE)))
    return str(path)


def test_a_right_certificate_ends_with_0(right: str) -> None:
    result = run("audit", right, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == {
        "ok": True,
        "kind": "strategy",
        "initial": True,
        "claims": 6,
        "checked": 6,
        "wrong": [],
    }
    assert "accepted: 6 claims of this strategy checked" in run("audit", right).stdout


def test_it_is_said_that_the_claims_are_about_another_position(tmp_path: Path) -> None:
    document = strategy(LOST, *WON)
    document["base"] = [fluent for fluent in START if fluent != START[0]]
    document["claims"] = [claim for claim in document["claims"] if claim["claim"] == "lemma"]
    path = tmp_path / "other.json"
    path.write_text(json.dumps(document))
    assert json.loads(run("audit", str(path), "--json").stdout)["initial"] is False
    assert run("audit", str(path)).stdout.startswith("from another position than the initial one:")


def test_a_certificate_without_claims_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text(json.dumps({**strategy(), "claims": []}))
    result = run("audit", str(path))
    assert result.stdout == "this strategy claims nothing: there is nothing to check\n"
    assert result.exit_code == 0


def test_a_wrong_certificate_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(strategy(LOST, THREE)))
    result = run("audit", str(path), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["ok"], len(found["wrong"])) == (False, 1)
    assert found["wrong"][0]["claim"] == THREE
    assert found["wrong"][0]["counterexample"]["position"] == START
    shown = run("audit", str(path))
    assert shown.exit_code == 1
    assert "1 claim of 4 refuted" in shown.stdout
    assert "position: " in shown.stdout


def test_what_is_no_certificate_ends_with_3(tmp_path: Path) -> None:
    path = tmp_path / "garbage.json"
    path.write_text("garbage")
    result = run("audit", str(path), "--json")
    assert result.exit_code == 3
    assert "no certificate" in json.loads(result.stdout)["error"]["message"]
    missing = run("audit", str(tmp_path / "missing.json"))
    assert missing.exit_code == 3


def test_a_certificate_of_other_rules_ends_with_3(right: str) -> None:
    result = run("audit", right, "--game", "tictactoe")
    assert result.exit_code == 3
    assert "about other rules than those of tictactoe" in result.output


def test_a_limit_ends_with_4(tmp_path: Path) -> None:
    path = tmp_path / "pigeons.json"
    path.write_text(json.dumps(PIGEONS))
    result = run("audit", str(path), "--conflicts", "100", "--json")
    assert result.exit_code == 4, result.output
    assert "100 conflicts" in json.loads(result.stdout)["error"]["message"]


def test_solve_writes_a_certificate(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    result = run("solve", SMALL, "--certificate", str(path))
    assert result.exit_code == 0, result.output
    assert f"certificate in {path}" in result.stdout
    assert run("audit", str(path), "--game", SMALL).exit_code == 0
    other = run("audit", str(path), "--game", "nim")
    assert other.exit_code == 3


def test_solve_starts_a_certificate_where_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    result = run("solve", SMALL, "--moves", "(remove 2 1) noop", "--certificate", str(path))
    assert result.exit_code == 0, result.output
    assert "(control b)" in json.loads(path.read_text())["base"]
    assert run("audit", str(path)).exit_code == 0


@pytest.mark.parametrize("options", [["--search", "alphabeta"], ["--from", "kept.npz"]])
def test_a_certificate_needs_all_positions(options: list[str], tmp_path: Path) -> None:
    result = run("solve", SMALL, "--certificate", str(tmp_path / "nim.json"), *options)
    assert result.exit_code == 2
    assert "--certificate needs all positions" in result.output


def test_a_tree_has_no_rules_to_certify(tmp_path: Path) -> None:
    tree = tmp_path / "small.tree"
    tree.write_text("[[1,2],[3,4]]")
    result = run("solve", str(tree), "--certificate", str(tmp_path / "tree.json"))
    assert result.exit_code == 3
    assert "explicit tree" in result.output


def test_a_game_without_an_end_has_no_value_to_certify(tmp_path: Path) -> None:
    rules = tmp_path / "loop.lp"
    rules.write_text(
        "role(p). init(a). legal(p,go). next(b) :- true(a). next(a) :- true(b).\n"
        "next(c) :- true(a), true(b). terminal :- true(c). goal(p,0) :- role(p).\n"
    )
    result = run("solve", str(rules), "--certificate", str(tmp_path / "loop.json"))
    assert result.exit_code == 3
    assert "there is no value to certify" in result.output


def test_analyse_writes_a_certificate(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    result = run("analyse", SMALL, "--certificate", str(path))
    assert result.exit_code == 0, result.output
    claims = json.loads(path.read_text())["claims"]
    assert {"invariant", "constant_sum", "terminating", "goal_bounds"} <= {
        claim["claim"] for claim in claims
    }
    assert run("audit", str(path), "--game", SMALL).exit_code == 0
