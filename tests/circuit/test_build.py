"""Building gates: what is simplified at once, sums, and the rule of the one move."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.circuit.programs import programs
from zermelo.circuit.build import build
from zermelo.circuit.builder import FALSE, TRUE, GateBuilder
from zermelo.errors import RuleError
from zermelo.game.ground_game import GroundGame
from zermelo.ground.program import Program

A, B, C = 2, 4, 6
"""Literals of the first three fluents."""


def inputs(builder: GateBuilder) -> Iterator[list[int]]:
    """Values of the inputs: every state, with exactly one move of each role."""
    for state in product((0, 1), repeat=builder.fluents):
        for joint in product(*map(range, builder.moves)):
            done = [
                int(move == chosen)
                for size, chosen in zip(builder.moves, joint, strict=True)
                for move in range(size)
            ]
            yield [0, *state, *done]


def value(builder: GateBuilder, literal: int, known: list[int]) -> int:
    """The value of a literal, where those of the inputs are known."""
    values = list(known)
    for gate in builder.gates[len(known) :]:
        values.append(int(all(values[part >> 1] ^ part & 1 for part in gate)))
    return values[literal >> 1] ^ literal & 1


@pytest.mark.parametrize(
    ("literals", "result"),
    [
        ([], TRUE),
        ([A], A),
        ([A, A, A], A),
        ([A, TRUE], A),
        ([TRUE, TRUE], TRUE),
        ([A, FALSE, B], FALSE),
        ([A, B, A ^ 1], FALSE),
        ([B ^ 1, A, B], FALSE),
        ([FALSE, TRUE], FALSE),
    ],
)
def test_an_and_that_needs_no_gate_gets_none(literals: list[int], result: int) -> None:
    builder = GateBuilder(3, (1,))
    assert builder.all_of(literals) == result
    assert builder.any_of([literal ^ 1 for literal in literals]) == result ^ 1
    assert len(builder.gates) == 1 + 3 + 1


def test_equal_gates_are_made_once() -> None:
    builder = GateBuilder(3, (1,))
    one = builder.all_of([A, B ^ 1])
    assert builder.all_of([B ^ 1, A, A]) == one
    assert builder.any_of([B, A ^ 1]) == one ^ 1
    assert builder.all_of([A, B]) != one


@given(
    st.tuples(st.integers(0, 2), st.lists(st.integers(1, 5), min_size=1, max_size=2)),
    st.lists(st.lists(st.integers(0, 30), max_size=9), min_size=1, max_size=4),
)
def test_gates_mean_what_they_say_where_each_role_does_one_move(
    size: tuple[int, list[int]], wanted: list[list[int]]
) -> None:
    builder = GateBuilder(size[0], tuple(size[1]))
    end = 2 * len(builder.gates)
    parts = [[literal % end for literal in literals] for literals in wanted]
    conjunctions = [builder.all_of(literals) for literals in parts]
    disjunctions = [builder.any_of(literals) for literals in parts]
    for values in inputs(builder):
        for literals, conjunction, disjunction in zip(
            parts, conjunctions, disjunctions, strict=True
        ):
            held = [values[literal >> 1] ^ literal & 1 for literal in literals]
            assert value(builder, conjunction, values) == all(held)
            assert value(builder, disjunction, values) == any(held)


def test_an_or_of_most_moves_is_a_not_of_the_rest() -> None:
    builder = GateBuilder(1, (6,))
    moves = [2 * (2 + move) for move in range(6)]
    assert builder.any_of(moves[:5]) == moves[5] ^ 1
    assert builder.any_of(moves) == TRUE
    most = builder.any_of([*moves[:4], A])
    assert builder.gates[most >> 1] == (A ^ 1, 2 * (len(builder.gates) - 2) ^ 1)
    assert builder.gates[-2] == (moves[4] ^ 1, moves[5] ^ 1)


def test_two_moves_of_one_role_are_never_done() -> None:
    builder = GateBuilder(1, (3, 2))
    first, second = [2 * (2 + move) for move in range(2)]
    other = 2 * (2 + 3)
    assert builder.all_of([first, second]) == FALSE
    assert builder.all_of([first, second ^ 1]) == first
    assert builder.all_of([first, other]) not in (TRUE, FALSE, first, other)


@given(
    st.integers(-2, 12),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=6),
)
def test_at_least_is_a_sum_that_reaches_its_bound(bound: int, pairs: list[tuple[int, int]]) -> None:
    builder = GateBuilder(3, (1,))
    literal = builder.at_least(bound, pairs)
    for values in inputs(builder):
        total = sum(weight for part, weight in pairs if values[part >> 1] ^ part & 1)
        assert value(builder, literal, values) == (total >= bound)


def test_a_sum_of_many_equal_weights_stays_small() -> None:
    builder = GateBuilder(64, (1,))
    builder.at_least(32, [(2 * (1 + fluent), 1) for fluent in range(64)])
    assert len(builder.gates) < 64 + 3 * 32 * 33


def cyclic(program: Program, body: list[int], weighted: bool) -> Program:
    """The program with one more rule: a new atom needs `body`, and with it, itself negated."""
    atom = program.atoms + 1
    if weighted:
        rule = (atom, 1, tuple((literal, 1) for literal in [*body, -atom]))
        return replace(program, atoms=atom, weighted=(*program.weighted, rule), terminal=atom)
    return replace(
        program,
        atoms=atom,
        heads=np.append(program.heads, np.int32(atom)),
        body=np.append(program.body, np.array([*body, -atom], np.int32)),
        ends=np.append(program.ends, np.int32(len(program.body) + len(body) + 1)),
        terminal=atom,
    )


@settings(max_examples=settings().max_examples // 10)
@given(programs().filter(lambda program: bool(program.fluents)), st.booleans())
def test_negation_in_a_cycle_is_refused(program: Program, weighted: bool) -> None:
    wrong = cyclic(program, [int(program.true[0])], weighted)
    with pytest.raises(RuleError, match="negation in a cycle"):
        build(wrong)
    game = GroundGame("wrong", wrong)
    with pytest.raises(RuleError, match="negation in a cycle"):
        game.terminal(game.initial)
