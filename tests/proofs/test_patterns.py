"""Patterns of fluents: of terms with many arguments, one or two are left open."""

from itertools import product

import pytest

from zermelo.proofs.patterns import MOST_ARGUMENTS, Patterns, openings
from zermelo.text.ground_term import ground_terms


def test_of_a_short_term_every_choice_of_arguments_is_left_open() -> None:
    assert list(openings(2)) == [(False, False), (False, True), (True, False), (True, True)]
    assert len(list(openings(MOST_ARGUMENTS))) == 2**MOST_ARGUMENTS


@pytest.mark.parametrize("arity", [MOST_ARGUMENTS + 1, MOST_ARGUMENTS + 4])
def test_of_a_long_term_one_or_two_arguments_are_left_open(arity: int) -> None:
    every = product([False, True], repeat=arity)
    found = list(openings(arity))
    assert sorted(found) == [choice for choice in every if sum(choice) in (1, 2)]
    assert found[0] == (True, *[False] * (arity - 1))


def test_long_fluents_that_differ_in_two_places_have_a_pattern() -> None:
    fluents = [f"(card {a} 2 3 4 5 {b} 7)" for a in "xy" for b in "uv"]
    patterns = Patterns(ground_terms(" ".join([*fluents, "(card x 2 3 0 0 u 0)"])))
    assert patterns.spell(range(4)) == "(card ? 2 3 4 5 ? 7)"
    assert patterns.spell([0, 1]) == "(card x 2 3 4 5 ? 7)"
    assert patterns.spell([0, 4]) == f"{fluents[0]}, (card x 2 3 0 0 u 0)", "three are too many"


def test_fluents_of_one_name_and_another_size_are_told_apart() -> None:
    patterns = Patterns(ground_terms("(at 1) (at 2) (at 1 2)"))
    assert patterns.spell([0, 1, 2]) == "(at ?), (at 1 2)"
