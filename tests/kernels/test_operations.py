"""Operations that numba does not have: the compiled forms do what the plain ones do."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import (
    bare,
    lane_mask,
    plain_lane_mask,
    plain_turn_eight,
    turn_eight,
)

WORDS = st.lists(st.integers(0, 2**64 - 1), min_size=70, max_size=70)


@kernel
def mask_of(words: Any, at: int, lanes: np.uint64) -> np.uint64:
    """Return what `lane_mask` says."""
    found: np.uint64 = lane_mask(bare(words), at, lanes)
    return found


@kernel
def eight_of(words: Any, at: int, lane: int, out: Any, to: int, stride: int) -> None:
    """Do what `turn_eight` does."""
    turn_eight(bare(words), at, lane, bare(out), to, stride)


@settings(max_examples=50)
@given(WORDS, st.integers(0, 6), st.integers(0, 2**64 - 1))
def test_a_mask_of_lanes(words: list[int], at: int, lanes: int) -> None:
    array = np.array(words, np.uint64)
    found = int(mask_of(array, at, np.uint64(lanes)))
    assert found == int(plain_lane_mask(array, at, lanes))
    assert found == sum(bool(words[at + bit] & lanes) << bit for bit in range(64))


@settings(max_examples=50)
@given(WORDS, st.integers(0, 6), st.sampled_from(range(0, 64, 8)), st.integers(1, 3))
def test_eight_lanes_are_turned_into_words(
    words: list[int], at: int, lane: int, stride: int
) -> None:
    array = np.array(words, np.uint64)
    found, plain = np.zeros(40, np.uint64), np.zeros(40, np.uint64)
    eight_of(array, at, lane, found, 5, stride)
    plain_turn_eight(array, at, lane, plain, 5, stride)
    assert (found == plain).all()
    for number in range(8):
        word = sum((words[at + bit] >> (lane + number) & 1) << bit for bit in range(64))
        assert found[5 + number * stride] == word
