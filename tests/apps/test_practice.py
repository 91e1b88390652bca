"""`zermelo practice`: exercises, solutions and grades."""

import json
from pathlib import Path

from tests.apps.conftest import Run


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
