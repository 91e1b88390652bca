"""What is done by NumPy while kernels are not compiled is what the kernels do."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from zermelo.game.load import load
from zermelo.kernels import rows
from zermelo.kernels.plain import BETTER, MADE, plain_form, plain_globals
from zermelo.kernels.vector import WORDS

LANES = import_module("zermelo.engine.kernels.lanes")
SEEN = import_module("zermelo.search.one_role.kernels.seen")
INTERN = import_module("zermelo.search.positions.kernels.intern")
SIZES = [0, 1, 7, 63, 64, 65, 1000, 1024]
RANDOM = np.random.default_rng(0)


def words(*shape: int) -> Any:
    """Random words, half of whose bits are set."""
    return RANDOM.integers(0, 1 << 64, shape, dtype=np.uint64, endpoint=False)


def test_every_form_stands_for_a_kernel() -> None:
    for name, form in BETTER.items():
        module, function = name.split(":")
        kernel = getattr(import_module(module), function)
        assert plain_form(kernel.py_func) is form
    for name in MADE:
        module, function = name.split(":")
        assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("lanes", SIZES)
@pytest.mark.parametrize("size", [1, 29, 64, 100])
def test_rows_become_slices_and_slices_rows(lanes: int, size: int) -> None:
    states = words(lanes, (size + 63) // 64)
    wires, same = (np.full((size + 5) * WORDS, 7, np.uint64) for _ in range(2))
    LANES.spread(states, wires, 2, size)
    rows.spread(states, same, 2, size)
    assert (wires == same).all()
    slots = RANDOM.permutation(size + 5)[:size].astype(np.int32)
    for width in (states.shape[1], states.shape[1] + 1):
        found, alike = (np.full((lanes, width), 9, np.uint64) for _ in range(2))
        LANES.collect(slots, wires, found)
        rows.collect(slots, wires, alike)
        assert (found == alike).all()


@pytest.mark.parametrize("name", ["tictactoe", "rock_paper_scissors", "nim_3p", "chess"])
def test_moves_are_made_and_listed(name: str) -> None:
    game = load(name)
    engine: Any = game.engine
    states = game.row(game.initial)[None]
    for _ in range(3):
        views = engine.view(states)
        firsts = game.dimensions.firsts
        size = LANES.count_children(firsts, views.legal, views.ended)
        assert rows.count_children(firsts, views.legal, views.ended) == size
        found = [
            (np.empty(size, np.int32), np.empty((size, len(game.roles)), np.int32))
            for _ in range(2)
        ]
        for form, (parents, joints) in zip((LANES, rows), found, strict=True):
            form.children(firsts, views.legal, views.ended, parents, joints)
        (parents, joints), (alike, same) = found
        assert (parents == alike).all()
        assert (joints == same).all()
        before, joints = states[parents][:1024], joints[:1024]
        states = np.empty_like(before)
        LANES.step(engine.wide, engine.wires, before, joints, states)
        again = np.empty_like(before)
        make = rows.step_among(plain_globals(LANES.__dict__))
        make(engine.wide, engine.wires, before, joints, again)
        assert (again == states).all()


def test_states_that_have_ended_have_no_moves() -> None:
    ended = RANDOM.random(200) < 0.5
    legal = words(200, 2) & words(200, 2)
    firsts = np.array([0, 60, 128], np.int32)
    size = LANES.count_children(firsts, legal, ended)
    found = []
    for form in (LANES, rows):
        parents, joints = np.empty(size, np.int32), np.empty((size, 2), np.int32)
        form.children(firsts, legal, ended, parents, joints)
        found.append((parents.tolist(), joints.tolist()))
    assert found[0] == found[1]
    assert SEEN.count_moves(legal, ended) == rows.count_moves(legal, ended) > 0
    size = rows.count_moves(legal, ended)
    found = []
    for form in (SEEN, rows):
        parents, moves = np.empty(size, np.int32), np.empty((size, 1), np.int32)
        form.list_moves(legal, ended, parents, moves)
        found.append((parents.tolist(), moves.tolist()))
    assert found[0] == found[1]


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("kernel", [INTERN.intern, SEEN.number_rows])
def test_rows_are_numbered_in_the_same_slots(kernel: Any, width: int) -> None:
    few = words(40, width)
    kept = []
    for number in (kernel, rows.number_rows):
        slots, store, size = np.zeros(256, np.uint64), np.zeros((100, width), np.uint64), 0
        told = []
        for part in (few[:20], few[10:40], np.repeat(few[:3], 30, axis=0)):
            numbers = np.empty(len(part), np.int32)
            size = number(slots, store, size, part, numbers)
            told.append(numbers.tolist())
        kept.append((size, told, slots.tolist(), store.tolist()))
    assert kept[0] == kept[1]
    filled = []
    for fill in (INTERN.refill, SEEN.fill_slots, rows.fill_slots):
        slots = np.zeros(128, np.uint64)
        fill(slots, few, 40)
        filled.append(slots.tolist())
    assert filled[0] == filled[1] == filled[2]


def test_rows_are_hashed_and_estimated() -> None:
    some = words(70, 2)
    weights = RANDOM.integers(-9, 9, 128).astype(np.int32)
    for form in (SEEN, rows):
        form.hash_rows(some, hashes := np.empty(70, np.uint64))
        form.estimate_rows(some, weights, 5, estimates := np.empty(70, np.int32))
        if form is SEEN:
            expected = hashes.tolist(), estimates.tolist()
    assert (hashes.tolist(), estimates.tolist()) == expected
