"""Batches of random matches: as many at a time as the number of moves allows."""

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.sampling import matches
from zermelo.sampling.matches import RandomMatchBatch


@pytest.mark.parametrize(("bits", "size"), [(1 << 18, 1024), (2000, 100), (20, 16)])
def test_the_more_moves_a_game_has_the_fewer_matches_are_played_at_a_time(
    tictactoe: CompiledGame, bits: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tictactoe.dimensions.moves == 20
    monkeypatch.setattr(matches, "MOST_LEGAL_BITS", bits)
    batch = RandomMatchBatch(tictactoe, seed=0)
    assert len(next(iter(batch)).rows) == size
