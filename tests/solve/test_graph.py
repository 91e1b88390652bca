"""Exploring: numbers, levels, limits, and games that cannot be solved."""

from collections.abc import Callable

import numpy as np
import pytest

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.positions.positions import ROOM, Positions
from zermelo.search.solve.graph import explore

GameOf = Callable[[str], CompiledGame]


def test_rows_are_numbered_in_the_order_in_which_they_come() -> None:
    known = Positions(2)
    rows = np.array([[1, 2], [2, 1], [1, 2], [0, 0]], np.uint64)
    assert known.add(rows).tolist() == [0, 1, 0, 2]
    assert known.add(rows[::-1].copy()).tolist() == [2, 0, 1, 0]
    assert known.rows.tolist() == [[1, 2], [2, 1], [0, 0]]


def test_there_is_always_room_for_more() -> None:
    known = Positions(1)
    random = np.random.default_rng(0)
    for _ in range(20):
        rows = random.integers(0, 5 * ROOM, (ROOM, 1)).astype(np.uint64)
        numbers = known.add(rows)
        assert (known.rows[numbers] == rows).all()
    assert len(np.unique(known.rows)) == known.size


def test_levels_count_positions_by_their_distance_from_the_start(tictactoe: CompiledGame) -> None:
    levels = explore(tictactoe).levels
    assert levels == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(levels) == 5478


def test_memory_is_limited_and_the_message_says_how_far_it_got(game_of: GameOf) -> None:
    message = r"has more positions than fit: [\d,]+ were found before 8 MB were full"
    with pytest.raises(LimitError, match=message):
        explore(game_of("connect_four"), megabytes=8)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nim_3p", r"nim_3p has 3 roles: .* nim_3p suits .*random"),
        ("rock_paper_scissors", "has simultaneous moves: left and right choose at once"),
        ("pig_race", "has chance \\(the role random\\)"),
        ("prisoners_dilemma", "has simultaneous moves"),
    ],
)
def test_other_games_are_refused(game_of: GameOf, name: str, message: str) -> None:
    with pytest.raises(UnsuitedError, match=message):
        explore(game_of(name))
