"""`zermelo evaluate`: worths, terms, heat, and what is wrong with the question."""

from pathlib import Path

import pytest

from tests.apps.conftest import Run

FIGURE = "(mark 1 1); (mark 1 2); (mark 3 3)"
"""The position of figure 16.3 of the book: x on two corners, o beside the first."""
RECURSIVE = """(role r) (init (at 1)) (succ 1 2) (succ 2 3) (init (edge 1 2)) (init (edge 2 3))
(<= (legal r go)) (<= (next ?f) (true ?f))
(<= (way ?x ?y) (true (edge ?x ?y)))
(<= (way ?x ?z) (true (edge ?x ?y)) (way ?y ?z))
(<= terminal (way 1 3)) (<= (goal r 100) (way 1 3)) (<= (goal r 0) (not (way 1 3)))
"""


def test_values_and_terms_are_those_of_the_book(run: Run) -> None:
    answer = run("evaluate", "tictactoe", "--moves", FIGURE, "--json").answer
    assert answer["values"]["x"] == pytest.approx(49.589684, abs=5e-7)
    goals = {part["text"]: part for part in answer["terms"]["x"]["parts"]}
    assert goals["(goal x 100)"]["value"] == pytest.approx(0.113529, abs=5e-7)
    assert goals["(goal x 50)"]["value"] == pytest.approx(0.862674, abs=5e-7)
    lines = {part["text"]: part for part in goals["(goal x 100)"]["parts"][0]["parts"]}
    assert lines["(line x)"]["value"] == pytest.approx(0.116296, abs=5e-7)
    diagonal = lines["(line x)"]["parts"][-1]
    assert diagonal["text"] == "(diagonal x)"
    assert diagonal["value"] == pytest.approx(0.081919, abs=5e-7)


def test_people_see_the_same_as_a_tree_and_a_heat_map(run: Run) -> None:
    shown = run("evaluate", "tictactoe", "--moves", FIGURE, "--role", "x").out
    assert "49.589684" in shown
    assert "0.113529  (goal x 100)" in shown
    assert "0.081919  (diagonal x)" in shown
    assert "gain of each cell for x" in shown
    deep = run("evaluate", "tictactoe", "--moves", FIGURE, "--depth", "1").out
    assert "(line x)" not in deep


def test_the_hottest_cell_completes_the_line(run: Run) -> None:
    answer = run("evaluate", "tictactoe", "--moves", FIGURE, "--role", "x", "--json").answer
    (board,) = answer["heat"]["boards"]
    gains = board["gains"]
    assert answer["heat"]["role"] == "x"
    assert gains[1][1] == max(gain for row in gains for gain in row)
    # With x in the middle the line is complete: the match is over, and won.
    assert gains[1][1] == pytest.approx(100 - 49.589684, abs=5e-7)


def test_heat_is_drawn_into_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    run("evaluate", "connect_four", "--evaluator", "mobility", "--heat", str(path))
    text = path.read_text()
    assert text.startswith("<svg ")
    assert text.count("<rect ") == 1 + 42
    assert "mobility on connect_four, for red" in text


@pytest.mark.parametrize("evaluator", ["mobility", "material", "sum(0.5*material,0.25*mobility)"])
def test_other_evaluators_say_what_they_count(run: Run, evaluator: str) -> None:
    answer = run("evaluate", "breakthrough", "--evaluator", evaluator, "--json").answer
    white = answer["terms"]["white"]
    assert white["value"] == answer["values"]["white"]
    assert white["parts"]


def test_an_end_is_worth_its_goals(run: Run) -> None:
    moves = "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2); (mark 1 3)"
    answer = run("evaluate", "tictactoe", "--moves", moves, "--json").answer
    assert answer["values"] == {"x": 100, "o": 0}
    assert answer["heat"]["boards"] == []


def test_a_tree_has_goals_and_no_board(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.tree").write_text("A:[3,5]")
    path = str(tmp_path / "one.tree")
    answer = run("evaluate", path, "--evaluator", "even", "--json").answer
    assert answer["values"] == {"max": 50, "min": 50}
    refused = run("evaluate", path, "--evaluator", "fuzzy")
    assert refused.code == 3
    assert "fuzzy reads the rules of the goal" in refused.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--evaluator", "fuzzy:tau=0.5"], 2, "fuzzy:tau is above 0.5 and below 1"),
        (["--evaluator", "fuzzy:tau=1"], 2, "fuzzy:tau is above 0.5 and below 1"),
        (["--evaluator", "fuzzy:theta=0.95"], 2, "fuzzy:theta is above 0.5 and at most tau"),
        (["--evaluator", "fuzzy:theta=0.5"], 2, "fuzzy:theta is above 0.5 and at most tau"),
        (["--evaluator", "fuzzy:norm=yager,q=0"], 2, "fuzzy:q is above 0"),
        (["--evaluator", "fuzz"], 2, "did you mean fuzzy?"),
        (["--heat", "heat.png"], 2, "heat.png: heat is drawn into a file .svg"),
        (["--role", "z"], 2, "no role is called 'z'; tictactoe has x, o"),
    ],
)
def test_wrong_questions(run: Run, arguments: list[str], code: int, message: str) -> None:
    ran = run("evaluate", "tictactoe", *arguments)
    assert ran.code == code
    assert message in ran.err


def test_a_state_with_unknown_fluents_is_bad_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state.kif").write_text("(cell 1 1 x)\n(cell 9 9 x)\n")
    ran = run("evaluate", "tictactoe", "--state", str(tmp_path / "state.kif"))
    assert ran.code == 3
    assert "(cell 9 9 x)" in ran.err


def test_recursive_goals_are_refused_with_their_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "way.kif").write_text(RECURSIVE)
    ran = run("evaluate", str(tmp_path / "way.kif"))
    assert ran.code == 3
    assert "way" in ran.err
    assert "way.kif:4:" in ran.err
