"""think, compare, algorithms, match and practice: answers, messages, exit codes."""

import json
from pathlib import Path

import pytest

from tests.apps.conftest import Run

LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]\n"
CYCLE = """{"root": "A", "nodes": {"A": {"mover": "max", "children": ["A", "B"]},
  "B": {"value": 1}}}"""

STUCK = """(role x) (role o) (init going) (input x go) (input x stop) (base going) (base lost)
(<= (legal x go) (true going)) (<= (legal x stop) (true going)) (legal o noop)
(<= (next lost) (does x ?move)) (<= terminal (not (true going)) (not (true lost)))
(goal x 50) (goal o 50)"""


@pytest.fixture
def lecture(tmp_path: Path) -> str:
    path = tmp_path / "lecture.tree"
    path.write_text(LECTURE)
    return str(path)


def test_think_answers_with_all_that_scripts_use(run: Run, lecture: str) -> None:
    answer = run("think", lecture, "--search", "alphabeta:table=false", "--json").answer
    assert answer["move"] == "1"
    assert answer["values"] == {"max": 3, "min": 97}
    assert answer["line"] == [["1", "noop"], ["noop", "1"]]
    assert (answer["depth"], answer["nodes"], answer["leaves"], answer["cuts"]) == (2, 11, 7, 1)
    assert answer["proven"] is True
    assert answer["bound"] == "exact"
    assert answer["seconds"] >= 0
    assert answer["role"] == "max"


def test_think_tells_people_the_same(run: Run, lecture: str) -> None:
    shown = run("think", lecture, "--search", "minimax").out
    assert "max plays 1" in shown
    assert "value: max 3, min 97 (proven)" in shown
    assert "line: 1 noop; noop 1" in shown
    assert "13 nodes, 9 leaves, 0 cuts" in shown


def test_think_goes_on_from_moves_and_states(run: Run, lecture: str, tmp_path: Path) -> None:
    answer = run("think", lecture, "--search", "minimax", "--moves", "3", "--json").answer
    assert (answer["role"], answer["move"], answer["values"]["max"]) == ("min", "3", 2)
    (tmp_path / "state.kif").write_text("(node D)")
    state = ("--state", str(tmp_path / "state.kif"))
    assert run("think", lecture, "--search", "minimax", *state, "--json").answer["move"] == "3"


def test_think_for_another_role(run: Run, lecture: str) -> None:
    answer = run("think", lecture, "--search", "minimax", "--role", "min", "--json").answer
    assert (answer["role"], answer["move"], answer["values"]["max"]) == ("min", "noop", 3)


def test_think_at_the_end(run: Run, lecture: str) -> None:
    ran = run("think", lecture, "--search", "minimax", "--moves", "1; 1")
    assert "The match is over: max 3, min 97" in ran.out
    answer = run("think", lecture, "--search", "minimax", "--moves", "1; 1", "--json").answer
    assert answer["move"] is None


def test_a_bound_is_told_as_a_bound(run: Run, lecture: str) -> None:
    given = ("think", lecture, "--search", "zerowindow:threshold=10")
    assert run(*given, "--json").answer["bound"] == "at most"
    assert "value for max: at most 5" in run(*given).out


def test_a_move_before_any_search_has_no_value(run: Run) -> None:
    given = ("think", "tictactoe", "--search", "mcts", "--seconds", "0")
    assert run(*given, "--json").answer["values"] == {"x": None, "o": None}
    assert "value: not searched yet" in run(*given).out
    shown = run("think", "tictactoe", "--search", "random").out
    assert "value: unknown" in shown
    assert "chosen at random: nothing is searched" in shown
    compared = run("compare", "tictactoe", "--search", "mcts", "--seconds", "0")
    assert compared.out.count("not searched") == 2
    assert "50" not in compared.out


