"""Commands that search: matches, lists, wrong usage and unsuited games."""

from pathlib import Path

import pytest

from tests.apps.conftest import Run

CYCLE = """{"root": "A", "nodes": {"A": {"mover": "max", "children": ["A", "B"]},
  "B": {"value": 1}}}"""
STUCK = """(role x) (role o) (init going) (input x go) (input x stop) (base going) (base lost)
(<= (legal x go) (true going)) (<= (legal x stop) (true going)) (legal o noop)
(<= (next lost) (does x ?move)) (<= terminal (not (true going)) (not (true lost)))
(goal x 50) (goal o 50)"""


def test_show_draws_a_tree_from_where_it_is(run: Run, lecture: str) -> None:
    shown = run("show", lecture).out
    assert "max to move: 1 2 3" in shown
    assert "14  5   2" in shown
    answer = run("show", lecture, "--moves", "3", "--json").answer
    assert answer["fluents"] == ["(node D)"]
    assert answer["legal"] == {"max": ["noop"], "min": ["1", "2", "3"]}
    assert (answer["turn"], answer["terminal"]) == (["min"], False)
    assert answer["goals"] == {"max": None, "min": None}
    assert "14  5   2" in answer["board"]
    assert "12" not in answer["board"]
    assert "over: max 3, min 97" in run("show", lecture, "--moves", "1; 1").out


def test_algorithms_are_listed_with_their_options(run: Run) -> None:
    answer = run("algorithms", "--json").answer
    searches = {entry["name"]: entry for entry in answer["searches"]}
    assert searches.keys() >= {"minimax", "alphabeta", "random"}
    found = searches["alphabeta"]
    assert "constant_sum" in found["needs"]
    options = {option["name"]: option for option in found["options"]}
    assert options["depth"]["default"] is None
    assert options["evaluator"]["default"] == "even"
    assert all(option["about"] for option in found["options"])
    assert all(entry["summary"] for entry in answer["searches"] + answer["evaluators"])
    assert {entry["name"] for entry in answer["evaluators"]} >= {"even", "goal", "mobility"}
    shown = run("algorithms").out
    assert "table=true" in shown
    assert "needs: one or two roles, turns" in shown


def test_a_match_has_results_and_a_table(run: Run) -> None:
    given = ("match", "tictactoe", "random", "alphabeta", "--games", "3", "--nodes", "300")
    answer = run(*given, "--seed", "5", "--json").answer
    assert answer["games"] == 4, "rounds are finished"
    assert [result["roles"] for result in answer["results"][:2]] == [
        {"x": "random", "o": "alphabeta"},
        {"x": "alphabeta", "o": "random"},
    ]
    first, second = answer["results"][:2]
    assert first["moves"][:2] == second["moves"][:2]
    assert first["opening"] == 2
    assert all(sum(result["goals"].values()) == 100 for result in answer["results"])
    assert all(result["errors"] == [] for result in answer["results"])
    row = answer["table"][1]
    assert row["search"] == "alphabeta"
    assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 4
    low, high = row["interval"]
    assert low <= row["score"] <= high
    again = run(*given, "--seed", "5", "--json").answer
    assert again["results"] == answer["results"]
    assert "4 matches of tictactoe" in run(*given, "--seed", "5").out


def test_a_match_on_a_tree(run: Run, lecture: str) -> None:
    answer = run("match", lecture, "minimax", "alphabeta", "--opening", "0", "--json").answer
    assert [result["goals"]["max"] for result in answer["results"]] == [3, 3]
    assert answer["distinct"] == 1


def test_a_match_that_goes_wrong_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cycle.json"
    path.write_text(CYCLE)
    given = ("match", str(path), "minimax", "random", "--opening", "0", "--seed", "1")
    ran = run(*given)
    assert ran.code == 1, "minimax never moved by itself"
    assert " made at random for minimax: CE" in ran.out
    assert "zermelo: minimax never made a move of its own: " in ran.err
    assert "give a depth" in ran.err
    answer = run(*given, "--json").answer
    error = answer["results"][0]["errors"][0]
    assert (error["turn"], error["role"], error["error"]) == (0, "max", "CE")
    assert "give a depth" in error["message"]
    assert answer["results"][0]["goals"] == {"max": 1, "min": 99}
    assert answer["table"][0]["errors"] == answer["table"][0]["decisions"] > 0


