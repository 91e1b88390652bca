"""`zermelo think`: answers for scripts and people, and who thinks."""

from pathlib import Path
from typing import Any

import pytest

from tests.apps.conftest import Run
from zermelo.errors import UsageError
from zermelo.search.base import Limits


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


def test_without_search_and_limits_auto_thinks_for_a_second(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, Limits]] = []

    def thought(game: Any, search: Any, state: Any, role: Any, limits: Limits, *more: Any) -> Any:
        seen.append((type(search).__name__, limits))
        raise UsageError("that is all")

    monkeypatch.setattr("zermelo.play.thought.thought", lambda *given, **_: thought(*given))
    for given in ((), ("--nodes", "9"), ("--depth", "2"), ("--search", "minimax")):
        assert run("think", "tictactoe", *given).code == 2
    run("think", "tictactoe", "--tree", "x.svg")
    assert [(name, limits.seconds) for name, limits in seen] == [
        ("Auto", 1.0),
        ("Auto", None),
        ("Auto", None),
        ("Minimax", None),
        ("Alphabeta", None),
    ]


@pytest.mark.parametrize("ending", ["svg", "html", "dot", "json"])
def test_think_draws_what_it_did(run: Run, lecture: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    ran = run("think", lecture, "--search", "alphabeta", "--tree", str(path))
    assert f"drawn in {path}" in ran.out
    assert f"alphabeta on {lecture}" in path.read_text()


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


ROUND = """
(role me) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 1)
(<= (legal me go) (true (at ?x)) (succ ?x ?y))
(<= (legal me wait) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?y)) (does me go) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (does me wait) (true (at ?x)))
(<= (next (at 9)) (true (at 8)))
(<= terminal (true (at 9))) (<= (goal me 40) (true (at 9)))
"""


@pytest.mark.parametrize("search", ["bfs", "astar", "iddfs", "solo", "plan"])
def test_where_no_end_can_be_reached_there_is_no_value(
    run: Run, tmp_path: Path, search: str
) -> None:
    rules = tmp_path / "round.kif"
    rules.write_text(ROUND)
    asked = ("think", str(rules), "--search", search, "--nodes", "10000")
    found = run(*asked, "--json").answer
    assert (found["values"], found["proven"]) == ({"me": None}, True)
    assert found["note"].startswith("unsolvable: no end")
    assert "value: none (proven)" in run(*asked).out


def test_where_no_end_can_be_reached_no_goal_is_forced(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "round.kif"
    rules.write_text(ROUND)
    said = run("learn", str(rules), "-o", str(tmp_path / "round.strategy")).out
    assert "me: no goal above 0 is proved" in said
