"""Solutions as film strips: a frame for each move, and what it has changed."""

import re
from pathlib import Path

import pytest

from tests.apps.conftest import Run, run
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.pictures.films.strip import strip
from zermelo.pictures.films.svg import svg_text

__all__ = ["run"]


def test_a_solution_is_drawn_move_by_move(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hanoi.svg"
    ran = run("solve", "hanoi:disks=2", "--film", str(path))
    assert f"film strip in {path}" in ran.out
    text = path.read_text()
    assert len(re.findall('class="frame', text)) == 4
    assert "hanoi:disks=2: player 100, 3 moves" in text
    assert "(move 1 middle)" in text
    assert text.count("frame last") == 1


def test_cells_that_a_move_has_changed_are_marked() -> None:
    game = load("eight_puzzle")
    move = game.legal(game.initial, Role(0))[0]
    first, second = strip(game, game.initial, [(move,)])
    ((board, unmarked),) = first.boards
    ((_, marked),) = second.boards
    assert (first.move, first.last, second.last) == ("", False, True)
    assert not unmarked
    assert len(marked) == 2
    text = svg_text([first, second], "one & one")
    assert text.count("changed") == 1 + len(marked)  # once in the style
    assert "one &amp; one" in text
    assert len(re.findall('class="cell', text)) == 2 * len(board.rows) * len(board.columns)


def test_what_symbols_stand_for_is_told_above_the_frames() -> None:
    game = load("sokoban")
    assert ">b box, p player<" in svg_text(strip(game, game.initial, []), "sokoban")


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("film.png", "a film strip is written as .svg"),
        ("missing/film.svg", "there is no folder missing"),
    ],
)
def test_a_film_that_cannot_be_written_is_refused_at_once(run: Run, file: str, says: str) -> None:
    ran = run("solve", "hanoi:disks=2", "--film", file)
    assert ran.code == 2
    assert says in ran.err


def test_an_explicit_tree_has_no_film(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.tree"
    path.write_text("[[3,12],[2,4]]")
    ran = run("solve", str(path), "--film", str(tmp_path / "film.svg"))
    assert ran.code == 3
    assert "is an explicit tree: it has no boards; --tree draws it" in ran.err


def test_a_puzzle_of_many_positions_says_whether_it_is_shortest(run: Run) -> None:
    answer = run("solve", "hanoi:disks=2", "--json").answer
    assert (answer["shortest"], answer["proven"], answer["distance"]) == (True, True, 3)
    assert run("solve", "tictactoe", "--json").answer["shortest"] is None
