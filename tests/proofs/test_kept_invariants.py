"""Invariants asked of single positions."""

import pytest

from zermelo.game.game import State
from zermelo.proofs.counts import Count
from zermelo.proofs.kept_invariants import Keeping

COUNTS = (Count((0, 2), 1, 1), Count((1, 2, 3), 1, 2), Count((1,), 0, 0))


@pytest.mark.parametrize("state", range(16))
def test_a_position_keeps_invariants_if_it_breaks_none(state: int) -> None:
    broken = [count for count in COUNTS if not count.holds(State(state))]
    keeping = Keeping(COUNTS)
    assert keeping.holds(State(state)) == (not broken)
    assert keeping.broken(State(state)) == (broken[0] if broken else None)
