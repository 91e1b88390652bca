"""What pruning in max^n stands on, and guesses that are brought to its sum."""

from fractions import Fraction

import pytest

from tests.search.many.trees import drawn
from zermelo.search.many.bounds import (
    VectorBounds,
    bounds_of,
    shared,
    tree_bounds,
    unit_of,
    without_end,
)


def test_who_is_guessed_to_get_less_than_nothing_gets_the_least() -> None:
    bounds = VectorBounds((0, 0, 0), (100, 100, 100), 100)
    assert shared(bounds, (-20.0, 50.0, 50.0), unit=1) == (0, 50, 50)


def test_what_is_left_over_may_fill_a_role_up_to_its_best() -> None:
    assert shared(VectorBounds((0, 0), (51, 100), 101), (50.6, 50.4), unit=1) == (51, 50)
    assert shared(VectorBounds((0, 0), (50, 100), 101), (50.6, 50.4), unit=1) == (50, 51)


def test_goals_that_are_settled_before_the_match_are_bounds() -> None:
    assert bounds_of(drawn("[(0,0,0),(0,0,0)]")) == VectorBounds((0, 0, 0), (0, 0, 0), 0)


def test_bounds_of_drawn_goals_are_exact() -> None:
    bounds = tree_bounds(drawn("[(0.1,0.2,0),(0,-0.3,0.6)]"))
    assert (bounds.low, bounds.most) == ((0, Fraction(-3, 10), 0), Fraction(3, 10))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_bound_that_is_a_fraction_makes_all_guesses_fractions(place: int) -> None:
    half = [Fraction(1, 2) if place == each else 0 for each in range(3)]
    bounds = VectorBounds((half[0], 0), (10, 10 + half[1]), 10 + half[2])
    assert isinstance(unit_of(bounds, 0), Fraction)


def test_of_three_roles_an_endless_match_changes_no_bound() -> None:
    bounds = VectorBounds((0, 20, 0), (30, 80, 40), 100)
    assert without_end(bounds) == bounds
