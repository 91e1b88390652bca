"""Rows and slices: turned one into the other and back; joint moves listed in order."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from zermelo.engine.engine import words_for
from zermelo.engine.kernels.lanes import (
    children,
    collect,
    count_children,
    count_joints,
    list_joints,
    spread,
    turn,
)
from zermelo.engine.lanes import aligned
from zermelo.kernels.vector import LANES, WORDS

Words = NDArray[np.uint64]
words = st.integers(0, 2**64 - 1)


def random_words(seed: int, *shape: int) -> Words:
    return np.random.default_rng(seed).integers(0, 2**64, shape, np.uint64)


def bits(rows: Words, size: int) -> NDArray[np.uint8]:
    """The bits of rows of words, one number each: [rows, size]."""
    return np.unpackbits(rows.view(np.uint8), axis=1, count=size, bitorder="little")


@given(st.lists(words, min_size=64, max_size=64))
def test_turning_exchanges_words_and_bits(block: list[int]) -> None:
    turned = np.array(block, np.uint64)
    turn(turned)
    before = bits(np.array(block, np.uint64)[:, None], 64)
    assert (bits(turned[:, None], 64) == before.T).all()
    turn(turned)
    assert turned.tolist() == block


@pytest.mark.parametrize("lanes", [1, 63, 64, 65, 1000, LANES])
@pytest.mark.parametrize("size", [1, 63, 64, 65, 130])
def test_collecting_gives_back_what_was_spread(lanes: int, size: int) -> None:
    rows = random_words(size, lanes, words_for(size))
    wires = aligned((size + 3) * WORDS)
    spread(rows, wires, 2, size)
    slices = bits(wires.reshape(-1, WORDS), LANES)
    assert (slices[2 : 2 + size, :lanes] == bits(rows, size).T).all()
    assert not slices[:2].any()
    assert not slices[2 + size :].any()
    found = np.zeros_like(rows)
    collect(np.arange(2, 2 + size, dtype=np.int32), wires, found)
    assert (bits(found, size) == bits(rows, size)).all()
    assert not bits(found, 64 * words_for(size))[:, size:].any()


def test_collecting_takes_slots_in_any_order_and_twice() -> None:
    rows = random_words(1, 100, 2)
    wires = aligned(130 * WORDS)
    spread(rows, wires, 1, 128)
    slots = np.array([5, 1, 128, 5, 64, 65, 0], np.int32)
    found = np.zeros((100, 1), np.uint64)
    collect(slots, wires, found)
    assert (bits(found, 6) == bits(rows, 128)[:, slots[:6] - 1]).all()
    assert not bits(found, 64)[:, 6:].any()  # slot 0 is false


def row_of(legal: list[list[bool]]) -> tuple[Words, NDArray[np.int32]]:
    """A row of legal moves, and where the moves of each role start."""
    flat = np.array([move for of_role in legal for move in of_role], np.uint8)
    padded = np.zeros(64 * words_for(flat.size), np.uint8)
    padded[: flat.size] = flat
    row = np.packbits(padded, bitorder="little").view(np.uint64)
    return row, np.cumsum([0, *map(len, legal)]).astype(np.int32)


legal_moves = st.lists(st.lists(st.booleans(), min_size=1, max_size=30), min_size=1, max_size=3)


@given(legal_moves)
def test_joint_moves_are_listed_in_order(legal: list[list[bool]]) -> None:
    row, roles = row_of(legal)
    expected = list(product(*([i for i, may in enumerate(of) if may] for of in legal)))
    assert count_joints(roles, row) == len(expected)
    if expected:
        found = np.zeros((len(expected), len(legal)), np.int32)
        list_joints(roles, row, found)
        assert [tuple(joint) for joint in found.tolist()] == expected


@given(st.lists(st.tuples(st.lists(st.booleans(), min_size=5, max_size=5), st.booleans())))
def test_children_are_those_of_states_that_have_not_ended(
    given_states: list[tuple[list[bool], bool]],
) -> None:
    roles = np.array([0, 2, 5], np.int32)
    legal = np.zeros((len(given_states), 1), np.uint64)
    expected = []
    for index, (may, ended) in enumerate(given_states):
        legal[index] = row_of([may])[0]
        moves = [[i for i in range(2) if may[i]], [i for i in range(3) if may[2 + i]]]
        expected += [] if ended else [(index, *joint) for joint in product(*moves)]
    ends = np.array([ended for _, ended in given_states], np.bool_)
    size = count_children(roles, legal, ends)
    assert size == len(expected)
    parents, joints = np.zeros(size, np.int32), np.zeros((size, 2), np.int32)
    children(roles, legal, ends, parents, joints)
    found = zip(parents.tolist(), *joints.T.tolist(), strict=True)
    assert list(found) == expected


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_wires_start_at_a_cache_line(size: int) -> None:
    wires = aligned(size)
    assert wires.size == size
    assert wires.ctypes.data % 64 == 0
    assert not wires.any()
