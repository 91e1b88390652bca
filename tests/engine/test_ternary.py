"""Two rails as a circuit of pairs: the same as rails in plain Python, and the truth of states."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from zermelo.engine.narrow import SEE, new_workspace, width
from zermelo.engine.native.referee import settled
from zermelo.engine.rails import Cases, Rails, run
from zermelo.engine.ternary import places, ternary
from zermelo.game.compiled_game import CompiledGame
from zermelo.kernels.operations import plain_call

Games = Callable[[str], CompiledGame]
ONES = (1 << 64) - 1
GAMES = ("hex:size=3", "tictactoe", "connect_three", "breakthrough:width=3,height=4", "chomp")


def random_cases(random: Random, fluents: int) -> Cases:
    """Return cases in which some three quarters of the fluents are known."""
    cases = Cases.unknown(fluents, 64)
    for fluent in range(fluents):
        known, values = random.getrandbits(64) | random.getrandbits(64), random.getrandbits(64)
        cases.set(fluent, True, known & values)
        cases.set(fluent, False, known & ~values)
    return cases


def by_rails(rails: Rails, cases: Cases, does: list[int]) -> list[int]:
    """Return what stands in a brood on two rails behind the moves."""
    gates = rails.gates
    may, may_not = rails.wires(cases)
    seen = [may[gates.terminal], ONES & ~may_not[gates.terminal]]
    seen += [may[slot] for slot in gates.goals.tolist()]
    seen += [may[slot] for slot in gates.legal.tolist()]
    seen += [ONES & ~may_not[slot] for slot in gates.legal.tolist()]
    for move, lanes in enumerate(does, 1 + gates.fluents):
        may[move], may_not[move] = lanes, ONES & ~lanes
    run(rails.step_code, may, may_not, ONES)
    for slot in gates.next.tolist():
        seen += [may[slot], ONES & ~may_not[slot]]
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_the_circuit_says_what_rails_say(game_of: Games, name: str) -> None:
    game, random = game_of(name), Random(1)
    rails = game.engine.rails
    gates = rails.gates
    circuit = ternary(gates)
    assert width(circuit) == places(gates.fluents, gates.goals.size, gates.legal.size).width
    for _ in range(5):
        cases = random_cases(random, gates.fluents)
        does = [random.getrandbits(64) & random.getrandbits(64) for _ in gates.legal]
        inputs = [
            rail
            for yes, no in zip(cases.may, cases.may_not, strict=True)
            for rail in (yes, ONES & ~no)
        ]
        assert settled(circuit.viewing, inputs + does) == by_rails(rails, cases, does)


def test_machine_code_of_it_is_installed(game_of: Games) -> None:
    circuit = game_of("hex:size=3").engine.ternary
    assert circuit.code[SEE]
    random, space = Random(2), new_workspace(circuit)
    words = [random.getrandbits(64) for _ in range(circuit.fluents)]
    brood = np.zeros(width(circuit) + 64, np.uint64)
    brood[: circuit.fluents] = words
    plain_call(int(circuit.code[SEE]), brood, 0, space.scratch, 0)
    assert brood[circuit.fluents : width(circuit)].tolist() == settled(circuit.viewing, words)
