"""Code for the kernels: slots used again, loops, and outputs that are no gates."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from tests.circuit.test_shrink import circuit_of
from tests.engine.gates import gates_of
from tests.engine.twin import LOOP as REACH
from tests.ground.sheets import games_of
from zermelo.circuit.builder import FALSE, TRUE, GateBuilder
from zermelo.circuit.order import AGAIN, FEED, LOOP, Gates, order
from zermelo.engine.engine import words_for
from zermelo.engine.engines.interpreter import Interpreter
from zermelo.engine.native.code import wide_code
from zermelo.engine.wide import Wide
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.ground.lexicon import Lexicon


def step(gates: Gates, states: list[int], move: int = 0) -> list[int]:
    """The states after role 0 made a move."""
    rows = np.array(states, np.uint64).reshape(-1, 1)
    joints = np.full((len(states), 1), move, np.int32)
    return [int(row[0]) for row in Interpreter(gates).step(rows, joints)]


def test_slots_are_used_again() -> None:
    builder = GateBuilder(2, (1,))
    wire = 2
    for _ in range(100):
        wire = builder.all_of([wire ^ 1, 4])
    gates = order(circuit_of(builder, [wire, 4]))
    assert len(builder.gates) - 4 == 100
    assert gates.slots <= 4 + 3
    # With b, a is negated a hundred times.
    assert step(gates, [0b00, 0b01, 0b10, 0b11]) == [0b00, 0b00, 0b10, 0b11]


def test_what_the_view_and_the_step_share_is_evaluated_once() -> None:
    builder = GateBuilder(3, (2,))
    shared = builder.all_of([2, 4])
    only_step = builder.all_of([shared, 6, 2 * 5])
    gates = order(circuit_of(builder, [only_step, shared, 6], terminal=shared))
    view, following = gates.code[: gates.view_end], gates.code[gates.view_end :]
    assert view.tolist()[:5] == [6, 2, 0, 1, 2]
    assert following.tolist() == [7, 3, 0, 3, 5, 6]
    assert step(gates, [0b111, 0b011], move=1) == [0b111, 0b010]
    assert step(gates, [0b111, 0b011], move=0) == [0b110, 0b010]


def test_outputs_may_be_constants_and_inputs_and_their_negations() -> None:
    builder = GateBuilder(4, (2,))
    gates = order(circuit_of(builder, [TRUE, FALSE, 3, 2 * 6], terminal=TRUE))
    assert step(gates, [0b0000, 0b0001, 0b1111], move=1) == [0b1101, 0b1001, 0b1001]
    assert step(gates, [0b0000, 0b0001, 0b1111], move=0) == [0b0101, 0b0001, 0b0001]
    view = Interpreter(gates).view(np.zeros((3, 1), np.uint64))
    assert view.ended.tolist() == [True] * 3
    assert view.legal.tolist() == [[0b11]] * 3


@pytest.mark.parametrize("made", [Wide.of, partial(wide_code, level=0)])
def test_next_may_swap_and_copy_fluents(made: Callable[[Gates], Wide | None]) -> None:
    from zermelo.engine.lanes import Lanes

    builder = GateBuilder(4, (1,))
    gates = order(circuit_of(builder, [4, 2, 2, 8]))
    expected = [(s >> 1 & 1) | (s & 1) << 1 | (s & 1) << 2 | s & 8 for s in range(16)]
    assert step(gates, list(range(16))) == expected
    wide = made(gates)
    assert wide is not None
    # In playouts the new state is written over the old one, fluent by fluent.
    for state in range(16):
        start = np.array([state >> bit & 1 for bit in range(4)], np.int32)
        lanes = Lanes(wide, start, seed=1, step_limit=9)
        lanes.play(1)
        found = sum(int(lanes.wires[16 * (1 + bit)] & np.uint64(1)) << bit for bit in range(4))
        assert found == expected[state]


def test_a_loop_starts_from_nothing_and_goes_round_until_nothing_changes() -> None:
    fast, slow = games_of(REACH)
    code = gates_of(fast).code[: gates_of(fast).view_end].tolist()
    assert [code.count(mark) for mark in (LOOP, AGAIN)] == [1, 1]
    assert FEED in code
    chain = fast.state_of(["(edge a b)", "(edge b c)", "(edge c d)"])
    ring = fast.state_of(["(edge b c)", "(edge c b)", "(edge d c)"])
    # In one batch, where each lane takes another number of rounds, and then the other way round.
    rows = np.stack([fast.row(state) for state in (chain, ring, fast.initial, chain)])
    for order_of in ([0, 1, 2, 3], [1, 2, 1, 0]):
        views = fast.views(rows[order_of])
        states = [(chain, ring, fast.initial, chain)[index] for index in order_of]
        assert [view.terminal for view in views] == [slow.terminal(state) for state in states]
        assert [view.goals for view in views] == [slow.goals(state) for state in states]
    assert (slow.terminal(chain), slow.terminal(ring)) == (True, False)


def test_batches_of_more_than_a_thousand_states_are_cut_up() -> None:
    fast, slow = games_of(REACH)
    chance = np.random.default_rng(3)
    words = words_for(gates_of(fast).fluents)
    rows = chance.integers(0, 1 << gates_of(fast).fluents, (2500, words), dtype=np.uint64)
    views = fast.views(rows)
    joints = chance.integers(0, gates_of(fast).legal.size, (2500, 1)).astype(np.int32)
    following = fast.engine.step(rows, joints)
    for index in (0, 1023, 1024, 2047, 2048, 2499):
        state = fast.state(rows[index])
        assert views[index].terminal == slow.terminal(state)
        assert list(views[index].legal[0]) == list(slow.legal(state, Role(0)))
        joint = tuple(slow.legal(state, Role(0))[move] for move in joints[index])
        assert fast.state(following[index]) == slow.next(state, joint)


@pytest.mark.parametrize("fluents", [1, 63, 64, 65, 128, 200])
def test_states_of_any_width_go_in_and_come_out(fluents: int) -> None:
    builder = GateBuilder(fluents, (1,))
    rotated = [2 * (1 + (fluent + 1) % fluents) for fluent in range(fluents)]
    words = tuple(f"f{fluent:03}" for fluent in range(fluents))
    lexicon = Lexicon(("r",), words, (("m",),))
    game = CompiledGame("wide", lexicon, Interpreter(order(circuit_of(builder, rotated))))
    chance = np.random.default_rng(fluents)
    for _ in range(20):
        bits = chance.integers(0, 2, fluents).tolist()
        state = game.state_of([word for word, bit in zip(words, bits, strict=True) if bit])
        following = game.next(state, (game.legal(state, Role(0))[0],))
        after = [*bits[1:], bits[0]]
        assert game.describe(following) == tuple(
            word for word, bit in zip(words, after, strict=True) if bit
        )
