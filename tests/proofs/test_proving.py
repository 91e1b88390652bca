"""Chains of fluents that follow each other, also beyond what any match has shown."""

import pytest

from tests.proofs.knowing import find_out, sheet
from zermelo.proofs.counts import Count
from zermelo.proofs.invariants import Counter, counter, strongest
from zermelo.proofs.patterns import Patterns
from zermelo.text.ground_term import ground_terms

CLOCK = """
(role a) (legal a wait) (legal a push) (goal a 0) (init (hour 1))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(<= (next (hour ?n)) (true (hour ?m)) (succ ?m ?n)) (<= terminal (true (hour 6)))
"""
PUSHED = CLOCK.replace("(succ 4 5) ", "") + (
    "(<= (next (hour 5)) (true (hour 4)) (does a wait))"
    "(<= (next (hour 6)) (true (hour 4)) (does a push))"
)
ROUND = CLOCK.replace("(init", "(succ 6 3) (init").replace("(true (hour 6))", "(true (hour 7))")


def counters(rules: str) -> tuple[Counter, ...]:
    """What is proved after a look at no more than the first move of a match."""
    return find_out("clock", sheet(rules), positions=2).invariants.counters


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None) -> None:
    pass


def test_a_chain_is_followed_to_an_end_that_no_match_has_shown() -> None:
    (found,) = counters(CLOCK)
    assert (len(found.chain), found.again, found.over) == (6, None, True)


def test_a_chain_is_followed_until_it_comes_round() -> None:
    (found,) = counters(ROUND)
    assert (len(found.chain), found.again, found.over) == (6, 2, False)
    assert found.text.endswith("(hour 6) -> (hour 3) again")


def test_what_a_later_move_may_choose_is_no_chain() -> None:
    assert counters(PUSHED) == ()


def test_a_chain_in_words_has_its_last_fluent_once() -> None:
    names = Patterns(ground_terms("a b c"))
    assert counter(names, (0, 1, 2, 1), False) == Counter(
        (0, 1, 2), 1, False, "a -> b -> c -> b again"
    )
    assert counter(names, (0, 1), True).text == "a -> b, then the match is over"


def test_a_count_that_a_larger_group_implies_is_left_out() -> None:
    three, two = Count((0, 1, 2), 0, 1), Count((1, 2), 0, 1)
    assert strongest((two, three)) == [three]
    assert strongest((Count((1, 2), 1, 1), three)) == [three, Count((1, 2), 1, 1)]
    assert strongest((Count((0, 1, 2), 0, 2), two)) == [Count((0, 1, 2), 0, 2), two]
    assert strongest((Count((1, 2), 0, 0), three)) == [three, Count((1, 2), 0, 0)]
    assert strongest((Count((2, 3), 0, 1), three)) == [three, Count((2, 3), 0, 1)]
