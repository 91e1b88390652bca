"""The narrow circuit says of every state what the wide one does."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.engine.gates import gates_of
from tests.engine.twin import LOOP
from tests.ground.sheets import games_of
from zermelo.engine.kernels.narrow import (
    advance,
    bare_game,
    bare_workspace,
    collect_eights,
    run,
)
from zermelo.engine.narrow import (
    FALSE,
    ItemWriter,
    Narrow,
    Pass,
    Workspace,
    narrow,
    new_workspace,
    width,
)
from zermelo.engine.native.code import install
from zermelo.engine.native.referee import random_words
from zermelo.engine.native.special import turns
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, State, joints
from zermelo.kernels.kernel import kernel
from zermelo.kernels.operations import bare

Words = NDArray[np.uint64]


@kernel
def run_once(circuit: Pass, wires: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> None:
    run(circuit, wires)


def outputs(circuit: Pass, inputs: list[int]) -> list[int]:
    """Return the outputs of a pass for inputs that are words."""
    wires = np.zeros(2 * (circuit.inputs + circuit.gates), np.uint64)
    wires[1::2] = ~np.uint64(0)
    for wire, word in enumerate(inputs, start=1):
        wires[2 * wire], wires[2 * wire + 1] = np.uint64(word), ~np.uint64(word)
    run_once(circuit, wires)
    return [int(wires[place]) for place in circuit.outputs.tolist()]


def words(rows: list[int], size: int) -> list[int]:
    """Return bits k of all rows as word k."""
    return [sum((row >> bit & 1) << lane for lane, row in enumerate(rows)) for bit in range(size)]


def hold_to_wide(game: CompiledGame, matches: int) -> None:
    """Compare both on the states of random matches, up to 64 at once."""
    both = narrow(gates_of(game))
    generator = Random(0)
    for seed in range(matches):
        states: list[State] = []
        chosen: list[Joint] = []
        state = game.initial
        while len(states) < 64 and not game.terminal(state):
            options = list(joints(game, state))
            if not options:
                break
            states.append(state)
            chosen.append(generator.choice(options))
            state = game.next(state, chosen[-1])
        fluents = words(list(states), gates_of(game).fluents)
        rows = [
            sum(1 << (int(gates_of(game).roles[role]) + move) for role, move in enumerate(joint))
            for joint in chosen
        ]
        following = outputs(both.stepping, fluents + words(rows, both.moves))
        seen = outputs(both.viewing, fluents)
        for lane, (one, joint) in enumerate(zip(states, chosen, strict=True)):
            after = sum((word >> lane & 1) << bit for bit, word in enumerate(following))
            assert after == game.next(one, joint), seed
            assert (seen[0] >> lane & 1) == game.terminal(one)
            legal = [bit for bit, word in enumerate(seen[1 + both.goals :]) if word >> lane & 1]
            firsts = gates_of(game).roles.tolist()
            assert legal == [
                firsts[role] + move
                for role, moves in enumerate(game.view(one).legal)
                for move in moves
            ]


@pytest.mark.parametrize(
    "name", ["tictactoe", "nim", "hex:size=3", "connect_four", "reversi:size=4"]
)
def test_states_of_random_matches_are_seen_alike(
    game_of: Callable[[str], CompiledGame], name: str
) -> None:
    hold_to_wide(game_of(name), 3)


def test_loops_settle_to_the_same() -> None:
    hold_to_wide(games_of(LOOP)[0], 20)


@kernel
def advanced(game: Narrow, space: Workspace, parents: Words, brood: Words) -> None:
    advance(bare_game(game), bare_workspace(space), bare(parents), 0, bare(brood), 0)


@kernel
def rows_of_lanes(broods: Words, size: int, begin: int, end: int, rows: Words) -> None:
    collect_eights(bare(broods), 0, size, begin, end, bare(rows), 0)


@pytest.mark.parametrize("name", ["hex:size=3", "breakthrough:width=4,height=5"])
@pytest.mark.parametrize("turn", [None, 0, 1])
def test_each_lane_goes_on_from_its_own_parent(
    game_of: Callable[[str], CompiledGame], name: str, turn: int | None
) -> None:
    """By gates and by machine code, for random bits."""
    game = narrow(gates_of(game_of(name)))
    known = {} if turn is None else turns(game)[turn]
    parents = np.array(random_words(1, game.fluents, Random(1), known), np.uint64)
    found = []
    for code in (False, True):
        assert not code or install(game, 0, keep=False)
        space, brood = new_workspace(game), np.zeros(width(game), np.uint64)
        for move in range(game.moves):
            lanes = np.uint64(Random(move).getrandbits(64))
            space.does[move] = lanes
            space.stepping[2 * (1 + game.fluents + move)] = lanes
            space.stepping[2 * (1 + game.fluents + move) + 1] = ~lanes
        advanced(game, space, parents, brood)
        found.append(brood.tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, 130])
@pytest.mark.parametrize(("begin", "end"), [(0, 1), (3, 9), (8, 64), (60, 61)])
def test_rows_of_some_lanes_are_read(size: int, begin: int, end: int) -> None:
    random = Random(size)
    broods = np.array([random.getrandbits(64) for _ in range(size + 64)], np.uint64)
    long = max(1, -(-size // 64))
    rows = np.zeros(64 * long, np.uint64)
    rows_of_lanes(broods, size, begin, end, rows)
    for lane in range(begin, end):
        row = sum(
            int(word) << 64 * number for number, word in enumerate(rows[lane * long :][:long])
        )
        assert row == sum((int(broods[bit]) >> lane & 1) << bit for bit in range(size))


def test_each_pair_is_written_once(tictactoe: CompiledGame) -> None:
    both = narrow(gates_of(tictactoe))
    for circuit in (both.viewing, both.stepping):
        pairs = [tuple(pair) for pair in circuit.pairs.reshape(-1, 2).tolist()]
        assert len(set(pairs)) == len(pairs) == circuit.gates
        # A gate reads only what was there before it.
        assert all(max(pair) < 2 * (circuit.inputs + number) for number, pair in enumerate(pairs))


def test_a_gate_of_very_many_inputs_is_written() -> None:
    """Each is looked up among all others; where that looked through a list, it took hours."""
    writer = ItemWriter(200_001)
    literals = list(range(2, 400_002, 2))
    assert writer.conjunction([*literals, literals[7] ^ 1]) == FALSE
    assert writer.conjunction(literals) == 2 * (200_001 + 199_999 - 1)
