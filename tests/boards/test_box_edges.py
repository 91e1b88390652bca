"""The sides of boxes, whatever they are called."""

import pytest

from zermelo.boards.edges import fenced
from zermelo.boards.layout import find_layout
from zermelo.ground.lexicon import Lexicon
from zermelo.text.ground_term import ground_terms

DRAWN = [f"(drawn h {x} {y})" for x in (1, 2, 3) for y in (1, 2, 3)]
DRAWN += [f"(drawn v {x} {y})" for x in (1, 2, 3, 4) for y in (1, 2)]
SPLIT = [f"(h_line {row} {column})" for row in (1, 2, 3) for column in (1, 2, 3)]
SPLIT += [f"(v_line {row} {column})" for row in (1, 2) for column in (1, 2, 3, 4)]
DOTS = [f"(edge {row} {column} right)" for row in (1, 2, 3) for column in (1, 2, 3)]
DOTS += [f"(edge {row} {column} down)" for row in (1, 2) for column in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("fluents", "level", "upright"),
    [
        (DRAWN, ("h", "2", "1"), ("v", "4", "2")),
        (SPLIT, ("1", "2"), ("2", "4")),
        (DOTS, ("1", "2", "right"), ("2", "4", "down")),
    ],
)
def test_lines_are_seen_by_their_numbers(
    fluents: list[str], level: tuple[str, ...], upright: tuple[str, ...]
) -> None:
    (boxes,), sides = fenced(ground_terms(" ".join(fluents)), ())
    assert sorted(boxes.cells) == [(x, y) for x in "123" for y in "12"]
    drawn = [segment for one in sides for segment in one.segments.values()]
    assert len({*drawn}) == len(fluents)
    assert (1, 0, 2, 0) in [one.segments.get(level) for one in sides]
    assert (3, 1, 3, 2) in [one.segments.get(upright) for one in sides]
    assert all(one.dotted for one in sides)
    assert {one.downward for one in sides} == {fluents is DOTS}


def test_boxes_that_rows_name_first_are_turned_with_their_lines() -> None:
    marks = [f"(box {row} {column} {who})" for row in "12" for column in "123" for who in "xo"]
    ((base,),) = find_layout(Lexicon(("r",), tuple(marks), ((),)), [], {}).boards
    (grid,), sides = fenced(ground_terms(" ".join([*SPLIT, *marks])), [base])
    assert (grid.columns.values, grid.rows.values) == (("1", "2", "3"), ("1", "2"))
    assert grid.place(("2", "3", "x")) == ("3", "2", "x")
    assert {one.shape for one in sides} == {"(h_line _ _)", "(v_line _ _)"}


@pytest.mark.parametrize("fluents", [SPLIT[1:], SPLIT[:-1], DOTS[1:], DRAWN[:-1], SPLIT[:9]])
def test_with_a_line_missing_nobody_can_tell(fluents: list[str]) -> None:
    assert fenced(ground_terms(" ".join(fluents)), ()) == ((), ())
