"""Hexagons and lines that are seen in the rules."""

import pytest

from zermelo.boards.grid import FluentGrid
from zermelo.boards.layout import find_layout
from zermelo.boards.neighbours import found_in, kind_of, neighbourhood, paths_of, related
from zermelo.game.load import load
from zermelo.text.tree import Sheet


def board_of(name: str) -> tuple[Sheet, FluentGrid]:
    """The rules of a game, and its board without any hints."""
    game = load(name)
    assert game.sheet is not None
    return game.sheet, find_layout(game.lexicon, game.lexicon.holding(game.initial), {}).boards[0][
        0
    ]


def test_six_neighbours_make_hexagons() -> None:
    sheet, grid = board_of("hex:size=4")
    assert neighbourhood(sheet, grid) == {"skew": True}
    assert neighbourhood(sheet, grid) == {"skew": True}, "kept, it is the same"


@pytest.mark.parametrize(
    "name", ["tictactoe", "reversi", "breakthrough", "checkers", "peg_solitaire", "fox_and_hounds"]
)
def test_other_boards_have_squares(name: str) -> None:
    sheet, grid = board_of(name)
    found = found_in(related(sheet, grid), grid)
    assert found["found"].tolist() == [0]
    assert found["paths"].tolist() == []


def test_points_are_joined_by_lines() -> None:
    sheet, grid = board_of("nine_mens_morris")
    hints = neighbourhood(sheet, grid)
    assert neighbourhood(sheet, grid) == hints, "kept, it is the same"
    paths = hints["paths"]
    assert isinstance(paths, tuple)
    assert len(paths) == 32
    assert {"1 1 1 4", "1 4 2 4"} <= {*paths}


def test_what_is_no_line_between_all_points() -> None:
    sheet, grid = board_of("nine_mens_morris")
    paths = neighbourhood(sheet, grid)["paths"]
    assert isinstance(paths, tuple)
    rows = [path.split() for path in paths]
    assert paths_of(grid, rows) == sorted(paths)
    assert paths_of(grid, [*rows, ["1", "1", "2", "4"]]) == [], "it is not straight"
    assert paths_of(grid, [*rows, ["1", "1", "1", "7"]]) == [], "there is a point between"
    assert paths_of(grid, [*rows, ["1", "1", "1", "1"]]) == [], "these are the same"
    assert paths_of(grid, [*rows, ["1", "1", "9", "1"]]) == [], "one is no point"
    assert paths_of(grid, [row for row in rows if "7" not in row]) == [], "some are left out"


def test_the_other_diagonal_turns_the_board_over() -> None:
    _, grid = board_of("hex:size=4")
    cells = [(x, y) for x in range(1, 5) for y in range(1, 5)]

    def related(*steps: tuple[int, int]) -> list[list[str]]:
        return [
            [str(each) for each in (x, y, x + dx, y + dy)]
            for x, y in cells
            for dx, dy in steps
            if (x + dx, y + dy) in cells
        ]

    assert kind_of(grid, related((1, 0), (0, 1), (1, -1))) == 1
    assert kind_of(grid, related((1, 0), (0, 1), (1, 1))) == 2
    assert kind_of(grid, related((1, 0), (0, 1))) == 0
    assert kind_of(grid, related((1, 0), (0, 1), (1, 1))[:6]) == 0, "of few cells alone"
    assert kind_of(grid, [["1", "1", "9", "9"]]) == 0
