"""Guesses at invariants: groups that take turns are joined, but not too many of them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from zermelo.proofs import candidates
from zermelo.proofs.candidates import unions

TURNS = np.array([[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 0], [1, 0, 1], [1, 0, 0]], np.uint8)
"""Six fluents in three positions; each is at work where one of the others is not."""


def test_fluents_of_which_one_holds_where_the_other_does_not_are_joined() -> None:
    assert list(unions(TURNS, {})) == [(0, 3), (1, 4), (2, 5)]


def test_a_group_is_joined_with_a_fluent_that_holds_where_none_of_it_does() -> None:
    single: dict[tuple[int, ...], NDArray[np.uint16]] = {(0, 1): np.array([0, 1, 1], np.uint16)}
    assert (0, 1, 5) in list(unions(TURNS, single))


def test_not_many_more_groups_are_joined_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "MOST_UNIONS", 1)
    assert list(unions(TURNS, {})) == [(0, 3), (1, 4)]
