"""The table of bounds: what is found again is right, and what took long stays."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from zermelo.kernels.kernel import kernel
from zermelo.search.exact.arrays import new_bounds, refilled_bounds
from zermelo.search.exact.kernels.table import (
    ENTRIES,
    LOST,
    BoundTable,
    bounds_of_row,
    keep,
)
from zermelo.search.window.kernels.table import hash_of

Words = NDArray[np.uint64]


@kernel
def put(table: BoundTable, key: Words, low: int, high: int, nodes: int) -> None:
    """Keep bounds of a state that is a row of its own."""
    keep(table, key, 0, hash_of(key, 0, table.words), low, high, nodes)


def row(state: int, words: int) -> Words:
    """Return a state as words."""
    return np.array([state >> 64 * word & (1 << 64) - 1 for word in range(words)], np.uint64)


@dataclass
class Reference:
    """All bounds that were ever kept."""

    known: dict[int, tuple[int, int]] = field(default_factory=dict)

    def keep(self, state: int, low: int, high: int) -> None:
        """Add bounds to what is known of a state."""
        before = self.known.get(state, (0, 255))
        self.known[state] = max(low, before[0]), min(high, before[1])


@pytest.mark.parametrize("fluents", [5, 40, 41, 64, 86, 104, 105, 128, 300])
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_found_was_kept(fluents: int, data: st.DataObject) -> None:
    table, reference = new_bounds(fluents, 4), Reference()
    states = st.integers(0, (1 << fluents) - 1)
    few = data.draw(st.lists(states, min_size=1, max_size=12))
    for _ in range(60):
        state = data.draw(st.sampled_from(few))
        low, high = data.draw(st.integers(0, 3)), data.draw(st.integers(3, 255))
        put(table, row(state, table.words), low, high, data.draw(st.integers(1, 10**6)))
        reference.keep(state, low, high)
    if not table.state[LOST]:
        assert table.state[ENTRIES] == len(reference.known)
    larger = refilled_bounds(table, fluents, 4)
    for state in few:
        for one in (table, larger):
            found = bounds_of_row(one, row(state, one.words))
            if found < 0:
                assert table.state[LOST] or state not in reference.known
                continue
            low, high = reference.known[state]
            # What was lost and kept again may know less, never more.
            assert (found & 0xFF) <= low
            assert found >> 8 >= high
            if not table.state[LOST]:
                assert (found & 0xFF, found >> 8) == (low, high)


def test_what_took_long_stays() -> None:
    table = new_bounds(100, 1)
    put(table, row(7, 2), 1, 255, 1_000_000)
    for state in range(100, 400):
        put(table, row(state, 2), 0, 2, 3)
    assert bounds_of_row(table, row(7, 2)) == 1 + 256 * 255
    assert bounds_of_row(table, row(399, 2)) == 256 * 2  # so does the newest
    assert bounds_of_row(table, row(200, 2)) == -1
