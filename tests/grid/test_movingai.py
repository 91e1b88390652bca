"""Maps and scenarios as files: what is right comes back, what is wrong is told with its place."""

import numpy as np
import pytest

from tests.grid.maps import some_maps
from zermelo.errors import LimitError, ReadError
from zermelo.grid import movingai, scenario
from zermelo.grid.generate import generated
from zermelo.grid.grid import Grid
from zermelo.grid.movingai import read_map
from zermelo.grid.scenario import PathProblem, is_right, read_scenario
from zermelo.text.source import Source

HEADER = "type octile\nheight 2\nwidth 3\nmap\n"


def map_of(text: str, passable: str = ".GS") -> Grid:
    return read_map(Source("m.map", text), passable)


def test_a_map_that_was_spelled_reads_back_the_same() -> None:
    for grid in some_maps(20, seed=2):
        again = map_of(movingai.spelled(grid))
        assert (again.free == grid.free).all()


def test_letters_say_what_can_be_walked_on() -> None:
    text = "type octile\nheight 1\nwidth 7\nmap\n.GSWT@O\n"
    assert map_of(text).free.tolist() == [[True, True, True, False, False, False, False]]
    assert map_of(text, "W").free.sum() == 1


@pytest.mark.parametrize(
    "text",
    [
        HEADER + ".@.\n...",
        "type octile\r\nwidth 3\r\nheight 2\r\nmap\r\n.@.\r\n...\r\n\r\n",
        "type  octile \nheight 2 \n width 3\nmap \n.@. \n...\n\n\n",
    ],
)
def test_ends_of_lines_and_blanks_do_not_matter(text: str) -> None:
    assert map_of(text).free.tolist() == [[True, False, True], [True, True, True]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "m.map:1:1: an empty line in the header of a map, which is 'type octile', then"),
        ("type tile\n", "m.map:1:1: 'type tile' in the header of a map"),
        ("type octile\nheight\n", "m.map:2:1: 'height' in the header"),
        ("type octile\nheight 0\n", "m.map:2:1: height 0: that must be a whole number above 0"),
        ("type octile\nheight x\n", "m.map:2:1: height x: that must be a whole number above 0"),
        ("type octile\nheight 2\nheight 2\n", "m.map:3:1: 'height 2' in the header"),
        ("type octile\nheight 2\nwidth 3\n.@.\n", "m.map:4:1: '.@.' in the header"),
        (HEADER + ".@.\n", "m.map:6:1: the map ends after 1 rows, not 2 as it says"),
        (HEADER + ".@.\n...\n...\n", "m.map:7:1: a row more than the height of 2"),
        (HEADER + ".@.\n..\n", "m.map:6:1: row 1 has 2 cells, not 3 as the width says"),
        (HEADER + ".@.\n....\n", "m.map:6:1: row 1 has 4 cells, not 3 as the width says"),
        (HEADER + ".@.\n.x.\n", "m.map:6:2: 'x' is no terrain; there are . G S W T @ O"),
    ],
)
def test_a_wrong_map_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        map_of(text)
    assert str(caught.value).startswith(message)


def test_a_map_that_says_it_is_huge_is_refused() -> None:
    with pytest.raises(LimitError, match=r"m.map: 90000 x 90000 cells are more than 8,388,608"):
        map_of("type octile\nheight 90000\nwidth 90000\nmap\n")
    with pytest.raises(LimitError, match=r"cells are more than 8,388,608"):
        map_of(f"type octile\nheight {'9' * 5000}\nwidth 1\nmap\n")


def test_a_size_may_begin_with_noughts() -> None:
    assert map_of(f"type octile\nheight {'0' * 30}1\nwidth 02\nmap\n..\n").free.all()


EMPTY = generated("random:width=8,height=6,density=0")
WALLED = Grid("walled.map", np.array([[True, False]]))
LINE = "0\tempty.map\t8\t6\t0\t0\t7\t3\t8.24264069\n"


def test_a_scenario_that_was_spelled_reads_back_the_same() -> None:
    text = scenario.spelled(EMPTY, [((0, 0), (7, 3), 8.242640687), ((1, 1), (1, 1), 0.0)])
    problems = read_scenario(Source("s.scen", text), EMPTY)
    assert [(each.start, each.goal) for each in problems] == [((0, 0), (7, 3)), ((1, 1), (1, 1))]
    assert [each.line for each in problems] == [2, 3]
    assert is_right(problems[0], 8.2426407)


def test_a_length_is_right_up_to_the_digits_that_are_written() -> None:
    problem = PathProblem(0, (0, 0), (7, 3), 8.2426, 2)
    assert is_right(problem, 8.24264069)
    assert not is_right(problem, 8.243)
    assert not is_right(problem, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s.scen:1:1: a scenario begins with the line 'version 1'"),
        ("version 2\n", "s.scen:1:1: a scenario begins with the line 'version 1'"),
        ("version 1\n\n", "s.scen:1:1: no problems in the scenario"),
        ("version 1\n0 a.map 8\n", "s.scen:2:1: 3 columns, not the 9: bucket, map, width"),
        ("version 1\n" + LINE.replace("8\t6", "8\t7"), "s.scen:2:13: a problem on a map of 8 x 7"),
        ("version 1\n" + LINE.replace("7\t3", "7\t6"), "s.scen:2:21: the goal 7,6 lies outside"),
        ("version 1\n" + LINE.replace("7\t3", "x\t3"), "s.scen:2:21: the goal x 'x' is no whole"),
        (
            "version 1\n" + LINE.replace("7\t3", "9" * 5000 + "\t3"),
            "s.scen:2:21: the goal x has 5000",
        ),
        (
            "version 1\n" + LINE.replace("8.24", "-8.24"),
            "s.scen:2:25: the length '-8.24264069' is no",
        ),
        ("version 1\n" + LINE.replace("8.24264069", "nan"), "s.scen:2:25: the length 'nan' is no"),
        ("version 1.0\n" + LINE.replace("8.24", "8,24"), "s.scen:2:25: the length '8,24264069' is"),
    ],
)
def test_a_wrong_scenario_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_scenario(Source("s.scen", text), EMPTY)
    assert str(caught.value).startswith(message)


def test_a_start_on_a_wall_is_told_with_its_place() -> None:
    text = "version 1\n0 walled.map 2 1 1 0 0 0 1\n"
    with pytest.raises(ReadError, match=r"s.scen:2:18: the start 1,0 is blocked in walled.map"):
        read_scenario(Source("s.scen", text), WALLED)
