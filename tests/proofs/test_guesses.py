"""Guesses at invariants: which are worth proving, and which add nothing."""

from collections import Counter

import numpy as np
import pytest

from tests.proofs.knowing import sheet
from zermelo.game.load import compiled_game
from zermelo.proofs import sample as sampling
from zermelo.proofs.candidates import Candidates, candidates
from zermelo.proofs.counts import Count
from zermelo.proofs.invariants import guesses
from zermelo.proofs.patterns import Patterns
from zermelo.proofs.sample import StateSample, sample
from zermelo.text.ground_term import ground_terms


def seen(rows: list[str], steps: list[int] | None = None) -> StateSample:
    """A sample of states, each a row of digits."""
    states = np.array([[int(digit) for digit in row] for row in rows], np.uint8)
    moves = np.array(steps or range(len(rows)), np.int32)
    return StateSample(states, moves, np.ones(len(rows), np.bool_), {}, {}, len(rows))


def guessed(names: str, rows: list[str], steps: list[int] | None = None) -> Candidates:
    """Guesses about fluents such as `c-1-x` for `(c 1 x)`."""
    fluents = [f"({name.replace('-', ' ')})" if "-" in name else name for name in names.split()]
    return candidates(Patterns(ground_terms(" ".join(fluents))), seen(rows, steps))


def test_a_number_that_smaller_groups_make_up_is_not_guessed() -> None:
    cells = guessed("c-1-x c-1-o c-2-x c-2-o", ["1010", "1001", "0101", "0110"])
    assert {Count((0, 1), 0, 1), Count((0, 1), 1, 2), Count((2, 3), 1, 2)} <= set(cells.groups)
    assert all(len(count.group) < 4 for count in cells.groups)


def test_a_number_that_nothing_makes_up_is_guessed_from_both_sides() -> None:
    lamps = guessed("on-1 on-2 on-3", ["110", "101", "011"])
    assert {Count((0, 1, 2), 2, 3), Count((0, 1, 2), 0, 2)} <= set(lamps.groups)


def test_what_always_or_never_holds_is_guessed() -> None:
    found = guessed("p q r", ["101", "100"]).groups
    assert {Count((0,), 1, 1), Count((1,), 0, 0)} <= set(found)
    assert all(count.group != (2,) for count in found)


def test_a_group_is_regular_only_with_all_its_like() -> None:
    every = guessed("c-1-x c-1-o c-2-x c-2-o", ["1010", "0100", "0001"])
    assert {count.group for count in every.groups[: every.regular]} == {(0, 1), (2, 3)}
    one = guessed("c-1-x c-1-o c-2-x c-2-o", ["1011", "0100", "0001"])
    assert Count((0, 1), 0, 1) in one.groups
    assert (0, 1) not in {count.group for count in one.groups[: one.regular]}


@pytest.mark.parametrize(("often", "pairs"), [(9, ((1, 2),)), (2, ())])
def test_a_pair_is_guessed_if_it_would_have_met_by_chance(
    often: int, pairs: tuple[tuple[int, int], ...]
) -> None:
    rows = ["110"] * 3 * often + ["101"] * 3 * often + ["100"] * often + ["000"] * often
    found = guessed("p q r", rows)
    assert tuple(count.group for count in found.pairs) == pairs
    assert all((count.least, count.most) == (0, 1) for count in found.pairs)


def test_a_pair_of_one_group_is_not_guessed_again() -> None:
    rows = ["110"] * 30 + ["101"] * 30 + ["100"] * 10
    assert guessed("p c-1 c-2", rows).pairs == ()


def test_a_chain_depends_on_the_number_of_moves_alone() -> None:
    rows = ["100", "010", "001", "010"]
    assert guessed("h-1 h-2 h-3", rows, [0, 1, 2, 1]).chains == (((0, 1, 2), (0, 1, 2)),)
    assert guessed("h-1 h-2 h-3", rows, [0, 1, 2, 2]).chains == ()
    assert guessed("h-1 h-2 h-3", ["000", "010", "001"]).chains == (), "none holds at first"
    assert guessed("h-1 h-2 h-3", ["100", "010", "000", "001"]).chains == (((0, 1, 2), (0, 1)),)
    assert guessed("h-1 h-2 h-3", ["100", "100"]).chains == (), "nothing follows"


COUNT = """
(role a) (legal a up) (legal a stay) (goal a 0) (init (at 0)) (<= terminal (true (at 9)))
(succ 0 1) (succ 1 2) (succ 2 3) (<= (next (at ?n)) (does a up) (true (at ?m)) (succ ?m ?n))
(<= (next (at ?n)) (does a stay) (true (at ?n))) (<= (next (at 3)) (true (at 3)))
"""


def test_of_many_states_some_are_kept_the_first_among_them(
    in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "KEPT_STATES", 40)
    game = compiled_game("count", sheet(COUNT))
    found = sample(game, positions=2000)
    assert len(found.states) == len(found.steps) == len(found.going) == 40
    assert found.steps[0] == 0
    assert [int(bit) for bit in found.states[0]] == [game.initial >> bit & 1 for bit in range(4)]
    assert found.positions >= 2000


def test_no_state_of_a_sample_is_kept_twice(
    in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compiled_game("count", sheet(COUNT))
    every = Counter(sample(game, positions=2000).steps.tolist())
    monkeypatch.setattr(sampling, "KEPT_STATES", every.total() - 1)
    kept = Counter(sample(game, positions=2000).steps.tolist())
    assert kept < every
    assert kept.total() == every.total() - 1


def test_a_match_without_an_end_is_left_and_another_begun(
    in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "LONGEST_MATCH", 5)
    found = sample(compiled_game("count", sheet(COUNT)), positions=20_000)
    assert found.steps.max() == 5
    assert (found.steps == 0).sum() > 1


def test_what_does_not_hold_initially_is_not_guessed(in_process: None) -> None:
    game = compiled_game("count", sheet(COUNT))
    rows = ["0100", "0010", "0001"]  # a sample that has missed the first state
    found = guesses(game, Patterns(game.lexicon.fluent_terms), seen(rows))
    assert Count((0,), 0, 0) not in found.groups
    assert Count((0, 1, 2, 3), 0, 1) in found.groups
    assert found.chains == ()
