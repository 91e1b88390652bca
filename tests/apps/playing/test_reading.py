"""What a person types: numbers, moves in any spelling, parts of them, commands."""

from collections.abc import Callable
from random import Random

import pytest

from zermelo.apps.playing.reading import command_in, matching, move_elsewhere, move_in, shortened
from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role

MARKS = [f"(mark {x} {y})" for x in (1, 2, 3) for y in (1, 2, 3)]
CHESS = ["(move e 2 e 3)", "(move e 2 e 4)", "(move d 2 d 4)", "(move g 1 f 3)", "resign"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1", 0),
        (" 9 ", 8),
        ("(mark 2 3)", 5),
        ("mark 2 3", 5),
        ("MARK 2 3", 5),
        ("mark(2,3)", 5),
        ("2 3", 5),
        ("2,3", 5),
        ("ma 2 3", 5),
    ],
)
def test_a_mark_is_meant_in_many_ways(text: str, place: int) -> None:
    assert move_in(text, MARKS) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [("e2 e4", 1), ("e2e4", 1), ("e2-e4", 1), ("e 4", 1), ("e3", 0), ("g1", 3), ("res", 4)],
)
def test_squares_are_meant_as_chess_players_write_them(text: str, place: int) -> None:
    assert move_in(text.replace("-", " "), CHESS) == place


def test_a_whole_move_is_no_part_of_another() -> None:
    assert move_in("(jump a)", ["(jump a)", "(jump a b)"]) == 0
    assert move_in("pass", ["(pass b)", "pass"]) == 1


@pytest.mark.parametrize(
    ("text", "moves", "message"),
    [
        ("0", MARKS, "there are 9 moves, and none has the number 0"),
        ("10", MARKS, "there are 9 moves, and none has the number 10"),
        ("9" * 30, MARKS, "none has the number 9999"),
        ("2", ["(go)"], "there is 1 move, and none has the number 2"),
        ("mark 3", MARKS, "mark 3 may mean 7 (mark 3 1), 8 (mark 3 2), 9 (mark 3 3)"),
        ("mark", MARKS, "8 (mark 3 2) and 1 more"),
        ("4 4", MARKS, "no legal move has '4 4' in it; `moves` lists them, `help` tells the rest"),
        ("hnit", MARKS, "no legal move has 'hnit' in it; did you mean hint?"),
        ("()", MARKS, "no legal move has '()' in it"),
        ("\x1b[2Jboo", MARKS, "no legal move has '?[2Jboo' in it"),
        ("x" * 1000, MARKS, "x" * 40 + "..."),
    ],
)
def test_what_is_no_move_is_said(text: str, moves: list[str], message: str) -> None:
    with pytest.raises(PlayError) as raised:
        move_in(text, moves)
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["(mark 2 2)", "mark 2 2", "mark(2,2)"])
def test_a_move_of_another_position_is_said_to_be_one(tictactoe: CompiledGame, text: str) -> None:
    said = move_elsewhere(text, tictactoe, Role(0))
    assert said == "x cannot play (mark 2 2) here; `moves` lists what can be played"


@pytest.mark.parametrize("text", ["mark 7 7", "(", "?x", "\x1b", "x" * 100_000])
def test_other_texts_are_no_moves_anywhere(tictactoe: CompiledGame, text: str) -> None:
    assert move_elsewhere(text, tictactoe, Role(0)) == ""


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("hint", ("hint", "")),
        (" QUIT ", ("quit", "")),
        ("q", ("quit", "")),
        ("?", ("help", "")),
        ("level 500 nodes", ("level", "500 nodes")),
        ("moves e2", ("moves", "e2")),
        ("hint 3", None),
        ("1", None),
    ],
)
def test_commands_are_known(text: str, command: tuple[str, str] | None) -> None:
    assert command_in(text) == command


def test_parts_find_all_that_have_them() -> None:
    assert matching("e 2", CHESS) == [0, 1]
    assert matching("", CHESS) == []


@pytest.mark.parametrize("name", ["breakthrough", "dots_and_boxes", "tricks", "sokoban"])
def test_every_legal_move_means_itself(game_of: Callable[[str], CompiledGame], name: str) -> None:
    game, generator = game_of(name), Random(name)
    state = game.initial
    while not game.terminal(state):
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        for role, moves in enumerate(legal):
            texts = [game.spell(Role(role), move) for move in moves]
            for place, text in enumerate(texts):
                assert move_in(text, texts) == place
                assert move_in(text.strip("()"), texts) == place
        state = game.next(state, tuple(map(generator.choice, legal)))


def test_texts_are_repeated_in_short() -> None:
    assert shortened("  a\tb ") == "a?b"
