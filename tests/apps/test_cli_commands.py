"""What each command answers."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.apps.conftest import Run
from zermelo.answers.playouts import playouts_answer
from zermelo.answers.render.text import render
from zermelo.sampling.playouts import Playouts

SHEET = """(role x)
(init (heap 2))
(<= (legal x (take 1)) (true (heap ?n)))
(<= (next (heap 1)) (true (heap 2)))
(<= (next (heap 0)) (true (heap 1)))
(<= terminal (true (heap 0)))
(<= (goal x 100) (true (heap 0)))
"""


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "heap.kif"
    path.write_text(SHEET)
    return str(path)


def test_version(run: Run) -> None:
    assert run("--version").out.startswith("zermelo 0.")


def test_no_command_is_answered_with_the_help(run: Run) -> None:
    assert "Commands:" in run().out + run().err


def test_games_are_listed_with_all_that_scripts_use(run: Run) -> None:
    games = {game["name"]: game for game in run("games", "--json").answer["games"]}
    assert games["tictactoe"]["roles"] == ["x", "o"]
    assert games["tictactoe"]["traits"] == ["two_roles", "deterministic", "perfect"]
    assert games["kuhn_poker"]["traits"] == []
    assert {"title", "source"} <= games["tictactoe"].keys()
    assert games["nim"]["parameters"]["pile1"]["default"] == 1


def test_games_can_be_searched_for_words(run: Run) -> None:
    assert "nim_capped" in run("games", "nim").out
    assert "tictactoe" not in run("games", "nim").out


def test_perft_counts(run: Run) -> None:
    answer = run("perft", "tictactoe", "--depth", "5", "--json").answer
    assert answer["paths"] == [1, 9, 72, 504, 3024, 15120]
    assert answer["terminals"] == [0, 0, 0, 0, 0, 1440]
    assert "15,120" in run("perft", "tictactoe", "--depth", "5").out


def test_perft_counts_from_a_position(run: Run) -> None:
    moves = ("--moves", "(mark 2 2) noop")
    assert run("perft", "tictactoe", "-d", "1", *moves, "--json").answer["paths"] == [1, 8]


def test_show_answers_with_everything(run: Run) -> None:
    answer = run("show", "tictactoe", "--moves", "(mark 2 2) noop", "--json").answer
    assert "(cell 2 2 x)" in answer["fluents"]
    assert answer["legal"]["x"] == ["noop"]
    assert "(mark 1 1)" in answer["legal"]["o"]
    assert answer["terminal"] is False
    assert answer["goals"] == {"x": 50, "o": 50}
    assert answer["board"].splitlines()[1] == "2  . x ."
    assert answer["turn"] == ["o"]


def test_show_draws_for_people(run: Run) -> None:
    shown = run("show", "tictactoe", "--moves", "(mark 2 2)").out
    assert "x" in shown
    assert "o to move" in shown
    assert "(mark 1 1)" in shown


def test_show_says_how_a_match_ended(run: Run) -> None:
    line = "(mark 1 1); (mark 1 2); (mark 2 1); (mark 2 2); (mark 3 1)"
    ran = run("show", "tictactoe", "--moves", line)
    assert "over: x 100, o 0" in ran.out


def test_moves_and_states_come_from_files_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("(mark 1 1) noop ; the corner\n\nnoop (mark 2 2)\n")
    fluents = run("show", "tictactoe", "--moves", str(tmp_path / "moves.txt"), "--json").answer[
        "fluents"
    ]
    assert {"(cell 1 1 x)", "(cell 2 2 o)"} <= set(fluents)
    (tmp_path / "state.kif").write_text("\n".join(fluents))
    state = ("--state", str(tmp_path / "state.kif"))
    assert run("show", "tictactoe", *state, "--json").answer["fluents"] == fluents
    (tmp_path / "list.kif").write_text(f"({' '.join(fluents)})")
    state = ("--state", str(tmp_path / "list.kif"))
    assert run("show", "tictactoe", *state, "--json").answer["fluents"] == fluents


def test_trace_is_that_of_the_reference(run: Run) -> None:
    answer = run("trace", "tictactoe", "--policy", "mod", "--steps", "2", "--json").answer
    assert answer["moves"] == [["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"]]
    assert answer["legal_counts"] == [[9, 1], [1, 8]]
    assert answer["state_sizes"] == [10, 10, 10]
    assert answer["terminal"] is False
    assert "Cut after 2 steps" in run("trace", "tictactoe", "--steps", "2").out
    assert "The match ended after 7 steps: x 100, o 0." in run("trace", "tictactoe").out


def test_playouts_reproduce(run: Run) -> None:
    given = ("playouts", "tictactoe", "--passes", "50", "--seed", "3", "--json")
    first, second = run(*given).answer, run(*given).answer
    for key in ("playouts", "steps", "mean_goals", "mean_length", "cut", "stuck"):
        assert first[key] == second[key]
    assert first["playouts_per_second"] > 0
    assert first["steps_per_second"] > 0
    assert 60 < first["mean_goals"]["x"] < 70


def test_playouts_tell_people_the_same(run: Run) -> None:
    shown = run("playouts", "tictactoe", "--seconds", "0.05").out
    assert "random matches of tictactoe" in shown
    assert "mean goal" in shown


def test_playouts_say_that_matches_were_left_out(run: Run) -> None:
    assert run("playouts", "chess", "--seconds", "0.001", "--json").answer["going_on"] > 0
    some = Playouts(5, 90, 1.0, ({0: 5},), cut=0, stuck=0, first_moves=(), going_on=3)
    shown = render(playouts_answer("game", ("r",), some, 100, threads=1))
    assert "3 matches were still going on and are left out" in shown
    shown = render(playouts_answer("game", ("r",), replace(some, playouts=0), 100, threads=1))
    assert "No match ended in that time" in shown
    assert "left out" not in shown


def test_playouts_say_that_matches_were_cut(run: Run) -> None:
    given = ("playouts", "eight_puzzle", "--passes", "200", "--step-limit", "20")
    assert "were cut" in run(*given).out
    answer = run(*given, "--json").answer
    assert answer["cut"] > 0
    if answer["playouts"] == 0:
        assert answer["mean_goals"] == {"player": None}


def test_info_tells_sizes_and_traits(run: Run) -> None:
    answer = run("info", "tictactoe", "--json").answer
    assert answer["roles"] == ["x", "o"]
    assert answer["fluents"] == 29
    assert answer["moves"] == {"x": 10, "o": 10}
    assert answer["ground_rules"] > 0
    assert answer["gates"] > 0
    assert answer["seconds"].keys() == {"read", "ground", "build"}
    assert answer["traits"]["two_roles"]["evidence"] == "proved"
    total = answer["traits"]["constant_sum"]
    assert (total["evidence"], total["proven"]) == ("proved", True)
    assert total["because"] == "terminal goals always sum to 100"
    assert total["rests_on"] == ["rules", "invariants (proved)"]
    assert answer["traits"]["perfect"]["rests_on"] == ["rules"]
    sampled = answer["traits"]["ends"]
    assert (sampled["evidence"], sampled["proven"]) == ("unrefuted", False)
    assert sampled["rests_on"] == ["random matches"]
    shown = run("info", "tictactoe").out
    assert "deterministic, perfect information" in shown


def test_info_knows_chance_and_hidden_information(run: Run) -> None:
    shown = run("info", "kuhn_poker").out
    assert "chance (the role random), hidden information (sees)" in shown
    answer = run("info", "kuhn_poker", "--json").answer
    assert (answer["chance"], answer["hidden"]) == (True, True)
    assert not answer["traits"]["perfect"]["proven"]


@pytest.mark.parametrize("command", ["show", "perft", "trace", "playouts"])
def test_hidden_information_is_not_played_yet(run: Run, command: str) -> None:
    ran = run(command, "kuhn_poker")
    assert ran.code == 3
    assert "hidden information (sees), which cannot be played yet" in ran.err


@pytest.mark.parametrize("syntax", ["kif", "infix", "asp"])
def test_convert_writes_what_check_reads(run: Run, syntax: str) -> None:
    text = run("convert", "tictactoe", "--to", syntax).out
    ran = run("check", "-", "--syntax", syntax, given=text)
    assert ran.code == 0, ran.out
    assert run("check", "-", given=text).code == 0, "the syntax is guessed"


def test_convert_gives_values_to_parameters(run: Run) -> None:
    assert "#const pile1 = 1." in run("convert", "nim", "--to", "asp").out
    kif = run("convert", "nim:pile1=2", "--to", "kif").out
    assert "(start 1 2)" in kif
    assert "const" not in kif


def test_convert_to_time(run: Run) -> None:
    text = run("convert", "tictactoe", "--to", "time", "--horizon", "3", "--maximize", "x").out
    assert "#maximize" in text
    assert "holds(" in text


def test_convert_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.kif"
    ran = run("convert", "tictactoe", "--to", "kif", "-o", str(path), "--json")
    assert ran.answer["text"] == path.read_text()


def test_check_says_yes(run: Run, sheet: str) -> None:
    assert run("check", sheet, "--json").answer == {"ok": True, "problems": []}
    assert "ok (0 errors, 0 warnings)" in run("check", sheet, "--play", "0.05").out


def test_check_reads_standard_input(run: Run) -> None:
    ran = run("check", "-", "--json", given=SHEET + "(role x)\n")
    assert ran.code == 1
    (problem,) = ran.answer["problems"]
    assert (problem["line"], problem["code"]) == (8, "duplicate-role")


def test_warnings_alone_are_no_failure(run: Run) -> None:
    ran = run("check", "-", "--json", given=SHEET + "(idle 1)\n")
    assert ran.code == 0
    assert ran.answer["ok"] is True
    assert [problem["severity"] for problem in ran.answer["problems"]] == ["warning"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("(legal x (take 1)) (true (heap ?n))", "(legal x (take 1)) (true (heap 2))", "no-move"),
        ("(goal x 100) (true (heap 0))", "(goal x 100) (true (heap 2))", "no-goal"),
        ("(<= terminal", "(<= (goal x 50) (true (heap 0)))\n(<= terminal", "two-goals"),
        ("(next (heap 0)) (true (heap 1))", "(next (heap 1)) (true (heap 1))", "endless"),
    ],
)
def test_check_finds_in_play(run: Run, tmp_path: Path, *, old: str, new: str, code: str) -> None:
    path = tmp_path / "game.kif"
    assert old in SHEET
    path.write_text(SHEET.replace(old, new))
    ran = run("check", str(path), "--play", "0.4", "--json")
    assert ran.code == 1
    assert code in [problem["code"] for problem in ran.answer["problems"]]
    assert f"[{code}]" in run("check", str(path), "--play", "0.4").out


@pytest.mark.parametrize("command", ["perft", "trace", "playouts", "info"])
def test_only_the_first_run_says_that_it_compiles(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(command, "tictactoe")
    assert run(command, "tictactoe").err == ""
    monkeypatch.setattr("zermelo.kernels.kernel.kernel_folder", lambda _: tmp_path)
    ran = run(command, "tictactoe", "--no-cache")
    assert "grounding its rules" in ran.err
    assert "compiling the kernels, once for all games" in ran.err


def test_one_position_is_drawn_without_kernels() -> None:
    imports = "sys.exit('numba' in sys.modules or 'zermelo.game.compiled_game' not in sys.modules)"
    code = f"import sys\nfrom zermelo.apps.commands.show import show\nshow('tictactoe')\n{imports}"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
