"""Pictures of searches: what they show, how they fold, and that a page needs nothing else."""

import json
import re
import xml.etree.ElementTree as Xml
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role
from zermelo.game.tree_file import read_tree
from zermelo.pictures.trees.dot import dot_text, quoted
from zermelo.pictures.trees.labels import LONGEST_LABEL, shortened
from zermelo.pictures.trees.layout import Sizes, laid_out, planned
from zermelo.pictures.trees.page import page_object, page_text
from zermelo.pictures.trees.picture import Picture, name_of, picture_of, shape, window, worth
from zermelo.pictures.trees.records import as_object
from zermelo.pictures.trees.svg import sizes_of, svg_text
from zermelo.pictures.trees.text import described, draw_tree
from zermelo.pictures.trees.write import write_tree
from zermelo.search.base import Clock, Limits, last
from zermelo.search.events import Event
from zermelo.search.spec import parse
from zermelo.text.source import Source

LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"


def events_of(game: Game, spec: str, depth: int | None = None) -> list[Event]:
    events: list[Event] = []
    thinker = parse(spec).start(game, Role(0), Clock(), events.append)
    last(thinker(game.initial, Clock(Limits(depth=depth))))
    return events


def lecture(spec: str = "alphabeta:table=false") -> Picture:
    game = read_tree(Source("lecture.tree", LECTURE))
    return picture_of(events_of(game, spec), game, title="<lecture>")


@pytest.fixture(scope="module")
def large(game_of: Callable[[str], CompiledGame]) -> Picture:
    game = game_of("tictactoe")
    return picture_of(events_of(game, "alphabeta:table=false", 4), game)


def test_a_picture_has_values_windows_cuts_and_the_best_line() -> None:
    picture = lecture()
    named = {picture.game.describe(spot.state): spot for spot in picture.spots if spot.state}
    c = named["(node C)",]
    assert (c.value, c.low, c.cut) == (2, 3, "value 2 <= alpha 3, set at A")
    assert c.cut_short == "2 ≤ \N{GREEK SMALL LETTER ALPHA} 3"
    assert [picture.spots[child].value for child in c.children] == [2, 4, 6]
    assert [bool(picture.spots[child].pruned) for child in c.children] == [False, True, True]
    assert [spot.value for spot in picture.spots if spot.best] == [3, 3, 3]
    assert [shape(picture, picture.spots[number]) for number in (0, 1, 2)] == ["max", "min", "leaf"]
    assert picture.windowed
    assert not lecture("minimax").windowed
    assert [spot.value for spot in lecture("minimax").spots if spot.best] == [3, 3, 3]


@pytest.mark.parametrize("spec", ["scout", "mtd", "sss", "dual", "negamax", "iterative", "greedy"])
def test_every_search_that_tells_can_be_drawn(spec: str) -> None:
    picture = lecture(spec)
    for text in (svg_text(picture), page_text(picture), dot_text(picture)):
        assert text
    Xml.fromstring(svg_text(picture))


def test_several_searches_of_the_root_stand_side_by_side() -> None:
    picture = lecture("mtd")
    assert len(picture.roots) > 1
    assert f"searches of the root {len(picture.roots)}" in svg_text(picture)
    assert picture.spots[picture.roots[-1]].best


def test_svg_is_well_formed_and_has_all_that_matters() -> None:
    text = svg_text(lecture())
    tree = Xml.fromstring(text)
    assert tree.tag.endswith("svg")
    assert "&lt;lecture&gt;" in text
    assert "2 ≤ \N{GREEK SMALL LETTER ALPHA} 3" in text
    assert "[3, ∞]" in text
    assert text.count('class="edge chosen"') == 2
    assert text.count('class="edge pruned"') == 2 + 1  # and one in the legend
    assert "nodes 11, leaves 7, cuts 1" in text


def test_large_trees_fold(large: Picture) -> None:
    text = svg_text(large, most=50)
    assert re.search(r">[\d,]+ more<", text)
    assert "folded away" in text
    plan = planned(large, 50)
    assert len(plan.shown) < 80
    line = [spot.number for spot in large.spots if spot.best]
    assert set(line) <= set(plan.shown)
    assert "more" not in svg_text(lecture())
    assert re.search(r"… [\d]+ nodes", dot_text(large, most=50))


def test_nodes_do_not_overlap(large: Picture) -> None:
    plan = planned(large, 200)
    sizes = Sizes(dict.fromkeys(plan.shown, 40.0), 100)
    layout = laid_out(large, plan, sizes)
    rows: dict[float, list[float]] = {}
    for x, y in layout.places.values():
        rows.setdefault(y, []).append(x)
        assert 20 <= x <= layout.width - 20
    for row in rows.values():
        row.sort()
        assert all(right - left >= 40 for left, right in pairwise(row))


def test_boards_stand_in_the_nodes(large: Picture) -> None:
    assert 'class="piece"' in svg_text(large, most=30)
    nodes = page_object(large, 100)["nodes"]
    assert nodes[0]["board"] == [[""] * 3] * 3
    assert "control: x" in nodes[0]["text"]


def test_a_page_needs_nothing_from_outside_and_has_every_step() -> None:
    picture = lecture()
    text = page_text(picture)
    assert not re.search(r"(src|href)=|https?://|@import|url\(", text)
    data = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    assert "<lecture>" not in data[1], "a name cannot end the script"
    found = json.loads(data[1])
    assert found["title"] == "<lecture>"
    assert len(found["events"]) == len(picture.steps)
    assert found["counts"] == {"nodes": 11, "leaves": 7, "cuts": 1, "folded": 0}
    cut = next(event for event in found["events"] if event["kind"] == "cut")
    assert len(cut["pruned"]) == 2


