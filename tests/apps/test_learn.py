"""`zermelo learn`, `zermelo verify` and the player: what is learnt is true, and plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.conftest import NIM, Run
from zermelo.answers.display.learn import taken_in_words
from zermelo.answers.learn import BorrowedRules
from zermelo.errors import UnsuitedError


def test_what_was_learnt_is_true(run: Run, nim: Path) -> None:
    answer = run("verify", NIM, "--strategy", str(nim), "--json").answer
    assert answer["wrong"] == 0
    assert 0 < answer["covered"] <= answer["states"]
    assert "no claim is wrong" in run("verify", NIM, "--strategy", str(nim)).out


def test_a_player_plays_by_it_and_says_why(run: Run, nim: Path) -> None:
    answer = run("think", NIM, "--search", f"strategy:file={nim}", "--json").answer
    assert answer["proven"]
    assert answer["values"]["a"] == 100
    assert answer["bound"] == "at least"
    ran = run("match", NIM, f"strategy:file={nim}", "random", "--games", "4", "--json").answer
    first = [result for result in ran["results"] if result["roles"]["a"].startswith("strategy")]
    assert first
    assert all(result["goals"]["a"] == 100 for result in first)


def test_people_are_told_rules_in_words(run: Run, tmp_path: Path) -> None:
    shown = run("learn", NIM, "-o", str(tmp_path / "nim.lp")).out
    assert "a can force at least 100" in shown
    assert "a plays remove" in shown


def test_a_wrong_claim_is_found(run: Run, nim: Path, tmp_path: Path) -> None:
    lines = nim.read_text().splitlines()
    wrong = "force(b,100,noop) :- true(control(a)), true(has(1,2))."
    count = int(lines[-1].split()[2]) + 1
    path = tmp_path / "wrong.lp"
    path.write_text("\n".join([*lines[:-1], wrong, f"% end: {count} rules"]))
    ran = run("verify", NIM, "--strategy", str(path), "--json")
    assert ran.code == 1
    assert ran.answer["wrong"] > 0
    assert "b wins" in ran.answer["examples"][0]["rule"]


def test_other_piles_are_other_rules(run: Run, nim: Path) -> None:
    ran = run("verify", "nim_capped", "--strategy", str(nim))
    assert ran.code == 3
    assert "is a strategy for other rules" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["learn", NIM, "-o", "x.lp", "--method", "magic"], 2, "no method is called 'magic'"),
        (["learn", "pig_race", "-o", "x.lp"], 3, "nothing can be forced against chance"),
        (["learn", NIM, "-o", "/nowhere/x.lp"], 3, "/nowhere/x.lp"),
        (["think", NIM, "--search", "strategy"], 2, "strategy needs a file"),
        (["verify", NIM, "--strategy", "/nowhere/x.lp"], 3, "/nowhere/x.lp"),
    ],
)
def test_wrong_questions(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.code == code
    assert message in ran.err


def test_best_moves_are_written_in_all_syntaxes(run: Run, tmp_path: Path) -> None:
    names = {"out": "best.lp", "gdl": "best.kif", "time": "time.lp", "tree": "best.svg"}
    files = {key: str(tmp_path / name) for key, name in names.items()}
    more = ("--gdl", files["gdl"], "--time", files["time"], "--tree", files["tree"])
    ran = run("learn", NIM, "--method", "tree", "-o", files["out"], *more, "--json").answer
    assert ran["values"] == {"a": 100, "b": 0}
    assert ran["proven"]
    assert ran["rules"] > 0
    assert ran["calls"] > 0
    assert ran["nodes"] <= 39
    assert "(<= (best_do a" in Path(files["gdl"]).read_text()
    assert "best_do(P,A,T)" in Path(files["time"]).read_text()
    assert Path(files["tree"]).read_text().startswith("<svg")
    again = run("think", NIM, "--search", f"asp:rules={files['out']}", "--json").answer
    assert again["values"]["a"] == 100


def test_interrupted_learning_keeps_what_was_proved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.learn.prover import Prover

    learnt = Prover.learn

    def interrupted(prover: Prover, *arguments: object) -> None:
        if len(prover.lemmas) == 3:
            raise KeyboardInterrupt
        learnt(prover, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Prover, "learn", interrupted)
    path = str(tmp_path / "part.lp")
    ran = run("learn", NIM, "-o", path, "--json")
    assert ran.code == 130
    assert ran.answer["lemmas"] == 3
    monkeypatch.undo()
    assert run("verify", NIM, "--strategy", path, "--json").answer["wrong"] == 0


def test_a_strategy_of_another_instance_is_a_start(run: Run, nim: Path, tmp_path: Path) -> None:
    large, rules = str(tmp_path / "large.lp"), int(nim.read_text().split()[-2])
    ran = run("learn", "tictactoe", "--seconds", "0", "--from", str(nim), "-o", large, "--json")
    assert ran.answer["from"] == {"file": str(nim), "proved": 0, "failed": 0, "missing": rules}


def test_what_was_taken_over_is_told() -> None:
    assert taken_in_words(BorrowedRules("x.lp", 3, 0, 0)) == "3 of 3 rules of x.lp proved anew"
    told = taken_in_words(BorrowedRules("x.lp", 1, 2, 3))
    assert told.startswith("1 of 6 rules of x.lp proved anew, 2 do not follow here, 3 name what")
    assert "made with --all" in taken_in_words(BorrowedRules("x.lp", 0, 2, 0))


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--method", "tree", "--from", "x.lp"], 2, "--from is for --method lemmas"),
        (["--role", "a"], 2, "--role is for --method preferences"),
        (["--from", "/nowhere/x.lp"], 3, "/nowhere/x.lp"),
    ],
)
def test_no_start_is_said(
    run: Run, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    ran = run("learn", NIM, "-o", str(tmp_path / "x.lp"), *arguments)
    assert ran.code == code
    assert message in ran.err


def test_a_position_that_breaks_invariants_is_learnt_without_them(
    run: Run, forgotten: tuple[Path, Path]
) -> None:
    state, strategy = map(str, forgotten)
    found = run("verify", "tictactoe", "--state", state, "--strategy", strategy, "--json")
    assert found.answer["wrong"] == 0
    assert found.code == 0
    assert found.answer["guaranteed"] == {"x": 50, "o": 50}


def test_a_losing_move_is_found_though_its_claim_is_true(
    run: Run, nim: Path, tmp_path: Path
) -> None:
    answer = run("verify", NIM, "--strategy", str(nim), "--json").answer
    assert answer["guaranteed"] == {"a": 100, "b": 0}
    assert answer["moves_checked"] > 0
    assert answer["proven"]
    assert answer["rests_on"] == ["complete enumeration"]
    head = [line for line in nim.read_text().splitlines() if line.startswith("% ")][:-1]
    where = "true(has(1,2)), true(has(2,2)), true(has(3,3)), true(control(a))"
    rule = f"force(a,100,remove(3,1)) :- {where}."
    path = tmp_path / "losing.lp"
    path.write_text("\n".join([*head, rule, "% end: 1 rules", ""]))
    ran = run("verify", NIM, "--strategy", str(path), "--json")
    assert ran.code == 1
    assert ran.answer["wrong"] == 1
    assert ran.answer["examples"][0]["kind"] == "move"
    assert ran.answer["guaranteed"]["a"] == 0
    assert "0 wrong claims, 1 wrong move" in run("verify", NIM, "--strategy", str(path)).out


OWN_GOALS = """
(role x) (role o) (init (at 0)) (place 1) (place 2)
(<= (legal x wait)) (<= (legal o (go ?n)) (place ?n))
(<= (next (at ?n)) (does o (go ?n)))
(<= terminal (not (true (at 0))))
(<= (goal x 70) (true (at 1))) (<= (goal o 30) (true (at 1)))
(<= (goal x 0) (true (at 2))) (<= (goal o 100) (true (at 2)))
"""
ONE_GOAL = """
(role x) (role o) (init (at 0)) (<= (legal ?r wait) (role ?r))
(<= (next (at 1)) (true (at 0))) (<= terminal (true (at 1)))
(<= (goal ?r 100) (role ?r) (true (at 1))) (<= (goal ?r 0) (role ?r) (true (at 0)))
"""
TWO_GOALS = """
(role x) (role o) (init (at 0)) (<= (legal ?r wait) (role ?r))
(<= (next (at 1)) (true (at 0))) (<= terminal (true (at 1)))
(<= (goal ?r 100) (role ?r) (true (at 1))) (<= (goal x 0) (true (at 1)))
"""


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (OWN_GOALS, {"x": 0, "o": 100}),
        (ONE_GOAL, {"x": 100, "o": 100}),
        (TWO_GOALS, {"x": 0, "o": 100}),
    ],
)
def test_goals_may_be_of_any_kind(
    run: Run, tmp_path: Path, rules: str, values: dict[str, int]
) -> None:
    game, out = tmp_path / "game.kif", str(tmp_path / "game.lp")
    game.write_text(rules)
    answer = run("learn", str(game), "-o", out, "--json").answer
    assert answer["values"] == values
    assert answer["complete"]
    assert answer["proven"]
    assert answer["rests_on"][0] == "lemmas (proved)"
    goals = {
        int(rule.split(",")[1].rstrip(")")) for rule in Path(out).read_text().split("force(")[1:]
    }
    assert goals <= {30, 70, 100} - ({70} if rules == OWN_GOALS else set())


@pytest.mark.parametrize("method", ["lemmas", "tree"])
def test_out_of_time_leaves_the_file_as_it_was(run: Run, tmp_path: Path, method: str) -> None:
    path = tmp_path / "kept.lp"
    path.write_text("precious")
    more = ("--seconds", "0", "-o", str(path), "--method", method)
    ran = run("learn", "connect_four:width=5,height=4", *more)
    assert ran.code == 4
    assert "--partial" in ran.err
    assert path.read_text() == "precious"
    part = run("learn", "connect_four:width=5,height=4", *more, "--partial", "--json")
    assert part.code == 4
    assert not part.answer.get("complete")
    assert path.read_text().startswith("%")


def test_a_crash_leaves_no_empty_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise UnsuitedError("nothing can be learnt")

    monkeypatch.setattr("zermelo.learn.learning.learn", fail)
    path = tmp_path / "none.lp"
    assert run("learn", NIM, "-o", str(path)).code == 3
    assert not path.exists()


@pytest.mark.parametrize("method", ["lemmas", "tree"])
def test_what_is_learnt_does_not_depend_on_the_run(tmp_path: Path, method: str) -> None:
    texts = set()
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.lp"
        game = "nim_capped:pile1=1,pile2=2,pile3=2,pile4=0"
        command = [sys.executable, "-m", "zermelo", "learn", game, "--method", method]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([*command, "-o", path], env=environment, check=True, capture_output=True)
        texts.add(path.read_text())
    assert len(texts) == 1
