"""The pages on trees: what they show is what the program says, and their commands work."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.apps.conftest import Run
from tests.layers import PICTURE as IMPORTS
from zermelo.game.tree_file import load_tree
from zermelo.pictures.trees.lesson import (
    METHODS,
    draw_pictures,
    letter,
    renewed,
    said,
    sentences,
    steps,
    watched,
)
from zermelo.search.events import EventKind

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("minimax-and-alphabeta.md", "trees.md")
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def blocks(page: str, kind: str) -> list[str]:
    return [content for name, content in BLOCK.findall((DOCS / page).read_text()) if name == kind]


def commands() -> list[str]:
    lines = [
        line for page in PAGES for block in blocks(page, "console") for line in block.splitlines()
    ]
    return [line.removeprefix("$ ") for line in lines]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(DOCS / "trees", tmp_path / "trees")
    shutil.copytree(DOCS / "trees", tmp_path, dirs_exist_ok=True)
    (tmp_path / "pictures").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["minimax-and-alphabeta.md", "methods/maxn.md"])
def test_the_page_is_up_to_date(name: str) -> None:
    page = DOCS / name
    assert "<!-- lesson: " in page.read_text()
    assert renewed(page) == page.read_text(), "run python -m zermelo.pictures.trees.lesson on it"


def test_the_pictures_are_up_to_date(folder: Path) -> None:
    for path in draw_pictures(folder):
        found, shown = path.read_text(), (DOCS / "pictures" / path.name).read_text()
        if path.name == "tictactoe-flat.svg":  # its numbers are those of one run of chance
            found, shown = re.sub(r"[\d.]+", "", found), re.sub(r"[\d.]+", "", shown)
        assert found == shown, "run python -m zermelo.pictures.trees.lesson"


def test_every_picture_of_the_pages_is_drawn_by_the_program(folder: Path) -> None:
    text = "".join(page.read_text() for page in DOCS.glob("**/*.md"))
    by_commands = {*re.findall(r"^\$ .* --(?:tree|picture|film) ([\w-]+\.svg)", text, re.MULTILINE)}
    # Screenshots are PNGs: the tests in a browser take them. `make imports` draws the imports.
    kept = {path.name for path in (DOCS / "pictures").iterdir() if path.suffix != ".png"}
    drawn = {path.name for path in draw_pictures(folder)}
    assert drawn | (by_commands & kept) | {IMPORTS.name} == kept
    assert {*re.findall(r"pictures/([\w-]+\.svg)", text)} <= kept


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_pages_works(run: Run, folder: Path, command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "zermelo"
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    assert ran.out.strip()


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_the_pages_says_what_it_shows(folder: Path, page: str) -> None:
    runner = doctest.DocTestRunner()
    for content in blocks(page, "python"):
        runner.run(doctest.DocTestParser().get_doctest(content, {}, page, page, 0))
    assert runner.summarize().attempted > 3
    assert runner.summarize().failed == 0


def test_the_graph_of_the_page_is_the_file() -> None:
    assert blocks("trees.md", "json") == [(DOCS / "trees" / "graph.json").read_text()]


def test_the_six_steps_of_the_lecture() -> None:
    """Russell and Norvig, figure 5.5: what is known after each leaf, and the one cut."""
    game = load_tree(str(DOCS / "trees" / "lecture.tree"))
    events = watched(game, METHODS["alphabeta"])
    found = list(steps(game, events))
    names = {node.name: number for number, node in enumerate(game.nodes)}
    infinite = float("inf")
    assert [step.after[names["B"]] for step in found[:3]] == [
        (-infinite, 3),
        (-infinite, 3),
        (3, 3),
    ]
    assert [step.after[names["A"]] for step in found] == [
        *[(-infinite, infinite)] * 2, (3, infinite), (3, infinite), (3, 14), (3, 5), (3, 3)
    ]  # fmt: skip
    assert found[3].after[names["C"]] == (-infinite, 2)
    assert [bool(step.cuts) for step in found] == [False] * 3 + [True] + [False] * 3
    said_at_d = " ".join(sentences(game, events, found[3]))
    assert "Cut at C, value 2 <= alpha 3, set at A: 4, 6 left out." in said_at_d
    assert [letter(number, 6) for number in range(7)] == [f"({name})" for name in "abcdeff"]


def test_leaves_of_both_methods_on_the_lecture_tree() -> None:
    game = load_tree(str(DOCS / "trees" / "lecture.tree"))
    leaves = {
        name: [event.value for event in watched(game, search) if event.kind is EventKind.LEAF]
        for name, search in METHODS.items()
    }
    assert leaves["minimax"] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert leaves["alphabeta"] == [3, 12, 8, 2, 14, 5, 2]


def test_an_unknown_mark_is_an_error() -> None:
    with pytest.raises(ValueError, match="a lesson has draw, steps, story and vectors, not sing"):
        said("sing", DOCS / "trees" / "lecture.tree", None)
