"""The import graph has no cycle, its drawing is up to date, and contributors find every folder."""

import re

from tests.layers import LAYERS, PACKAGE, PICTURE, Graph, graphs, svg_text

TABLE = re.compile(r"^\| `(\w+)/` \|", re.MULTILINE)


def test_no_folder_imports_a_later_one_so_that_there_is_no_cycle() -> None:
    for graph in graphs():
        assert sum(graph.counts.values()) > 0
        assert graph.upward() == []


def test_an_upward_import_is_seen() -> None:
    package, _ = graphs()
    counts = package.counts.copy()
    counts["text", "search"] += 1
    assert Graph(package.title, package.folders, counts).upward() == [("text", "search")]


def test_the_drawing_shows_who_imports_whom_now() -> None:
    drawn = svg_text(*graphs())
    assert PICTURE.read_text(encoding="utf-8") == drawn, "`make imports` draws it again"


def test_the_guide_for_contributors_says_what_is_in_every_folder() -> None:
    guide = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = [name for names in LAYERS for name in names if (PACKAGE / name).is_dir()]
    assert TABLE.findall(guide) == [*folders, "games"]


def test_the_glossary_is_in_the_order_of_the_alphabet() -> None:
    guide = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| ([a-z ]+) \|", guide.partition("## Glossary")[2], re.MULTILINE)
    assert words[0] == "word"
    assert len(words) > 40
    assert words[1:] == sorted(set(words[1:]))
