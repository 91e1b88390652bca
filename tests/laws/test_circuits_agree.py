"""Ground rules, circuit, smaller circuit and compiled code answer alike, whatever the rules."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.circuit.programs import joints, programs, states
from zermelo.circuit.build import Circuit, build
from zermelo.circuit.evaluate import evaluate
from zermelo.circuit.order import order
from zermelo.circuit.shrink import compact, shrink
from zermelo.engine.engines.interpreter import Interpreter
from zermelo.engine.lanes import Lanes
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Goals, Joint, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.ground.lexicon import Lexicon
from zermelo.ground.program import Program
from zermelo.kernels.vector import LANES, WORDS

QUARTER = settings(max_examples=settings().max_examples // 4)
View = tuple[bool, Goals, tuple[tuple[int, ...], ...]]


def compiled_game(program: Program) -> CompiledGame:
    lexicon = Lexicon(program.roles, program.fluents, program.moves)
    return CompiledGame("random", lexicon, Interpreter(order(shrink(build(program)))))


def views_of_rules(program: Program) -> list[View]:
    """What the ground rules say of every state."""
    game = GroundGame("random", program)
    roles = [Role(role) for role in range(len(program.roles))]
    return [
        (
            game.terminal(state),
            game.goals(state),
            tuple(tuple(game.legal(state, role)) for role in roles),
        )
        for state in states(program)
    ]


def steps_of_rules(program: Program) -> list[int]:
    """What follows from every state after every joint move."""
    game = GroundGame("random", program)
    return [game.next(state, joint) for state in states(program) for joint in joints(program)]


class Evaluated:
    """A circuit evaluated for every state and joint move at once, one lane each."""

    def __init__(self, circuit: Circuit, lanes: list[tuple[State, Joint]]) -> None:
        inputs = {
            1 + fluent: sum((state >> fluent & 1) << lane for lane, (state, _) in enumerate(lanes))
            for fluent in range(circuit.fluents)
        }
        for lane, (_, joint) in enumerate(lanes):
            for role, move in enumerate(joint):
                node = circuit.move_node(role, move)
                inputs[node] = inputs.get(node, 0) | 1 << lane
        self.circuit = circuit
        self.values = evaluate(circuit, inputs, len(lanes))

    def holds(self, literal: int, lane: int) -> bool:
        return bool((self.values[literal >> 1] >> lane ^ literal) & 1)

    def view(self, lane: int) -> View:
        goals = [
            {value for value, literal in of_role if self.holds(literal, lane)}
            for of_role in self.circuit.goals
        ]
        return (
            self.holds(self.circuit.terminal, lane),
            tuple(values.pop() if len(values) == 1 else None for values in goals),
            tuple(
                tuple(move for move, literal in enumerate(of_role) if self.holds(literal, lane))
                for of_role in self.circuit.legal
            ),
        )

    def next(self, lane: int) -> int:
        return sum(
            self.holds(literal, lane) << bit for bit, literal in enumerate(self.circuit.next)
        )


@given(programs())
def test_circuits_and_kernels_answer_what_the_rules_say(program: Program) -> None:
    views, steps = views_of_rules(program), steps_of_rules(program)
    lanes = [(state, joint) for state in states(program) for joint in joints(program)]
    built = build(program)
    large, small = compact(built), shrink(built)
    for circuit in (large, small):
        found = Evaluated(circuit, lanes)
        assert [found.next(lane) for lane in range(len(lanes))] == steps
        for lane, (state, _) in enumerate(lanes):
            assert found.view(lane) == views[state]
    assert len(small.gates) <= len(large.gates) <= len(built.gates)
    assert len(shrink(small).gates) == len(small.gates)
    game = compiled_game(program)
    rows = np.array([game.row(state) for state in states(program)])
    answers = game.views(rows)
    assert [(view.terminal, view.goals, view.legal) for view in answers] == views
    moves = np.array(joints(program), np.int32)
    following = game.engine.step(
        np.repeat(rows, len(moves), axis=0), np.tile(moves, (len(rows), 1))
    )
    assert [game.state(row) for row in following] == steps


@QUARTER
@given(programs(), st.permutations(range(6)))
def test_the_order_of_questions_does_not_matter(program: Program, turn: list[int]) -> None:
    """Wires keep what was asked before; no answer may depend on it."""
    used = compiled_game(program)
    asked = [(state, joint) for state in states(program) for joint in joints(program)]
    for index in turn:
        state, joint = asked[7 * index % len(asked)]
        assert isinstance(used.engine, Interpreter)
        wires = used.engine.wires
        wires[WORDS:] ^= np.uint64(0x5555555555555555)  # all but the constant
        fresh = compiled_game(program)
        # Not by `next`, which remembers its answers.
        (after,) = used.engine.step(used.row(state)[None], np.array([joint], np.int32))
        assert used.state(after) == fresh.next(state, joint)
        assert used.views(used.row(state)[None]) == fresh.views(fresh.row(state)[None])


@QUARTER
@given(programs(), st.integers(0, 2**32), st.integers(1, 4))
def test_random_matches_make_legal_moves_and_are_counted(
    program: Program, seed: int, limit: int
) -> None:
    game, rules = compiled_game(program), GroundGame("random", program)
    start = np.array(
        [int(bit in program.initial) for bit in range(game.dimensions.fluents)], np.int32
    )
    lanes = Lanes(game.engine.wide, start, seed, limit)
    following = {
        state: {child.state for child in game.children(state)} for state in states(program)
    }
    before, ages = [rules.initial] * LANES, [0] * LANES
    finished = steps = cut = stuck = 0
    for closing in [False] * 6 + [True] * (limit + 1):
        lanes.play(1, closing=closing)
        after = lane_states(lanes)
        for lane, (old, new) in enumerate(zip(before, after, strict=True)):
            if closing and ages[lane] == 0:
                assert new == rules.initial
                continue
            finished += (ended := rules.terminal(old))
            cut += (too_old := not ended and ages[lane] == limit)
            stuck += (no_move := not ended and not too_old and not following[old])
            if ended or too_old or no_move:
                assert new == rules.initial
                ages[lane] = 0
            else:
                assert new in following[old]
                ages[lane] += 1
                steps += 1
        before = after
        assert lanes.totals.tolist() == [finished, steps, cut, stuck]
        assert lanes.going_on() == (sum(map(bool, ages)), sum(ages))
    assert lanes.going_on() == (0, 0)


def lane_states(lanes: Lanes) -> list[State]:
    """The state of each of the 1024 lanes."""
    fluents = lanes.gates.fluents
    words = lanes.wires[WORDS : WORDS + WORDS * fluents].reshape(fluents, WORDS)
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    states = (1 << np.arange(fluents)) @ bits if fluents else np.zeros(LANES, np.int64)
    return [State(state) for state in states.tolist()]
