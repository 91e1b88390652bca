"""What an atom of ground rules rests on: the fluents of one short proof, each told once."""

import numpy as np

from zermelo.game.game import State
from zermelo.ground.program import Program
from zermelo.play.support import WeightedBody, failing, support

Weighted = tuple[int, int, tuple[tuple[int, int], ...]]


def ground(rules: dict[int, list[list[int]]], *weighted: Weighted) -> Program:
    """Rules by head, over fluents that are the atoms 1, 2 and 3."""
    pairs = [(head, body) for head, bodies in rules.items() for body in bodies]
    none = np.zeros(0, np.int32)
    return Program(
        roles=("r",),
        fluents=("a", "b", "c"),
        moves=((),),
        initial=(),
        atoms=20,
        heads=np.array([head for head, _ in pairs], np.int32),
        ends=np.cumsum([len(body) for _, body in pairs], dtype=np.int32),
        body=np.array([literal for _, body in pairs for literal in body], np.int32),
        weighted=weighted,
        true=np.array([1, 2, 3], np.int32),
        next=none,
        does=(none,),
        legal=(none,),
        goals=((),),
        terminal=10,
    )


ALL = State(0b111)


def test_what_two_atoms_share_is_followed_once() -> None:
    shared = ground({10: [[11, 12]], 11: [[14, 13]], 12: [[13, 1]], 13: [[3]], 14: [[2]]})
    assert support(shared, ALL, 10) == {0, 1, 2}


def test_what_fails_only_by_each_other_is_not_followed_for_ever() -> None:
    unfounded = ground({10: [[1, -11]], 11: [[12]], 12: [[11]]})
    assert support(unfounded, ALL, 10) == {0}


def test_rules_of_an_atom_that_was_met_before_do_not_hide_others() -> None:
    around = ground({10: [[11, 12]], 11: [[12], [1]], 12: [[11], [1]]})
    assert support(around, State(0b001), 10) == {0}


def test_of_weights_that_are_more_than_enough_the_largest_are_told() -> None:
    heavy = ground({}, (10, 5, ((1, 2), (2, 5), (3, 3))))
    assert support(heavy, ALL, 10) == {1}
    assert support(heavy, State(0b101), 10) == {0, 2}


def test_several_sums_of_weights_may_make_the_same_atom_true() -> None:
    either = ground({}, (10, 2, ((1, 1), (2, 1))), (10, 1, ((3, 1),)))
    assert support(either, State(0b011), 10) == {0, 1}
    assert support(either, State(0b100), 10) == {2}


def test_a_body_fails_for_a_literal_that_does_not_hold() -> None:
    body = WeightedBody(((1, 1), (2, 1), (-3, 1)), 3)
    assert failing(body, {2}) == -1
    assert failing(body, {1, 2, 3}) == 3
    assert failing(body, {1, 2}) == 0
