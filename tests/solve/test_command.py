"""`zermelo solve`: answers, files, and what it says no to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.apps.conftest import Run, run
from zermelo.search.tables.sealing import write_sealed

__all__ = ["run"]

TINY = "nim:pile1=0,pile2=1,pile3=2,pile4=3"
ROUND = """
(role a) (role b) (init (at 1)) (init (turn a))
(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
(<= (legal ?r wait) (true (turn ?r)))
(<= (legal ?r stop) (true (turn ?r)))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (at 1)) (not stopped))
(<= stopped (does ?r stop))
(<= terminal (not (true (at 1))))
(<= (goal a 100) (not (true (at 1))) (true (turn a)))
(<= (goal a 0) (not (true (at 1))) (true (turn b)))
(<= (goal b 100) (not (true (at 1))) (true (turn b)))
(<= (goal b 0) (not (true (at 1))) (true (turn a)))
"""
"""Who stops loses, and nobody has to."""


def test_solving_answers_with_everything(run: Run) -> None:
    answer = run("solve", "tictactoe", "--json").answer
    assert answer["values"] == {"x": 50.0, "o": 50.0}
    assert (answer["positions"], answer["nodes"], answer["distance"]) == (5478, 5478, 9)
    assert (answer["method"], answer["proven"], answer["endless"]) == ("retrograde", True, False)
    assert len(answer["line"]) == 9
    assert answer["line"][0] == ["(mark 1 1)", "noop"]
    assert len(answer["best"]) == len(answer["moves"]) == 9
    assert answer["moves"][0]["distance"] == 8
    assert answer["seconds"] > 0


def test_solving_from_a_position(run: Run) -> None:
    answer = run("solve", "tictactoe", "--moves", "(mark 1 1); (mark 1 2)", "--json").answer
    assert answer["values"] == {"x": 100.0, "o": 0.0}
    best = [joint[0] for joint in answer["best"]]
    assert best == ["(mark 2 1)", "(mark 2 2)", "(mark 3 1)"]
    assert (answer["distance"], len(answer["line"])) == (5, 5)


def test_solving_shows_the_moves_to_people(run: Run) -> None:
    shown = run("solve", TINY).out
    assert "a 0, b 100 with best play; the end in 6 moves" in shown
    assert "(remove 2 1) noop" in shown
    assert "retrograde: 40 positions" in shown


def test_a_match_that_is_over_is_worth_its_goals(run: Run) -> None:
    line = "(mark 1 1); (mark 1 2); (mark 2 1); (mark 2 2); (mark 3 1)"
    ran = run("solve", "tictactoe", "--moves", line, "--json")
    assert (ran.answer["values"]["x"], ran.answer["distance"]) == (100.0, 0)
    assert (ran.answer["line"], ran.answer["best"], ran.answer["positions"]) == ([], [], 1)
    assert "the match is over" in run("solve", "tictactoe", "--moves", line).out


def test_what_was_kept_is_asked_again(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "tiny.npz")
    assert f"kept in {path}" in run("solve", TINY, "--keep", path).out
    solved = run("solve", TINY, "--moves", "(remove 4 1)", "--json").answer
    answer = run("solve", TINY, "--from", path, "--moves", "(remove 4 1)", "--json").answer
    for key in ("values", "distance", "best", "line", "moves"):
        assert answer[key] == solved[key]
    assert (answer["method"], answer["positions"]) == ("file", 40)


def test_a_table_is_asked_for_the_value_of_every_move(run: Run, tmp_path: Path) -> None:
    path, state = str(tmp_path / "tiny.table"), tmp_path / "state.txt"
    assert f"table in {path}" in run("solve", TINY, "--table", path).out
    shown = run("show", TINY, "--moves", "(remove 4 1)", "--json").answer["fluents"]
    state.write_text("\n".join(shown))
    solved = run("solve", TINY, "--state", str(state), "--json").answer
    answer = run("solve", TINY, "--from", path, "--state", str(state), "--json").answer
    for key in ("values", "distance", "best", "line", "moves", "endless", "proven"):
        assert answer[key] == solved[key]
    assert (answer["method"], answer["positions"]) == ("table", 40)
    assert answer["rests_on"] == ["complete enumeration (40 positions)"]


def test_a_table_does_not_know_what_was_not_reached(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "later.npz")
    run("solve", TINY, "--moves", "(remove 4 1)", "--table", path)
    for asking in (
        ("solve", TINY, "--from", path),
        ("think", TINY, "--search", f"table:file={path}"),
    ):
        ran = run(*asking)
        assert ran.code == 3
        assert f"{path} does not know the position " in ran.err
        assert "(has 4 3)" in ran.err
        assert "values" not in ran.out


def test_games_of_more_roles_have_a_table_by_maxn(run: Run, tmp_path: Path) -> None:
    path, name = str(tmp_path / "three.npz"), "nim_3p:pile1=0,pile2=1,pile3=2,pile4=1"
    answer = run("solve", name, "--table", path, "--json").answer
    maxn = run("solve", name, "--search", "maxn", "--json").answer
    assert (answer["method"], answer["proven"]) == ("maxn", True)
    assert (answer["values"], answer["line"]) == (maxn["values"], maxn["line"])
    assert "values by max^n: of moves worth the same" in answer["note"]
    assert run("solve", name, "--from", path, "--json").answer["moves"] == answer["moves"]


def test_a_table_that_says_what_is_not_true_is_refused(run: Run, tmp_path: Path) -> None:
    path, wrong = tmp_path / "tiny.npz", tmp_path / "wrong.npz"
    run("solve", TINY, "--table", str(path))
    with np.load(path) as archive:
        arrays = dict(archive)
    arrays["values"] = arrays["values"][::-1]
    with wrong.open("wb") as file:
        write_sealed(file, arrays)
    for asking in (
        ("solve", TINY, "--from", str(wrong)),
        ("think", TINY, "--search", f"table:file={wrong}"),
        ("think", TINY, "--search", f"alphabeta:endgames={wrong}"),
    ):
        ran = run(*asking)
        assert ran.code == 3
        assert f"{wrong} is refused: what it says of " in ran.err


@pytest.mark.parametrize(
    ("part", "changes", "message"),
    [
        ("values", lambda values: 100 - values, "is refused: what it says of "),
        ("values", lambda values: values + 0.5, "is refused: it has values that are no goals"),
        ("distances", lambda distances: distances + 1, "is refused: what it says of "),
        ("distances", lambda distances: distances[1:], "is damaged: its parts are not of one size"),
        ("positions", lambda positions: positions + 1, "is refused: its rows stand for 40 pos"),
    ],
)
def test_a_solution_that_says_what_is_not_true_is_refused(
    run: Run, tmp_path: Path, part: str, changes: Callable[[Any], Any], message: str
) -> None:
    path, wrong = tmp_path / "tiny.npz", tmp_path / "wrong.npz"
    run("solve", TINY, "--keep", str(path))
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **arrays)
    assert run("solve", TINY, "--from", str(path)).code == 0, "the same in another file"
    np.savez(wrong, **{**arrays, part: changes(arrays[part])})
    ran = run("solve", TINY, "--from", str(wrong))
    assert ran.code == 3
    assert f"{wrong} {message}" in ran.err


def test_a_file_of_another_game_is_refused(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "tiny.npz")
    run("solve", TINY, "--keep", path)
    ran = run("solve", "tictactoe", "--from", path)
    assert ran.code == 3
    assert f"{path} is the solution of {TINY}, not of tictactoe" in ran.err
    assert run("solve", "tictactoe", "--from", str(tmp_path / "none.npz")).code == 3


def test_an_endless_match_counts_as_even(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "round.kif"
    path.write_text(ROUND)
    answer = run("solve", str(path), "--json").answer
    assert answer["values"] == {"a": 50.0, "b": 50.0}
    assert (answer["distance"], answer["endless"], answer["line"]) == (None, True, [])
    assert [joint[0] for joint in answer["best"]] == ["wait"]
    assert "the match does not end" in run("solve", str(path)).out


def test_a_named_search_is_used(run: Run) -> None:
    answer = run("solve", TINY, "--search", "alphabeta", "--json").answer
    assert (answer["method"], answer["values"]["b"], answer["proven"]) == ("alphabeta", 100, True)
    assert answer["positions"] is None
    assert answer["best"] == answer["line"][:1]
    assert "with best play" in run("solve", TINY, "--search", "alphabeta").out


def test_a_search_can_be_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "search.svg"
    assert f"drawn in {path}" in run("solve", TINY, "--tree", str(path)).out
    assert path.read_text().startswith("<svg")
    assert run("solve", TINY, "--tree", "search.pdf").code == 2


def test_explicit_trees_are_solved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lecture.tree"
    path.write_text("[[3,12,8],[2,4,6],[14,5,2]]")
    answer = run("solve", str(path), "--json").answer
    assert (answer["values"]["max"], answer["positions"]) == (3, 13)
    assert [joint[0] for joint in answer["best"]] == ["1"]
    ran = run("solve", str(path), "--from", "some.npz")
    assert ran.code == 3
    assert "is an explicit tree: it is solved without a file" in ran.err
    ran = run("solve", str(path), "--keep", str(tmp_path / "some.npz"))
    assert "there is no worth of every position to keep" in ran.err
    ran = run("solve", str(path), "--table", str(tmp_path / "some.npz"))
    assert (ran.code, list(tmp_path.glob("*.npz"))) == (3, [])
    assert "there is no value of every position for a table" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nim_3p",), 3, "nim_3p has 3 roles"),
        (("nim_3p", "--search", "alphabeta"), 3, "roles"),
        (("rock_paper_scissors",), 3, "has simultaneous moves"),
        (("tictactoe", "--search", "alphabet"), 2, "no search is called 'alphabet'"),
        (("tictactoe", "--from", "a", "--keep", "b"), 2, "goes without a search and --keep"),
        (("tictactoe", "--search", "alphabeta", "--keep", "b"), 2, "--keep needs the worth of"),
        (("tictactoe", "--keep", "none/b.npz"), 2, "there is no folder none"),
        (("tictactoe", "--table", "none/b.npz"), 2, "there is no folder none"),
        (("tictactoe", "--from", "a", "--table", "b"), 2, "--table needs all positions"),
        (("tictactoe", "--search", "mtd", "--table", "b"), 2, "--table needs all positions"),
        (("rock_paper_scissors", "--table", "b"), 3, "has simultaneous moves"),
        (("tictactoe", "--seconds", "0"), 4, "no value was proven within 0 s"),
    ],
)
def test_solving_says_no(run: Run, arguments: tuple[str, ...], code: int, message: str) -> None:
    ran = run("solve", *arguments)
    assert ran.code == code
    assert message in ran.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--strong", "--search", "alphabeta"], "--strong solves all positions; it cannot be"),
        (["--every-move", "--tree", "t.svg"], "--every-move cannot be combined with --from or"),
        (["--resume", "p.npz", "--strong"], "--resume continues the search exact; it cannot be"),
    ],
)
def test_options_that_exclude_each_other(run: Run, options: list[str], says: str) -> None:
    ran = run("solve", "tictactoe", *options)
    assert ran.code == 2
    assert says in ran.err


def test_a_game_of_one_role_is_not_resumed(run: Run, tmp_path: Path) -> None:
    ran = run("solve", "hanoi:disks=2", "--resume", str(tmp_path / "p.npz"))
    assert ran.code == 3
    assert "has one role: --resume is for games of two" in ran.err


def test_every_move_and_all_positions(run: Run) -> None:
    answer = run("solve", "hex:size=3", "--search", "exact", "--every-move", "--json").answer
    assert answer["positions"] is None
    assert len(answer["moves"]) == 9
    assert {move["distance"] for move in answer["moves"]} == {None}
    strong = run("solve", "hex:size=3", "--strong", "--json").answer
    assert strong["positions"] > 0
    values = [move["values"] for move in strong["moves"]]
    assert [move["values"] for move in answer["moves"]] == values
