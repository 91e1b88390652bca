"""Counting paths: the known counts, and that the fast way counts as the definition does."""

from collections.abc import Callable

import pytest

from tests.engine.twin import LOOP, RACE
from tests.ground.sheets import LIGHT, STUCK, games_of
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.game.perft import Level, fast_perft, perft

Games = Callable[[str], CompiledGame]


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("tictactoe", "9 72 504 3024 15120 54720 148176 200448 127872"),
        ("connect_four", "7 49 343 2401 16807 117649 823536 5673234"),
        ("reversi", "4 12 56 244 1396 8200"),
        ("breakthrough", "22 484 11132 256036"),
        ("checkers", "7 49 302 1469 7361"),
        ("chess", "20 400 8902 197281"),
    ],
)
def test_paths_are_as_many_as_is_known(name: str, paths: str, game_of: Games) -> None:
    expected = [1, *map(int, paths.split())]
    found = [level.paths for level in fast_perft(game_of(name), len(expected) - 1)]
    assert found == expected


@pytest.mark.parametrize(("text", "depth"), [(LIGHT, 4), (STUCK, 6), (LOOP, 2), (RACE, 4)])
def test_the_fast_way_counts_as_the_definition(text: str, depth: int) -> None:
    fast, slow = games_of(text)
    expected = list(perft(slow, depth))
    assert list(perft(fast, depth)) == expected
    assert list(fast_perft(fast, depth)) == expected


@pytest.mark.parametrize(
    ("name", "depth"),
    [("tictactoe", 4), ("rock_paper_scissors", 3), ("nim", 3), ("tron", 2), ("maze", 5)],
)
def test_the_fast_way_counts_library_games_as_the_definition(
    name: str, depth: int, game_of: Games
) -> None:
    game = game_of(name)
    assert list(fast_perft(game, depth)) == list(perft(game, depth))


def test_paths_that_end_and_states_are_counted_too(tictactoe: CompiledGame) -> None:
    levels = list(fast_perft(tictactoe, 9))
    assert [level.terminals for level in levels] == [
        *[0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    ]
    assert [level.states for level in levels] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_paths_are_counted_from_any_state(tictactoe: CompiledGame) -> None:
    state = tictactoe.initial
    for text, other in (("(mark 1 1)", "noop"), ("noop", "(mark 2 2)")):
        joint = tictactoe.read(Role(0), text), tictactoe.read(Role(1), other)
        state = tictactoe.next(state, joint)
    levels = list(fast_perft(tictactoe, 3, state))
    assert levels == list(perft(tictactoe, 3, state))
    assert [level.paths for level in levels] == [1, 7, 42, 210]


def test_nothing_comes_after_the_end(tictactoe: CompiledGame) -> None:
    levels = list(fast_perft(tictactoe, 12))
    assert levels[9].paths == levels[9].terminals == 127872
    assert levels[10:] == [Level(0, 0, 0)] * 3


def test_depth_nought_is_the_start(tictactoe: CompiledGame) -> None:
    assert list(fast_perft(tictactoe, 0)) == list(perft(tictactoe, 0)) == [Level(1, 0, 1)]


def test_more_paths_than_64_bits_hold_are_counted() -> None:
    text = "(role r) (init on) (legal r a) (legal r b) (legal r c) (<= (next on) (true on))"
    fast, _ = games_of(
        text + "(<= (next even) (does r a)) (<= terminal (not (true on))) (goal r 0)"
    )
    levels = list(fast_perft(fast, 70))
    assert [level.paths for level in levels] == [3**depth for depth in range(71)]


def test_too_many_states_are_a_limit(tictactoe: CompiledGame) -> None:
    levels = fast_perft(tictactoe, 9, megabytes=0)
    with pytest.raises(LimitError, match="states at depth 1 need more than 0 MB"):
        list(levels)


def test_paths_of_roles_that_move_at_once_are_pairs_of_moves() -> None:
    fast, _ = games_of(RACE)
    assert next(iter(list(fast_perft(fast, 1))[1:])).paths == 9
    assert fast.next(fast.initial, (Move(1), Move(2))) == fast.state_of(["(at a 1)", "(at b 2)"])
