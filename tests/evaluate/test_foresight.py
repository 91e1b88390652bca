"""How well evaluators foretell the end."""

from collections.abc import Callable

import numpy as np
import pytest

from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.material import Material
from zermelo.evaluate.foresight import foresight, middles
from zermelo.game.compiled_game import CompiledGame

Games = Callable[[str], CompiledGame]


def test_pieces_foretell_the_end_where_they_are_taken(game_of: Games) -> None:
    assert foresight(game_of("nine_mens_morris"), Material()) > 0.4
    assert abs(foresight(game_of("connect_four"), Material())) < 0.15


def test_who_says_the_same_always_foretells_nothing(game_of: Games) -> None:
    assert foresight(game_of("tictactoe"), Even()) == 0.0


def test_points_on_the_way_foretell_points(game_of: Games) -> None:
    assert foresight(game_of("reversi"), Goal()) > 0.05


@pytest.mark.parametrize("name", ["tictactoe", "goofspiel:cards=3"])
def test_states_lie_between_the_beginning_and_the_end(name: str, game_of: Games) -> None:
    game = game_of(name)
    rows, ends = middles(game)
    assert len(rows) == len(ends) > 0
    assert not np.isnan(ends).any()
    for row in rows[:50]:
        state = game.state(row)
        assert state != game.initial
        assert not game.terminal(state)


def test_a_match_that_is_over_at_once_has_no_middle(game_of: Games) -> None:
    assert foresight(game_of("rock_paper_scissors"), Goal()) == 0.0
