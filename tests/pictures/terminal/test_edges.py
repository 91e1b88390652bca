"""What stands between cells, drawn in a terminal."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.game.spelling import after, read_moves
from zermelo.pictures.terminal.boards import drawn
from zermelo.pictures.terminal.edges import NEW, edged_board_of

Games = Callable[[str], CompiledGame]
MAZE = """
(role walker)
(init (cell 1 1 walker)) (init (wall 0 1 east)) (init (wall 0 2 east)) (init (wall 2 1 east))
(init (wall 2 2 east)) (init (wall 1 2 north)) (init (wall 2 2 north)) (init (wall 1 0 north))
(init (wall 2 0 north)) (init (wall 1 1 east))
(index 1) (index 2)
(<= (base (cell ?x ?y walker)) (index ?x) (index ?y))
(<= (next (wall ?x ?y ?way)) (true (wall ?x ?y ?way)))
(<= (legal walker (go ?x ?y)) (index ?x) (index ?y))
(<= (next (cell ?x ?y walker)) (does walker (go ?x ?y)))
(<= terminal (true (cell 2 1 walker)))
(goal walker 100)
"""


def shown(game: CompiledGame, moves: str, width: int = 80) -> list[str]:
    """The lines of a position in a terminal that can show lines."""
    state = after(game, game.initial, read_moves(moves))
    return next(drawn(game, state, lines=True, width=width)).plain.splitlines()


def test_lines_go_from_dot_to_dot(game_of: Games) -> None:
    game = game_of("dots_and_boxes:rows=1,columns=2")
    assert shown(game, "(draw h 1 2); (draw v 1 1); (draw v 3 1)") == [
        "  •━━━•   •",
        "1 ┃       ┃",
        "  •   •   •",
        "    1   2",
    ]


def test_a_new_line_is_marked(game_of: Games) -> None:
    game = game_of("dots_and_boxes:rows=1,columns=2")
    before = after(game, game.initial, read_moves("(draw h 1 2)"))
    state = after(game, before, read_moves("(draw h 2 2)"))
    text = next(drawn(game, state, lines=True, width=80, before=before))
    marked = [text.plain[span.start : span.end] for span in text.spans if span.style == NEW]
    assert "".join(marked).strip() == "━━━"
    assert text.plain.splitlines()[0] == "  •━━━•━━━•"


@pytest.mark.usefixtures("in_process")
def test_the_walls_of_a_maze(tmp_path: Path) -> None:
    path = tmp_path / "maze.kif"
    path.write_text(MAZE)
    assert shown(load(str(path)), "") == [
        "  ┏━━━━━━━┓",
        "2 ┃       ┃",
        "  ┃   ╻   ┃",
        "1 ┃ w ┃   ┃",
        "  ┗━━━┻━━━┛",
        "    1   2",
    ]


def test_where_there_is_no_room_letters_say_what_is_drawn(game_of: Games) -> None:
    game = game_of("dots_and_boxes:rows=1,columns=2")
    assert shown(game, "(draw h 1 2)", width=8)[0].startswith("2  h")


def test_other_games_have_nothing_there(game_of: Games) -> None:
    assert edged_board_of(game_of("tictactoe")) is None
    assert edged_board_of(game_of("hex:size=3")) is None