def test_matches_that_all_go_wrong_end_with_no(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.kif"
    path.write_text(STUCK)
    ran = run("match", str(path), "random", "random:seed=2", "--opening", "0", "--json")
    assert ran.code == 1
    assert len(ran.answer["results"]) == 2
    assert ran.answer["results"][0]["goals"] == {"x": None, "o": None}
    assert ran.answer["results"][0]["errors"] == [
        {"turn": 1, "role": None, "error": None, "message": "x has no legal move before the end"}
    ]
    assert "zermelo: no match came to a result: x has no legal move before the end" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["think", "GAME", "--search", "alfabeta"], "no search is called 'alfabeta'"),
        (["think", "GAME", "--search", "alphabeta:deep=3"], "is no option of alphabeta"),
        (["think", "GAME", "--search", "alphabeta:depth=-1"], "depth"),
        (["think", "GAME", "--search", "alphabeta:depth=many"], "depth"),
        (["think", "GAME", "--depth", "0"], "--depth"),
        (["think", "GAME", "--depth", "-3"], "--depth"),
        (["think", "GAME", "--nodes", "0"], "--nodes"),
        (["think", "GAME", "--seconds", "-1"], "--seconds"),
        (["think", "GAME", "--role", "me"], "no role is called 'me'; GAME has max, min"),
        (["think", "GAME", "--tree", "out.png"], "out.png: a tree is written as .svg, .html"),
        (["compare", "GAME", "--search", "nonsense"], "no search is called 'nonsense'"),
        (["match", "GAME"], "SPEC"),
        (["match", "GAME", "random"], "has 2 roles: give at least two searches"),
        (["match", "GAME", "random", "random", "--seconds", "1", "--nodes", "1"], "give one of"),
        (["match", "GAME", "random", "random", "--games", "0"], "--games"),
        (["practice", "--depth", "0"], "--depth"),
        (["practice", "--branching", "1"], "--branching"),
        (["practice", "--depth", "7", "--branching", "9"], "at most 243 leaves"),
        (["practice", "--seed", "0"], "no answer came on standard input"),
        (["practice", "--ask", "all"], "--ask is one of root, values, windows, not 'all'"),
        (["practice", "--seed", "0", "--tree", "out.gif"], "a tree is written as"),
    ],
)
def test_wrong_usage(run: Run, lecture: str, arguments: list[str], says: str) -> None:
    ran = run(*(lecture if argument == "GAME" else argument for argument in arguments))
    assert ran.code == 2
    assert says.replace("GAME", lecture) in ran.err


@pytest.mark.parametrize("command", ["think", "compare", "match"])
def test_unsuited_games_are_refused_with_what_suits(run: Run, command: str) -> None:
    specs = ["alphabeta", "random"] if command == "match" else ["--search", "alphabeta"]
    ran = run(command, "rock_paper_scissors", *specs)
    assert ran.code == 3
    assert "alphabeta needs roles that move in turn" in ran.err
    assert "rock_paper_scissors suits auto, flat, mcts, random" in ran.err


def test_three_roles_are_refused_with_what_suits(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "three.tree"
    path.write_text("roles: a b c\n[(1,2,3),(3,2,1)]")
    ran = run("think", str(path), "--search", "alphabeta", "--json")
    assert ran.code == 3
    assert "needs one or two roles" in ran.answer["error"]["message"]
    assert run("think", str(path), "--search", "random").code == 0


def test_cycles_need_a_depth(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cycle.json"
    path.write_text(CYCLE)
    ran = run("think", str(path), "--search", "minimax")
    assert ran.code == 3
    assert "depth" in ran.err
    assert run("think", str(path), "--search", "minimax", "--depth", "4").code == 0


@pytest.mark.parametrize("command", ["perft", "trace", "playouts", "info"])
def test_commands_that_need_rules_refuse_a_tree(run: Run, lecture: str, command: str) -> None:
    ran = run(command, lecture)
    assert ran.code == 3
    assert "is an explicit tree, which has no rules to compile; show, think, compare" in ran.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[3,12", ":1:2: '[' is never closed"),
        ("[3,[]]", ":1:4: an empty node"),
        ("", "it is empty or has only comments"),
    ],
)
def test_malformed_trees_are_told_with_their_place(
    run: Run, tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "bad.tree"
    path.write_text(text)
    ran = run("think", str(path), "--json")
    assert ran.code == 3
    assert says in ran.err
    assert ran.answer["error"]["kind"] == "ReadError"


def test_a_missing_tree_and_one_that_cannot_be_written(run: Run, lecture: str) -> None:
    ran = run("think", "none.tree")
    assert ran.code == 3
    assert "there is no file none.tree" in ran.err
    ran = run("think", lecture, "--tree", "/none/out.svg")
    assert ran.code == 3
    assert "/none/out.svg cannot be written: No such file or directory" in ran.err