def test_an_interrupt_leaves_the_best_move_so_far(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.play.thought.discharged", interrupted)
    tree = tmp_path / "tree.json"
    given = ("think", "tictactoe", "--depth", "1", "--tree", str(tree), "--why")
    ran = run(*given, "--json")
    assert (ran.code, ran.answer["move"], ran.answer["depth"]) == (130, "(mark 1 1)", 1)
    assert ran.err == "zermelo: interrupted: this was the best move so far\n"
    assert tree.exists()
    assert "x plays (mark 1 1)" in run(*given).out


@pytest.mark.parametrize(
    "limit", [("--seconds", "0"), ("--nodes", "1"), ("--depth", "1", "--seconds", "0")]
)
@pytest.mark.parametrize("search", ["alphabeta", "mtd", "random"])
def test_no_time_still_gives_a_legal_move(run: Run, search: str, limit: tuple[str, ...]) -> None:
    answer = run("think", "tictactoe", "--search", search, *limit, "--json").answer
    assert answer["move"].startswith("(mark ")


@pytest.mark.parametrize("ending", ["svg", "html", "dot", "json"])
def test_think_draws_what_it_did(run: Run, lecture: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    ran = run("think", lecture, "--search", "alphabeta", "--tree", str(path))
    assert f"drawn in {path}" in ran.out
    assert f"alphabeta on {lecture}" in path.read_text()


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


def test_compare_has_rows_side_by_side(run: Run, lecture: str) -> None:
    specs = ["minimax", "alphabeta:table=false", "scout", "mtd", "sss"]
    given = [argument for spec in specs for argument in ("--search", spec)]
    answer = run("compare", lecture, *given, "--json").answer
    assert [row["search"] for row in answer["rows"]] == specs
    assert {row["values"]["max"] for row in answer["rows"]} == {3}
    assert {row["move"] for row in answer["rows"]} == {"1"}
    assert [row["leaves"] for row in answer["rows"]] == [9, 7, 7, 7, 7]
    assert answer["minimal"] == 5
    assert answer["rows"][1].keys() >= {"nodes", "cuts", "seconds"}
    shown = run("compare", lecture, *given).out
    assert "The minimal tree has 5 leaves." in shown
    assert "alphabeta:table=false" in shown


def test_compare_tells_bounds_as_bounds(run: Run, lecture: str) -> None:
    given = ("compare", lecture, "--search", "zerowindow:threshold=4", "--search", "minimax")
    assert [row["bound"] for row in run(*given, "--json").answer["rows"]] == ["at most", "exact"]
    shown = run(*given).out
    assert "<= 3   >= 97" in shown


def test_compare_without_searches_takes_the_two_of_the_lecture(run: Run, lecture: str) -> None:
    answer = run("compare", lecture, "--json").answer
    assert [row["search"] for row in answer["rows"]] == ["minimax", "alphabeta"]


def test_the_minimal_tree_needs_one_depth_and_a_uniform_tree(run: Run, tmp_path: Path) -> None:
    ragged = tmp_path / "ragged.tree"
    ragged.write_text("[[3,12],4]")
    assert run("compare", str(ragged), "--json").answer["minimal"] is None
    given = ("compare", "tictactoe", "--search", "minimax:depth=2")
    answer = run(*given, "--search", "alphabeta:depth=3", "--json").answer
    assert answer["minimal"] is None
    answer = run(*given, "--search", "alphabeta", "--depth", "2", "--json").answer
    assert answer["minimal"] == 9 + 8 - 1
    answer = run("compare", "rock_paper_scissors", "--search", "random", "--json").answer
    assert answer["minimal"] is None


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


def test_practice_gives_the_solution(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    given = ("practice", "--seed", "0", "--depth", "2", "--branching", "3", "--tree", str(path))
    answer = run(*given, "--json").answer
    assert answer.keys() >= {"tree", "value", "move", "pruned", "windows"}
    assert answer["windows"][0] == {
        "node": "A", "low": None, "high": None, "value": answer["value"]
    }  # fmt: skip
    assert json.loads(path.read_text())["nodes"]
    tree = answer["tree"]
    assert max(min(leaves) for leaves in tree) == answer["value"]
    assert min(tree[int(answer["move"]) - 1]) == answer["value"]


def test_practice_grades_a_right_answer(run: Run) -> None:
    solution = run("practice", "--seed", "0", "--json").answer
    leaves = " ".join(f"{leaf:g}" for leaf in solution["pruned"])
    ran = run("practice", "--seed", "0", given=f"what?\n{solution['value']:g}\n{leaves}\n")
    assert ran.code == 0
    assert "Write a number." in ran.out
    assert "The value is right" in ran.out
    assert f"The pruned leaves are right: {', '.join(leaves.split())}." in ran.out
    assert "alpha" in ran.out.partition("Why:")[2]


def test_practice_grades_a_wrong_answer(run: Run) -> None:
    ran = run("practice", "--seed", "0", given="1000\nnot these\n1000\n")
    assert ran.code == 1
    assert "Write numbers with blanks between, or none." in ran.out
    assert "by move 1; not 1000." in ran.out
    assert "Pruned, but not in your answer: 10, 5." in ran.out
    assert "In your answer, but looked at, or no leaf at all: 1000." in ran.out
    assert run("practice", "--seed", "0", given="15\nnone\n").code == 1


def test_practice_explains_what_is_wrong(run: Run) -> None:
    tree = ("practice", "--seed", "0", "--depth", "2", "--branching", "2", "--ask", "windows")
    solution = run(*tree, "--json").answer
    first, second = solution["windows"][1:]
    answers = [f"{solution['value']:g}", " ".join(f"{leaf:g}" for leaf in solution["pruned"])]
    answers += ["-inf", "inf", "-inf", "inf", f"{first['value']:g}", "0", "none", "99"]
    ran = run(*tree, given="\n".join(answers) + "\n")
    assert ran.code == 1
    assert "alpha of B (or none, if it never comes there)?" in ran.out
    assert "beta of C was not given." in ran.out
    assert f"alpha of C is {second['low']:g}, not 0. alpha {second['low']:g} was set" in ran.out
    assert f"value of C is {second['value']:g}, not 99." in ran.out
    answers[-3:] = [f"{second['low']:g}", "inf", f"{second['value']:g}"]
    assert run(*tree, given="\n".join(answers) + "\n").code == 0


def test_practice_without_a_seed_takes_any(run: Run) -> None:
    assert run("practice", "--json").answer["tree"]


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


REFUSED = ("--search", "alphabeta", "--search", "random", "--search", "flat")


def test_compare_has_a_row_for_a_search_that_is_refused(run: Run) -> None:
    ran = run("compare", "rock_paper_scissors", *REFUSED, "--json")
    assert ran.code == 0
    refused, *others = ran.answer["rows"]
    assert refused["search"] == "alphabeta"
    assert "alphabeta needs roles that move in turn" in refused["error"]
    assert refused.keys() == {"search", "error"}
    assert [row["search"] for row in others] == ["random", "flat"]
    assert all(row["move"] and "error" not in row for row in others)


def test_compare_shows_why_a_search_is_refused(run: Run) -> None:
    shown = run("compare", "rock_paper_scissors", *REFUSED)
    assert shown.code == 0
    table, _, reasons = shown.out.partition("\nalphabeta: ")
    assert any(line.split() == ["alphabeta", "refused"] for line in table.splitlines())
    assert "alphabeta needs roles that move in turn" in reasons


def test_compare_ends_with_the_code_of_the_first_refusal_if_nobody_answers(run: Run) -> None:
    given = ("--search", "alphabeta", "--search", "minimax")
    ran = run("compare", "rock_paper_scissors", *given, "--json")
    assert ran.code == 3
    assert ["error" in row for row in ran.answer["rows"]] == [True, True]
    assert ran.answer["minimal"] is None
    assert "refused" in run("compare", "rock_paper_scissors", *given).out


def test_where_only_chance_has_a_choice_nobody_moves(run: Run) -> None:
    given = ("think", "pig_race", "--search", "mcts", "--nodes", "50")
    answer = run(*given, "--json").answer
    assert (answer["role"], answer["move"], answer["line"]) == (None, None, [])
    assert answer["note"] == "nobody but chance has a choice here"
    assert answer["values"].keys() == {"random", "red", "blue"}
    shown = run(*given, "--why").out
    assert shown.startswith("Nobody but chance has a choice here.\n")
    assert "plays" not in shown


def test_a_role_without_a_choice_plays_its_only_move_while_chance_chooses(run: Run) -> None:
    given = ("think", "pig_race", "--search", "mcts", "--nodes", "50", "--role", "blue")
    answer = run(*given, "--json").answer
    assert (answer["role"], answer["move"], answer["line"]) == ("blue", "noop", [])
    assert run(*given).out.startswith("blue plays noop\n")


def test_chance_does_not_think(run: Run) -> None:
    ran = run("think", "pig_race", "--search", "mcts", "--role", "random")
    assert ran.code == 2
    assert "random is chance, which does not think; choose --role red or blue" in ran.err


def test_who_thinks_is_never_chance_even_if_it_chooses_first(run: Run) -> None:
    """Both have a choice at once, chance is the first role."""
    answer = run(
        "think",
        "pig_race",
        "--search",
        "mcts",
        "--nodes",
        "50",
        "--moves",
        "(face 3) noop noop",
        "--json",
    ).answer
    assert answer["role"] == "red"
    assert answer["move"] in ("hold", "roll")


def test_a_game_of_chance_alone_has_nobody_to_think(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.lp"
    path.write_text(
        "role(random). init(s). legal(random, face(1..6)). next(t) :- true(s). "
        "terminal :- true(t). goal(random, 0).\n"
    )
    ran = run("think", str(path), "--search", "random")
    assert ran.code == 2
    assert "random is chance, which does not think; nobody else is there" in ran.err
