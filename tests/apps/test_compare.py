"""`zermelo compare`: several searches side by side."""

from pathlib import Path

from tests.apps.conftest import Run


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
