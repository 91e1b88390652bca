"""Random matches measure a game: branching, length, and what they could not see the end of."""

import pytest

from zermelo.game.load import load
from zermelo.sampling.measures import measured


def test_tictactoe_has_from_nine_moves_down_and_lasts_five_to_nine() -> None:
    found = measured(load("tictactoe"), batches=2)
    first, second = found.branching
    assert first is not None
    assert second is not None
    assert (first.most, second.most) == (9, 8)
    assert found.length is not None
    assert (found.length.least, found.length.most) == (5, 9)
    assert found.length.mean == pytest.approx(7.63, abs=0.1)
    assert found.unfinished == 0
    assert found.length.count == 2048


def test_the_same_seed_measures_the_same() -> None:
    game = load("connect_four:width=4,height=4")
    assert measured(game, batches=1, seed=3) == measured(game, batches=1, seed=3)


def test_a_batch_that_is_cut_off_says_how_many_matches_it_did_not_see_the_end_of() -> None:
    found = measured(load("tictactoe"), positions=0)
    assert found.unfinished == 1024
    assert found.length is None
    assert found.branching[0] is not None
    assert found.branching[1] is None
