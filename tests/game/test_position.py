"""Positions as people use them."""

import pytest

import zermelo
from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.position import Position


@pytest.fixture
def start(tictactoe: CompiledGame) -> Position:
    return tictactoe.start


def test_load_and_position_are_at_the_top() -> None:
    assert zermelo.Position is Position
    assert zermelo.load("tictactoe").start.roles == ("x", "o")
    with pytest.raises(AttributeError, match="no attribute 'unload'"):
        _ = zermelo.unload


def test_the_start(start: Position) -> None:
    assert "(control x)" in start.fluents
    assert start.legal["o"] == ["noop"]
    assert len(start.legal["x"]) == 9
    assert start.turn == ("x",)
    assert not start.terminal


def test_one_move_is_enough_where_the_others_have_no_choice(start: Position) -> None:
    after = start.play("(mark 1 1)")
    assert after == start.play("(mark 1 1)", "noop")
    assert after == start.play({"x": "(mark 1 1)"})
    assert after == start.play({"x": "(mark 1 1)", "o": "noop"})
    assert after == start.play(" ( mark  1 1 ) ")
    assert start.turn == ("x",), "the position played from stays as it is"


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (("(mark 9 9)",), r"x never has a move \(mark 9 9\)"),
        (("noop",), "x cannot play noop here; legal: "),
        (("(mark 1 1)", "noop", "noop"), r"3 moves where 2 \(x, o\), or 1 \(x\) should be"),
        ((), "0 moves where"),
        (({"o": "noop"},), "x has a choice, but no move was given for it"),
        (({"z": "noop"},), "no role is called 'z'; there are x, o"),
    ],
)
def test_wrong_moves_say_what_would_do(start: Position, moves: tuple[str, ...], says: str) -> None:
    with pytest.raises(PlayError, match=says):
        start.play(*moves)


def test_two_mappings_are_a_wrong_call(start: Position) -> None:
    with pytest.raises(TypeError):
        start.play({"x": "(mark 1 1)"}, {"o": "noop"})


def test_the_end(start: Position) -> None:
    end = start
    for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)"):
        end = end.play(move)
    assert end.terminal
    assert end.goals == {"x": 100, "o": 0}
    assert end.turn == ()
    assert end.status == "over: x 100, o 0"
    with pytest.raises(PlayError, match="the match is over"):
        end.play("(mark 3 3)")


def test_how_it_is_shown(start: Position) -> None:
    assert repr(start) == "<tictactoe: x to move>"
    assert str(start).startswith("3  . . .\n")
    assert str(start).endswith("x to move")
    assert start._repr_html_().startswith("<pre>3  . . .")


def test_simultaneous_moves() -> None:
    start = zermelo.load("rock_paper_scissors").start
    assert len(start.turn) == 2
    assert "and" in start.status
    with pytest.raises(PlayError, match="1 moves where 2"):
        start.play("rock")
