"""The game without kernels answers as the fast one does."""

import random
from collections.abc import Callable
from itertools import islice

import pytest

from tests.circuit.twin import SHEETS
from tests.ground.sheets import games_of
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role, State, joints
from zermelo.position.plain_game import PlainGame

Games = Callable[[str], CircuitGame]


def plain(game: CircuitGame) -> PlainGame:
    return PlainGame(game.name, game.lexicon, game.gates)


def hold_equal(fast: CircuitGame, seed: int, steps: int) -> None:
    slow, chance = plain(fast), random.Random(seed)
    state: State = slow.initial
    assert state == fast.initial
    roles = [Role(role) for role in range(len(fast.roles))]
    for _ in range(steps):
        assert slow.terminal(state) == fast.terminal(state)
        assert slow.goals(state) == fast.goals(state)
        for role in roles:
            assert list(slow.legal(state, role)) == list(fast.legal(state, role))
        children = list(islice(joints(fast, state), 40))
        if not children:
            return
        for role in roles:
            ahead = slow.legal_after(state, children, role)
            assert ahead == [list(fast.legal(fast.next(state, joint), role)) for joint in children]
        joint = chance.choice(children)
        assert slow.next(state, joint) == fast.next(state, joint)
        state = fast.next(state, joint)


@pytest.mark.parametrize("name", ["tictactoe", "hex:size=3", "tron", "pig_race", "eight_puzzle"])
def test_it_agrees_with_the_kernels(name: str, game_of: Games) -> None:
    hold_equal(game_of(name), seed=1, steps=12)


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_runs_loops_until_nothing_changes(sheet: str) -> None:
    fast, _ = games_of(SHEETS[sheet])
    hold_equal(fast, seed=2, steps=12)


def test_nothing_follows_no_joint_moves(game_of: Games) -> None:
    game = plain(game_of("tictactoe"))
    assert game.legal_after(game.initial, [], Role(0)) == []
