"""What stands between cells: lines from dot to dot, walls beside a cell or between two."""

from itertools import product

import pytest

from zermelo.boards.board import placed
from zermelo.boards.edges import boxes_of
from zermelo.boards.grid import FluentGrid
from zermelo.boards.layout import find_layout
from zermelo.boards.sides import Segment, drawn_by, sides_of
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import GroundTerm, ground_terms

MAZE = [f"(cell {x} {y} {what})" for x, y in product("1234", "123") for what in ("hero", "b")]
START = [fluent for fluent in MAZE if fluent.endswith(" b)")]
LINES = [f"(line {x} {y} {x} {y + 1})" for x in (1, 2, 3) for y in (1, 2)]
LINES += [f"(line {x} {y} {x + 1} {y})" for x in (1, 2) for y in (1, 2, 3)]


def board(fluents: list[str], initial: list[str]) -> FluentGrid:
    """The board of fluents."""
    ((grid, *_),) = find_layout(
        Lexicon(("r",), tuple(fluents), ((),)), ground_terms(" ".join(initial)), {}
    ).boards
    return grid


def wall(fluent: str, more: list[str]) -> Segment | None:
    """Where in a maze of 4 x 3 cells a fluent is drawn, if it is one of several walls."""
    every = sides_of(placed(ground_terms(" ".join((*MAZE, fluent, *more)))), board(MAZE, START))
    words = tuple(fluent.strip("()").split()[1:])
    return every[0].segments[words] if every else None


def test_lines_between_dots_make_boxes() -> None:
    (sides,) = sides_of(placed(ground_terms(" ".join(LINES))), None)
    assert sides.dotted
    assert sides.segments["2", "1", "3", "1"] == (1, 0, 2, 0)
    boxes = boxes_of([sides])
    assert boxes is not None
    assert sorted(boxes.cells) == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]


def test_boxes_that_can_be_marked_are_the_board() -> None:
    marks = [f"(box {x} {y} {who})" for x, y in product("12", "12") for who in "xo"]
    (sides,) = sides_of(placed(ground_terms(" ".join((*LINES, *marks)))), board(marks, []))
    assert sides.dotted


@pytest.mark.parametrize(
    ("fluent", "others", "drawn"),
    [
        ("(wall 2 3 north)", "(wall {} {} east)", (1, 3, 2, 3)),
        ("(wall 0 1 east)", "(wall {} {} north)", (0, 0, 0, 1)),
        ("(wall south 3 1)", "(wall west {} {})", (2, 0, 3, 0)),
        ("(blockedEast 1 2)", "(blockedEast {} {})", (1, 1, 1, 2)),
        ("(wall 1 2 h)", "(wall {} {} v)", None),
        ("(facing 2 3 north)", "(facing {} {} east)", None),
        ("(wall 2 9 north)", "(wall {} {} east)", None),
        ("(wall 2 x north)", "(wall {} {} east)", None),
    ],
)
def test_walls_are_sides_of_cells(fluent: str, others: str, drawn: Segment | None) -> None:
    assert wall(fluent, [others.format(x, y) for x, y in product("1234", "123")]) == drawn


@pytest.mark.parametrize(
    ("fluent", "others", "drawn"),
    [
        ("(wall 1 1 2 1)", "(wall {} {} {} {})", (1, 0, 1, 1)),
        ("(path 1 1 2 1)", "(path {} {} {} {})", None),
        ("(wall 1 1 3 3)", "(wall {} {} {} {})", None),
    ],
)
def test_walls_between_two_cells(fluent: str, others: str, drawn: Segment | None) -> None:
    upright = [(x, y, x + 1, y) for x in (1, 2, 3) for y in (1, 2, 3)]
    level = [(x, y, x, y + 1) for x in (1, 2, 3, 4) for y in (1, 2)]
    assert wall(fluent, [others.format(*ends) for ends in upright + level]) == drawn


def test_two_walls_are_too_few_to_tell() -> None:
    assert wall("(wall 2 3 north)", ["(wall 1 1 east)"]) is None


@pytest.mark.parametrize(("across", "up"), [("h", "v"), ("horizontal", "vertical")])
def test_walls_where_four_cells_meet_go_along_two(across: str, up: str) -> None:
    walls = [f"(wall {x} {y} {way})" for x in (1, 2, 3) for y in (1, 2) for way in (across, up)]
    (sides,) = sides_of(placed(ground_terms(" ".join((*MAZE, *walls)))), board(MAZE, START))
    assert sides.segments["1", "2", across] == (0, 2, 2, 2)
    assert sides.segments["3", "1", up] == (3, 0, 3, 2)
    played = made(f"(put 1 2 {across}) (wall 1 2 {across})")
    assert not drawn_by(sides, [played]).played, "they overlap"


def made(texts: str) -> tuple[GroundTerm, tuple[GroundTerm, ...]]:
    """A move, and the fluents that it makes hold."""
    move, *fluents = ground_terms(texts)
    return move, tuple(fluents)


def test_only_what_moves_draw_is_played() -> None:
    (sides,) = sides_of(placed(ground_terms(" ".join(LINES))), None)
    assert drawn_by(sides, [made("(draw 1 1 1 2) (line 1 1 1 2)")]).played == {"(draw _ _ _ _)"}
    assert not drawn_by(sides, [made("(go 1 1 1 2) (at 1 2)")]).played
