"""match and replay: what is kept, shown again and refused."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.apps.conftest import Ran, Run

SEARCH = "alphabeta:kernel=off"
MATCH = ("match", "tictactoe", "random", SEARCH, "--nodes", "50", "--seed", "5")
LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def names(run: Run, place: Path) -> list[str]:
    found = run("replay", str(place), "--json").answer["matches"]
    return [entry["id"] for entry in found]


def test_the_same_seed_and_nodes_print_the_same_bytes(run: Run) -> None:
    first = run(*MATCH, "--games", "6", "--json")
    assert first.out == run(*MATCH, "--games", "6", "--json").out
    assert first.out != run(*MATCH[:-1], "6", "--games", "6", "--json").out


def test_a_series_goes_on_where_it_stopped(run: Run, place: Path) -> None:
    kept = ("--store", str(place))
    first = run(*MATCH, "--games", "2", *kept)
    assert "1 of 2: tictactoe." in first.err
    more = run(*MATCH, "--games", "4", "--json", *kept)
    assert f"2 of 4 matches are in {place} already; going on\n3 of 4: " in more.err
    again = run(*MATCH, "--games", "4", "--json", *kept)
    assert f"all 4 matches are in {place} already" in again.err
    assert "of 4: " not in again.err
    assert again.out == more.out
    plain = run(*MATCH, "--games", "4", "--json").answer
    for result, other in zip(plain["results"], more.answer["results"], strict=True):
        assert other.pop("match").startswith("tictactoe.")
        assert result == other
    assert plain["table"] == more.answer["table"]


def test_records_are_written_beside_a_store(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    run(*MATCH, "--record", str(folder))
    files = sorted(folder.glob("*.json"))
    assert len(files) == 2
    record = json.loads(files[0].read_text())
    assert record["matchId"] == files[0].stem
    files[0].unlink()
    run(*MATCH, "--record", str(folder))
    assert json.loads(files[0].read_text()) == record, "what is missing is written again"
    assert names(run, folder) == [path.stem for path in files]


def test_what_a_killed_process_left_half_written_is_swept_away(run: Run, tmp_path: Path) -> None:
    alive = tmp_path / f"a.json.{os.getpid()}.part"
    dead = [tmp_path / f"a.json.{process}.part" for process in (2**30, 10**30, "x")]
    for path in (alive, *dead):
        path.write_text("{")
    run(*MATCH, "--record", str(tmp_path))
    assert list(tmp_path.glob("*.part")) == [alive]


def test_openings_come_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("(mark 2 2)\n(mark 1 1); (mark 2 2)\n")
    answer = run(*MATCH, "--openings", str(path), "--json").answer
    assert [result["opening"] for result in answer["results"]] == [1, 1, 2, 2]
    assert answer["results"][2]["moves"][:2] == [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]]
    path.write_text("(mark 2 2)\n(mark 1 1); (mark 1 1)\n")
    ran = run(*MATCH, "--openings", str(path))
    assert ran.code == 3
    assert f"{path}:2:13: o cannot play (mark 1 1) here" in ran.err
    assert run(*MATCH, "--openings", str(tmp_path / "none.txt")).code == 3


def test_players_have_limits_of_their_own(run: Run) -> None:
    specs = [f"{SEARCH}@nodes=20", f"{SEARCH}@nodes=200"]
    ran = run("match", "tictactoe", *specs, "--json")
    assert [row["search"] for row in ran.answer["table"]] == specs
    ran = run("match", "tictactoe", "random@moves=3", "random")
    assert ran.code == 2
    assert "'moves=3' is no limit of a player" in ran.err


def test_who_is_late_gets_another_move(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.play.player.TOLERANCE", -100.0)
    given = ("match", "tictactoe", "random", "greedy", "--start-clock", "9", "--play-clock", "9")
    ran = run(*given)
    assert ran.code == 1
    late = r"took \d+\.\d\d s of 9 s"
    assert re.search(rf"moves made at random for greedy: TO; the first: {late}\n", ran.out)
    assert "errors" in ran.out.splitlines()[1]
    assert re.search(rf"random never made a move of its own: {late}\n", ran.err)
    answer = run(*given, "--json").answer
    assert {error["error"] for result in answer["results"] for error in result["errors"]} == {"TO"}
    assert all(sum(result["goals"].values()) == 100 for result in answer["results"])


def test_any_number_of_roles(run: Run, place: Path) -> None:
    specs = ("random", "random:seed=1", "greedy")
    ran = run("match", "tictactoe_3p", *specs, "--nodes", "9", "--json", "--store", str(place))
    assert ran.answer["games"] == 6
    assert [row["games"] for row in ran.answer["table"]] == [6, 6, 6]
    assert all(len(row["interval"]) == 2 for row in ran.answer["table"])
    chance = run("match", "pig_race", "random", "greedy", "--nodes", "9", "--json").answer
    assert chance["results"][0]["roles"]["random"] == "random"


def test_a_store_is_listed(run: Run, place: Path) -> None:
    run(*MATCH, "--store", str(place))
    shown = run("replay", str(place)).out
    assert f"x random, o {SEARCH}" in shown
    assert "2 matches; --match shows one." in shown
    first, second = run("replay", str(place), "--json").answer["matches"]
    assert first["roles"] == {"x": "random", "o": SEARCH}
    assert second["roles"] == {"x": SEARCH, "o": "random"}
    assert sum(first["goals"].values()) == 100
    assert (first["game"], first["outcome"]) == ("tictactoe", "finished")


def shown_again(run: Run, place: Path, *more: str) -> Ran:
    run(*MATCH, "--store", str(place))
    return run("replay", str(place), "--match", ".0", *more)


def test_a_match_is_shown_board_by_board(run: Run, place: Path) -> None:
    shown = shown_again(run, place).out
    last = shown.count("\nstep ") - 1
    assert f"x: random\no: {SEARCH}\n" in shown
    assert "nodes 50, seed 5" in shown
    assert f"step 0 of {last}, the opening" in shown
    assert f"step {last} of {last}" in shown
    assert "o (mark " in shown
    assert "nodes, 0." in shown
    assert shown.rstrip().splitlines()[-1].startswith("over: x ")


def test_a_step_is_shown_alone(run: Run, place: Path) -> None:
    shown = shown_again(run, place, "--step", "2").out
    assert shown.count("\nstep ") == 1
    assert "over: " not in shown
    answer = shown_again(run, place, "--step", "3", "--json").answer
    (step,) = answer["steps"]
    assert step["step"] == 3
    assert step["board"].count("o") >= 1
    assert step["moves"]["x"] == "noop"
    assert step["decisions"]["o"]["move"] == step["moves"]["o"]
    assert step["decisions"]["o"]["nodes"] > 0
    assert answer["play_clock"] is None
    assert answer["roles"] == {"x": "random", "o": SEARCH}


def test_a_record_is_shown_with_its_errors(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.play.player.TOLERANCE", -100.0)
    game = tmp_path / "lecture.tree"
    game.write_text(LECTURE)
    given = ("match", str(game), "minimax", "random", "--opening", "0", "--play-clock", "9")
    assert run(*given, "--record", str(tmp_path / "records")).code == 1
    path = min(tmp_path.glob("records/*.0.json"))
    shown = run("replay", str(path)).out
    assert "play clock 9 s" in shown
    assert re.search(r"TO: took \d+\.\d\d s of 9 s; a random move was made", shown)
    assert "s to spare" in shown
    assert "expects " in shown
    assert "14  5   2" in shown
    steps = run("replay", str(path), "--json").answer["steps"]
    assert steps[0]["decisions"]["max"]["error"] == "TO"
    assert steps[-1]["moves"] is None


def test_records_of_other_rules_are_refused(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "lecture.tree"
    game.write_text(LECTURE)
    run("match", str(game), "minimax", "random", "--opening", "0", "--record", str(tmp_path))
    path = str(min(tmp_path.glob("*.0.json")))
    game.write_text(LECTURE.replace("14", "13"))
    ran = run("replay", path)
    assert ran.code == 3
    assert f"was played by other rules than those of {game} now (hash " in ran.err
    ran = run("replay", path, "--game", "tictactoe", "--json")
    assert ran.code == 3
    assert "other rules than those of tictactoe now" in ran.answer["error"]["message"]
    game.unlink()
    assert f"there is no file {game}" in run("replay", path).err
    other = tmp_path / "other.tree"
    other.write_text(LECTURE)
    assert run("replay", path, "--game", str(other)).code == 0


def test_damaged_files_are_refused(run: Run, tmp_path: Path) -> None:
    run(*MATCH, "--record", str(tmp_path))
    record, store = min(tmp_path.glob("*.json")), tmp_path / "matches.db"
    text, content = record.read_text(), store.read_bytes()
    record.write_text(text[:500])
    store.write_bytes(content[: len(content) // 3])
    (tmp_path / "empty").touch()
    for path, says in (
        (record, "no record of a match, or it is cut off"),
        (store, "is no store of matches, or damaged"),
        (tmp_path / "empty", "is empty: there is no match in it"),
        (tmp_path / "none", "there is no file"),
    ):
        ran = run("replay", str(path))
        assert ran.code == 3, path
        assert says in ran.err
        assert "Traceback" not in ran.err
    record.write_text(text.replace("(mark", "(park"))
    assert "is damaged: turn 0: " in run("replay", str(record)).err
    ran = run(*MATCH, "--store", str(record))
    assert ran.code == 3
    assert "is no store of matches, or damaged" in ran.err


def test_a_match_that_was_cut_off_is_shown_as_far_as_it_goes(run: Run, place: Path) -> None:
    from zermelo.play.store import MatchStore

    run(*MATCH, "--store", str(place))
    (name, _) = names(run, place)
    with MatchStore(place) as store:
        store.connection.execute("UPDATE matches SET outcome = NULL WHERE id = ?", (name,))
        store.connection.execute("DELETE FROM turns WHERE match = ? AND number > 3", (name,))
    assert "unfinished" in run("replay", str(place)).out
    ran = run("replay", str(place), "--match", name)
    assert "step 3 of 3" in ran.out
    assert ran.out.rstrip().endswith("The match is not over yet.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--match", "nobody"], "no match has 'nobody' in the name; `zermelo replay "),
        (["--match", "tictactoe"], "2 matches have 'tictactoe' in the name"),
        (["--step", "1"], "--step goes with --match"),
        (["--match", ".0", "--step", "99"], "--step 99: the match has the steps 0 to "),
    ],
)
def test_wrong_usage_of_replay(run: Run, place: Path, arguments: list[str], says: str) -> None:
    run(*MATCH, "--store", str(place))
    ran = run("replay", str(place), *arguments)
    assert ran.code == 2
    assert says in ran.err


def test_a_record_is_one_match(run: Run, tmp_path: Path) -> None:
    run(*MATCH, "--record", str(tmp_path))
    path = min(tmp_path.glob("*.json"))
    ran = run("replay", str(path), "--match", "another")
    assert ran.code == 2
    assert f"has the match {path.stem}, and no other" in ran.err


def test_a_store_without_matches_says_so(run: Run, place: Path) -> None:
    from zermelo.play.store import MatchStore

    MatchStore(place).close()
    assert f"There is no match in {place} yet." in run("replay", str(place)).out
    assert run("replay", str(place), "--json").answer == {"matches": []}
