"""Whatever is wrong with the input: a message, a place, an exit code, and no traceback."""

from pathlib import Path

import pytest

from tests.apps.conftest import Run
from zermelo.process.limits import Allowance

GOOD = """(role x)
(init (s 0))
(<= (legal x noop))
(<= (next (s 1)) (true (s 0)))
(<= terminal (true (s 1)))
(<= (goal x 100) (true (s 1)))
"""
ASP = "role(x). init(s). legal(x,noop). next(s) :- true(s). terminal :- true(s). goal(x,100).\n"

SHEETS = {
    "unsafe variable": (".kif", GOOD + "(<= (legal x (go ?y)) (true (s 0)))\n", "7:18", 1),
    "unstratified negation": (".kif", GOOD + "(<= p (not q))\n(<= q (not p))\n", "7:12", 1),
    "growing terms": (".lp", "p(a). p(f(X)) :- p(X).\n" + ASP, "1:7", 1),
    "a million brackets": (".kif", "(" * 1_000_000, "1:", 1),
    "NUL": (".kif", GOOD + "\0", "7:1", 3),
    "bidi mark": (".kif", GOOD + "; \u202e\n", "7:3", 1),
    "include": (".lp", '#include "/etc/passwd".\n' + ASP, "1:1", 1),
    "script": (".lp", "#script (python)\nimport os\n#end.\n" + ASP, "1:1", 1),
    "great goal": (".kif", GOOD.replace("100", f"1{'0' * 30}"), "6:13", 1),
    "calculated goal": (".lp", ASP.replace("100", "10**30"), "1:82", 1),
    "no role": (".kif", GOOD.replace("(role x)", ""), "", 1),
    "duplicate roles": (".kif", GOOD + "(role x)\n", "7:1", 1),
    "wrong arity": (".kif", GOOD.replace("x noop", "x noop twice"), "3:5", 1),
    "no end": (".kif", GOOD + "(role y", "7:1", 1),
    "empty": (".kif", "", "", 1),
    "comments": (".kif", "; nothing\n", "", 1),
}


@pytest.mark.parametrize("kind", list(SHEETS))
def test_wrong_sheets(run: Run, tmp_path: Path, kind: str) -> None:
    ending, text, place, code = SHEETS[kind]
    path = tmp_path / f"sheet{ending}"
    path.write_text(text, encoding="utf-8")
    ran = run("check", str(path))
    assert ran.code == code
    assert f"{path}:{place}" in ran.out + ran.err
    answer = run("check", str(path), "--json").answer
    assert answer["ok"] is False
    assert answer["problems"]
    for command in ("perft", "info"):
        ran = run(command, str(path), "--json")
        assert ran.code == 3
        assert f"{path}:{place}" in ran.err or (not place and str(path) in ran.err)
        assert ran.answer["error"]["message"]


def test_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.kif"
    path.write_bytes(GOOD.encode() + b"; \xff\n")
    for command in ("check", "perft"):
        ran = run(command, str(path))
        assert ran.code == 3
        assert f"{path}:7:3: byte 0xff is not UTF-8" in ran.err


def test_ten_megabytes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.kif"
    path.write_text(GOOD + ";" + "x" * 10_000_000)
    for command in ("check", "perft"):
        ran = run(command, str(path))
        assert ran.code == 4
        assert "larger than 4 MB" in ran.err


def test_a_folder_and_a_missing_file(run: Run, tmp_path: Path) -> None:
    for command in ("check", "perft", "show"):
        ran = run(command, str(tmp_path))
        assert ran.code == 3
        assert "is a folder" in ran.err
        ran = run(command, str(tmp_path / "none.kif"))
        assert ran.code == 3
        assert "there is no file" in ran.err


def test_a_rule_with_a_thousand_million_instances(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.ground.ground.BLAME", Allowance(0.5, 1000))
    path = tmp_path / "sheet.lp"
    path.write_text(ASP + "d(0..999). next(f(X,Y,Z)) :- d(X), d(Y), d(Z).\n")
    ran = run("perft", str(path), "--max-seconds", "0.5", "--json")
    assert ran.code == 4
    assert ran.answer["error"]["kind"] == "LimitError"
    assert "grounding" in ran.err


def test_too_little_memory(run: Run) -> None:
    ran = run("perft", "chess", "--max-memory", "64", "--no-cache")
    assert ran.code == 4
    assert "64 MB of memory were not enough" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "tictactoo"], "did you mean tictactoe"),
        (["perft", "zzz"], "`zermelo games` lists them"),
        (["perft", "tictactoe:size=3"], "has no parameter 'size'"),
        (["perft", "nim:pile1=9999"], "is not in"),
        (["perft", "nim:pile1"], "not of the form name=number"),
        (["perft", "tictactoe", "--depth", "many"], "--depth"),
        (["perft", "tictactoe", "--depth", "-1"], "--depth"),
        (["perft"], "GAME"),
        (["nonsense"], "nonsense"),
        (["trace", "tictactoe", "--policy", "max"], "there are min, mod"),
        (["convert", "tictactoe", "--to", "prolog"], "there are kif, infix, asp and time"),
        (["convert", "tictactoe", "--to", "kif", "--horizon", "3"], "go with --to time"),
        (["convert", "tictactoe", "--to", "time", "--horizon", "3", "--maximize", "z"], "'z'"),
        (["check", "-", "--syntax", "prolog"], "no syntax is called 'prolog'"),
        (["playouts", "tictactoe", "--threads", "0"], "--threads"),
    ],
)
def test_wrong_usage(run: Run, arguments: list[str], says: str) -> None:
    ran = run(*arguments, given=GOOD)
    assert ran.code == 2
    assert says in ran.err


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("(mark 9 9)", "moves:1:1: x never has a move (mark 9 9); near to it"),
        ("(mark 1 1); (mark 1 1)", "moves:2:2: o cannot play (mark 1 1) here; legal: (mark 1 2)"),
        ("(mark 1 1", "moves:1:1: '(' is never closed"),
        ("noop noop noop", "3 moves where 2 (x, o), or 1 (x) should be"),
        ("none.txt", "there is no file none.txt"),
    ],
)
def test_wrong_moves(run: Run, moves: str, says: str) -> None:
    ran = run("show", "tictactoe", "--moves", moves)
    assert ran.code == 3
    assert says in ran.err


def test_moves_after_the_end(run: Run) -> None:
    line = "(mark 1 1); (mark 1 2); (mark 2 1); (mark 2 2); (mark 3 1); (mark 3 3)"
    ran = run("show", "tictactoe", "--moves", line)
    assert ran.code == 3
    assert "moves:6:2: the match is over" in ran.err


def test_wrong_states(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "state.kif"
    path.write_text("(cell 1 1 x)\n(cell 1 1 q)\n")
    ran = run("show", "tictactoe", "--state", str(path))
    assert ran.code == 3
    assert f"{path}:2:1: no state of the game has (cell 1 1 q)" in ran.err


def test_a_file_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none" / "out.kif"
    ran = run("convert", "tictactoe", "--to", "kif", "-o", str(path))
    assert ran.code == 3
    assert f"{path} cannot be written: No such file or directory" in ran.err
