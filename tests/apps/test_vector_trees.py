"""Trees of vectors as pictures: a colour for each role, what was left out, what came again."""

import json
from pathlib import Path

import pytest

from tests.apps.conftest import Run
from zermelo.game.tree_file import load_tree
from zermelo.pictures.trees.lesson import said, watched
from zermelo.pictures.trees.picture import picture_of
from zermelo.search.spec import parse

TREE = Path(__file__).parents[2] / "docs" / "trees" / "speculative.tree"
SEARCH = "maxn:pruning=speculative"


@pytest.mark.parametrize("command", ["think", "solve"])
def test_the_picture_has_vectors_and_what_came_again(
    run: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "vectors.svg"
    ran = run(command, str(TREE), "--search", SEARCH, "--tree", str(path))
    assert ran.code == 0
    shown = path.read_text()
    for text in (
        "(6, 2, 2)",
        "(·, ·, ≥9)",
        "(·, ≥2, ·)",
        ">1 again<",
        ">speculative<",
        ">shallow<",
    ):
        assert text in shown
    for name in ("a", "b", "c"):
        assert f"{name} chooses" in shown
    assert shown.count('class="leaf pruned"') == 6


def test_json_tells_all_values(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    run("think", str(TREE), "--search", SEARCH, "--tree", str(path))
    told = json.loads(path.read_text())
    root = told["nodes"][0]
    assert root["values"] == [6, 2, 2]
    assert root["worth"] == "(6, 2, 2)"
    assert root["shape"] == "role0"
    again = [node for node in told["nodes"] if node.get("again")]
    assert [node["name"] for node in again] == ["G"]
    assert again[0]["again"] == "a has 4 at A, and would come for (6, 2, 2)"
    assert again[0]["vague"]
    leaves = [event["values"] for event in told["events"] if event["kind"] == "leaf"]
    assert leaves[:2] == [[4, 5, 1], [2, 4, 4]]


@pytest.mark.parametrize("ending", [".html", ".dot"])
def test_other_kinds(run: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"vectors{ending}"
    assert run("think", str(TREE), "--search", SEARCH, "--tree", str(path)).code == 0
    assert "(6, 2, 2)" in path.read_text()


def test_a_tree_of_two_roles_has_no_colours(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lecture.svg"
    run("think", str(TREE.with_name("lecture.tree")), "--search", "alphabeta", "--tree", str(path))
    assert "role0" not in path.read_text()


def test_the_best_line_is_marked() -> None:
    game = load_tree(str(TREE))
    picture = picture_of(watched(game, parse(SEARCH)), game)
    names = [game.nodes[spot.state].name for spot in picture.spots if spot.best and spot.state]
    assert names == ["D", "H", "3.2.2"]


def test_the_story_says_who_turns_away() -> None:
    story = said("vectors", TREE, None)
    assert "4. **C**: b has (3, 2, 5). But a has 4 at A, and does not come here" in story
    assert "7. **G again**: a has 4 at A, and would come for (6, 2, 2)." in story


def test_json_keys_of_think_on_three_roles(run: Run) -> None:
    answer = run("think", str(TREE), "--search", "maxn", "--json").answer
    assert answer["values"] == {"a": 6, "b": 2, "c": 2}
    assert answer["move"] == "3"
    assert answer["proven"]


def test_refusals_reach_the_user_with_their_codes(run: Run) -> None:
    ran = run("think", str(TREE), "--search", "maxn:pruning=speculative,granularity=4")
    assert ran.code == 3
    assert "no multiple of the granularity 4" in ran.err
    ran = run("think", str(TREE), "--search", "maxn:pruning=speculative,ties=average")
    assert ran.code == 2
    assert "needs ties=leftmost" in ran.err
    ran = run("think", str(TREE), "--search", "maxn:ties=zoe")
    assert ran.code == 2
    assert "or a role (a, b, c), not 'zoe'" in ran.err
