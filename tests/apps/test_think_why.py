"""`zermelo think --why`, and searches that lemmas cut."""

from pathlib import Path

from tests.apps.conftest import Run

MOVES = "(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)"


def test_think_says_why(run: Run) -> None:
    asked = ("think", "tictactoe", "--search", "alphabeta", "--why", "--moves", MOVES)
    answer = run(*asked, "--json").answer["why"]
    assert answer["move"] == "(mark 1 3)"
    assert answer["status"] == "no rule"
    assert answer["rule"] is None
    assert {"move": "(mark 2 3)", "worth": 50.0} in answer["others"]
    shown = run(*asked).out
    assert "why: mark 1 3 is worth a win, in 3 moves" in shown
    assert shown.count("line") == 1


def test_think_refuses_rules_that_nobody_asked_for(run: Run, tmp_path: Path) -> None:
    ran = run("think", "tictactoe", "--strategy", "x.lp")
    assert (ran.code, ran.out) == (2, "")
    assert "--strategy is for --why" in ran.err
    wrong = tmp_path / "wrong.lp"
    wrong.write_text("role(x).", encoding="utf-8")
    ran = run("think", "tictactoe", "--why", "--strategy", str(wrong))
    assert ran.code == 3
    assert "is no strategy" in ran.err


def test_lemmas_that_are_none_are_refused(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.lp"
    wrong.write_text("role(x).", encoding="utf-8")
    for search in ("alphabeta", "minimax", "sss"):
        ran = run("think", "tictactoe", "--search", f"{search}:lemmas={wrong}")
        assert ran.code == 3
        assert "is no strategy" in ran.err
    ran = run("think", "tictactoe", "--search", "alphabeta:lemmas=/nowhere/x.lp")
    assert ran.code == 3
    assert "/nowhere/x.lp" in ran.err
    tree = tmp_path / "small.tree"
    tree.write_text("[3, [1, 2]]", encoding="utf-8")
    ran = run("think", str(tree), "--search", f"alphabeta:lemmas={wrong}")
    assert ran.code == 3
    assert "lemmas are about rules" in ran.err
