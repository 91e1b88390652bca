"""Searches of puzzles by the command line: what they say to scripts and to people."""

from pathlib import Path

import pytest

from tests.apps.conftest import Run
from tests.search.puzzle import korf


def test_an_instance_of_korf_by_its_state(run: Run, tmp_path: Path) -> None:
    (tmp_path / "korf12.kif").write_text("\n".join(korf.fluents(12)))
    state = ("--state", str(tmp_path / "korf12.kif"))
    given = ("think", "fifteen_puzzle", "--search", "idastar:heuristic=manhattan", *state)
    answer = run(*given, "--json").answer
    assert len(answer["line"]) == 45
    assert answer["proven"] is True
    assert answer["values"] == {"player": 100}


@pytest.mark.parametrize("search", ["astar:heuristic=goals", "idastar:heuristic=fuzzy", "dfs"])
@pytest.mark.parametrize("command", ["think", "solve"])
def test_what_goes_by_a_guess_is_not_called_shortest(run: Run, command: str, search: str) -> None:
    given = (command, "lights_out:width=2,height=2", "--search", search)
    answer = run(*given, "--json").answer
    assert answer["proven"] is True  # the rules know of no better goal
    assert answer["shortest"] is False
    assert "not proved shortest" in run(*given).out


@pytest.mark.parametrize("search", ["astar", "idastar", "bfs", "ucs", "iddfs", "plan", "solo"])
def test_proven_and_shortest_mean_the_same_for_all(run: Run, search: str) -> None:
    answer = run("solve", "hanoi:disks=3", "--search", search, "--json").answer
    assert (answer["proven"], answer["shortest"], answer["distance"]) == (True, True, 7)


def test_what_cannot_be_solved_is_said_to_be_so(run: Run) -> None:
    given = ("think", "knights_tour:width=3,height=3", "--search", "astar", "--json")
    answer = run(*given).answer
    assert answer["proven"] is True
    assert answer["values"] == {"player": 88}
    assert "no end worth 100 can be reached: the best end is worth 88" in answer["note"]


def test_cutoff_is_no_failure(run: Run) -> None:
    answer = run("think", "hanoi", "--search", "dls:depth=3", "--json").answer
    assert answer["note"] == "cutoff: no end worth 100 was found within 3 moves"
    assert answer["proven"] is False
    assert answer["bound"] == "at least"


def test_a_puzzle_without_places_has_no_manhattan_distance(run: Run) -> None:
    ran = run("think", "hanoi", "--search", "astar:heuristic=manhattan")
    said = "manhattan wants a target with places such as (cell 1 2 7), and hanoi has none"
    assert said in ran.err
    assert ran.code == 2


def test_several_roles_are_refused(run: Run) -> None:
    ran = run("think", "tictactoe", "--search", "bfs")
    assert "bfs needs one role, and tictactoe has 2: x, o; tictactoe suits alphabeta" in ran.err
    assert ran.code == 3


def test_a_drawn_tree_has_no_rules_for_a_heuristic(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.tree"
    path.write_text("roles: me\n[(1),[(7),(3)]]")
    ran = run("think", str(path), "--search", "astar:heuristic=relaxed")
    assert "the heuristic relaxed is made from rules" in ran.err
    assert "one.tree has none: take heuristic=none" in ran.err
    assert ran.code == 2
    assert run("think", str(path), "--search", "astar", "--json").answer["values"] == {"me": 7}
    ran = run("think", str(path), "--search", "idastar:kernel=on")
    assert "the kernel cannot run" in ran.err
    assert "one.tree is not compiled; kernel=auto takes it where it can" in ran.err
    assert ran.code == 2
