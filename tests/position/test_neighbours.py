"""Hexagons that are seen in the rules."""

import pytest

from zermelo.position.grid import Grid
from zermelo.position.layout import find_layout
from zermelo.position.load import load
from zermelo.position.neighbours import asked, hexagons, kind_of
from zermelo.text.tree import Sheet


def board_of(name: str) -> tuple[Sheet, Grid]:
    """The rules of a game, and its board without any hints."""
    game = load(name)
    assert game.sheet is not None
    return game.sheet, find_layout(game.lexicon, game.describe(game.initial), {}).boards[0][0]


def test_six_neighbours_make_hexagons() -> None:
    sheet, grid = board_of("hex:size=4")
    assert hexagons(sheet, grid) == {"skew": True}
    assert hexagons(sheet, grid) == {"skew": True}, "kept, it is the same"


@pytest.mark.parametrize("name", ["tictactoe", "reversi", "breakthrough"])
def test_other_boards_have_squares(name: str) -> None:
    assert asked(*board_of(name)) == 0


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
