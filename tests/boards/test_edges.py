"""The boxes that lines make where nothing else stands on the board."""

from zermelo.boards.edges import boxes_of
from zermelo.boards.sides import COMPASS, Segment, Sides


def box(across: int, up: int, *names: str) -> list[Segment]:
    """Some sides of a box, each as a segment."""
    found = [COMPASS[name] for name in names or COMPASS]
    return [(x1 + across, y1 + up, x2 + across, y2 + up) for x1, y1, x2, y2 in found]


def sides(*segments: Segment) -> Sides:
    """Lines of one kind."""
    named: dict[tuple[str, ...], Segment] = {
        (str(number),): segment for number, segment in enumerate(segments)
    }
    return Sides("(line ? ? ? ?)", named, dotted=True)


def test_a_box_has_all_four_sides() -> None:
    found = boxes_of([sides(*box(0, 0)), sides(*box(1, 0, "south", "north")), sides(*box(2, 1))])
    assert found is not None
    assert found.columns.values == ("1", "2", "3")
    assert found.rows.values == ("1", "2")
    assert found.cells == {("1", "1"), ("3", "2")}, "the second box has no east side"


def test_a_line_may_be_drawn_from_either_end() -> None:
    south, west, north, east = box(0, 0)
    turned = (*north[2:], *north[:2])
    found = boxes_of([sides(south, west, turned, east)])
    assert found is not None
    assert found.cells == {("1", "1")}


def test_lines_without_a_box_make_no_board() -> None:
    assert boxes_of([sides(*box(0, 0, "south", "west", "north"))]) is None