def test_a_page_of_a_large_tree_leaves_nodes_out(large: Picture) -> None:
    found = page_object(large, 100)
    assert found["counts"]["folded"] > 0
    shown = {node["node"] for node in found["nodes"]}
    assert {event["node"] for event in found["events"]} <= shown
    assert set(found["open"]) <= set(range(len(large.spots)))


def test_json_has_nodes_and_events() -> None:
    found = as_object(lecture())
    assert found["roots"] == [0]
    assert found["nodes"][0]["window"] == [None, None]
    assert found["nodes"][0]["value"] == 3
    assert {event["kind"] for event in found["events"]} == {"enter", "leaf", "best", "cut", "leave"}
    json.dumps(found)


def test_graphviz_text_names_shapes_and_cuts() -> None:
    text = dot_text(lecture())
    assert text.startswith("digraph search {")
    assert "shape=invtriangle" in text
    assert 'tooltip="value 2 <= alpha 3, set at A"' in text
    assert text.count("style=dashed") == 4
    assert quoted('a"\n') == '"a\\"\\n"'


def test_the_ending_says_how_it_is_drawn(tmp_path: Path) -> None:
    game = read_tree(Source("lecture.tree", LECTURE))
    events = events_of(game, "alphabeta")
    starts = {".svg": "<svg", ".html": "<!DOCTYPE html>", ".dot": "digraph", ".json": "{"}
    for ending, start in starts.items():
        write_tree(events, game, str(tmp_path / f"tree{ending}"))
        assert (tmp_path / f"tree{ending}").read_text().startswith(start)
    with pytest.raises(UsageError, match=r"\.svg, \.html, \.dot, \.json; the ending says which"):
        write_tree(events, game, str(tmp_path / "tree.png"))


def test_trees_are_drawn_as_text() -> None:
    text = draw_tree(read_tree(Source("a", "roles: a b c\nA:[(1,2,3),x:(0,0,0),[(3,3,3)]]")))
    assert text.splitlines()[0].startswith("a ")
    assert "(1,2,3)" in text
    assert "x=(0,0,0)" in text
    assert "│" in text


def test_a_value_that_is_only_a_bound_is_drawn_as_one() -> None:
    picture = lecture()
    assert [worth(picture, picture.spots[number]) for number in (0, 1, 5, 9)] == [
        "3",
        "3",
        "≤2",
        "≤2",
    ]
    yes = lecture("zerowindow:threshold=3")
    assert [worth(yes, spot) for spot in yes.spots if spot.children] == ["≥3", "≥3"]
    known = lecture("mtd")  # a leaf that the table knows is worth what it is worth
    ends = [spot for spot in known.spots if spot.known and shape(known, spot) == "leaf"]
    assert {worth(known, spot) for spot in ends} == {"14", "5", "3"}


def test_an_empty_window_is_drawn_as_its_question() -> None:
    for spec, question in (("zerowindow:threshold=4", "≥ 4?"), ("scout", "> 3?")):
        picture = lecture(spec)
        assert window(picture.spots[5]) == question
        assert question in svg_text(picture)


def test_a_search_that_looks_at_nothing_says_so() -> None:
    picture = lecture("random")
    assert "nothing was searched" in svg_text(picture)
    assert page_object(picture, 100)["events"] == []


def test_the_title_and_all_names_have_room() -> None:
    game = read_tree(Source("lecture.tree", LECTURE))
    picture = picture_of(events_of(game, "iterative"), game, title="a long title " * 20)
    assert float(Xml.fromstring(svg_text(picture)).attrib["width"]) > 9 * len(picture.title)
    sizes = sizes_of(picture, planned(picture, 70), {})
    leaf = next(spot for spot in picture.spots if spot.leaf and name_of(picture, spot) == "B")
    assert sizes.widths[leaf.number] >= 30 + 16  # its box, and a letter on either side


def test_flat_tells_the_mean_of_every_move(game_of: Callable[[str], CompiledGame]) -> None:
    game = game_of("tictactoe")
    picture = picture_of(events_of(game, "flat:passes=10"), game)
    assert [spot.leaf for spot in picture.spots] == [False] + [True] * 9
    assert picture.spots[0].value == max(spot.value or 0 for spot in picture.spots[1:])


def test_wide_trees_and_graphs_are_listed() -> None:
    wide = read_tree(Source("a", f"[[{','.join(map(str, range(50)))}],7]"))
    lines = described(wide).splitlines()
    assert lines[:3] == ["root: max to 1, 2", f"1: min to {lines[1][10:]}", "2=7"]
    assert len(lines) == 53
    nodes = '{"A": {"mover": "max", "children": ["A", "B"]}, "B": {"value": 1}}'
    circle = read_tree(Source("a", f'{{"root": "A", "nodes": {nodes}}}'), json=True)
    assert described(circle) == "A: max to A, B\nB=1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("(mark 1 2)", "(mark 1 2)"),
        ("a" * 24, "a" * 24),
        ("a" * 20 + "b" * 20, "aaaaaaaaaaaa…bbbbbbbbbbb"),
        ("carry_this_thing_over fox left_hand_side", "carr…over fox left…side"),
        ("noop (play (card spades 1)) noop noop", "noop (play (…) noop noop"),
    ],
)
def test_a_label_fits_and_tells_moves_apart(text: str, said: str) -> None:
    assert shortened(text) == said
    assert len(said) <= LONGEST_LABEL
