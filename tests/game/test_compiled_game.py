"""The fast game: all children at once, rows and states, and what it refuses."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest

from tests.engine.twin import RACE
from tests.ground.sheets import LIGHT, STUCK, games_of
from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State, joints, mover
from zermelo.game.library import FOLDER
from zermelo.game.load import load

Games = Callable[[str], CompiledGame]


def states_of_match(game: CompiledGame, seed: int, steps: int = 30) -> list[State]:
    """The states of a random match."""
    chance = random.Random(seed)
    states = [game.initial]
    while len(states) < steps and (children := game.children(states[-1])):
        states.append(chance.choice(children).state)
    return states


@pytest.mark.parametrize(
    "name", ["tictactoe", "breakthrough", "rock_paper_scissors", "tron", "tricks", "checkers"]
)
def test_children_are_what_single_questions_answer(name: str, game_of: Games) -> None:
    game = game_of(name)
    roles = [Role(role) for role in range(len(game.roles))]
    for state in states_of_match(game, seed=1):
        children = game.children(state)
        assert [child.joint for child in children] == list(joints(game, state))
        for child in random.Random(state).sample(children, min(4, len(children))):
            assert child.state == game.next(state, child.joint)
            assert child.view.terminal == game.terminal(child.state)
            assert child.view.goals == game.goals(child.state)
            assert child.view.legal == tuple(tuple(game.legal(child.state, role)) for role in roles)


def test_a_state_without_children_is_the_end_or_has_a_stuck_role() -> None:
    fast, _ = games_of(STUCK)
    stuck = fast.state_of(["(count 2)"])
    assert fast.children(stuck) == []
    assert not fast.terminal(stuck)
    assert list(joints(fast, stuck)) == []
    end = fast.state_of(["(count 3)"])
    assert fast.terminal(end)
    assert fast.children(end) == []
    assert len(fast.children(fast.initial)) == 2


def test_states_and_rows_are_the_same(game_of: Games) -> None:
    for name in ("tictactoe", "chess"):
        game = game_of(name)
        for state in states_of_match(game, seed=2, steps=5):
            row = game.row(state)
            assert row.shape == (game.words,)
            assert row.flags.writeable
            assert game.state(row) == state
            assert game.state_of(game.describe(state)) == state


def test_views_of_many_states_are_those_of_each(tictactoe: CompiledGame) -> None:
    states = states_of_match(tictactoe, seed=3) * 200
    views = tictactoe.views(np.stack([tictactoe.row(state) for state in states]))
    assert views == [tictactoe.view(state) for state in states]
    assert tictactoe.views(np.empty((0, tictactoe.words), np.uint64)) == []


@pytest.mark.parametrize(
    "joint", [(), (0,), (0, 0, 0), (-1, 0), (0, -1), (10, 0), (0, 10), (10**6, 0), (0, 1 << 40)]
)
def test_a_joint_move_that_does_not_exist_is_refused(
    joint: tuple[int, ...], tictactoe: CompiledGame
) -> None:
    with pytest.raises(PlayError, match="is no joint move"):
        tictactoe.next(tictactoe.initial, tuple(map(Move, joint)))


@pytest.mark.parametrize("state", [-1, 1 << 64, 1 << 200])
def test_a_state_that_does_not_exist_is_refused(state: int, tictactoe: CompiledGame) -> None:
    with pytest.raises(OverflowError):
        tictactoe.terminal(State(state))


def test_goals_are_none_where_the_rules_give_none_or_two() -> None:
    goals = "(goal player 100) (goal player 0) (goal player 50)"
    text = LIGHT[: LIGHT.index("(<= (goal")]
    for game in games_of(text + f"(role other) (legal other wait) {goals}"):
        assert game.goals(game.initial) == (None, None)


def test_mover_is_the_only_role_with_a_choice(tictactoe: CompiledGame, game_of: Games) -> None:
    assert mover(tictactoe, tictactoe.initial) == 0
    child = tictactoe.children(tictactoe.initial)[0].state
    assert mover(tictactoe, child) == 1
    fast, _ = games_of(STUCK)
    assert mover(fast, fast.state_of(["(count 2)"])) == 0
    pennies = game_of("matching_pennies")
    with pytest.raises(ValueError, match="2 roles have a choice at once"):
        mover(pennies, pennies.initial)
    forced, _ = games_of(LIGHT.replace("(button b)", ""))
    assert mover(forced, forced.initial) is None


def test_nobody_is_to_move_when_the_match_is_over() -> None:
    for game in games_of(RACE):
        over = game.state_of(["(at a 4)", "(at b 1)"])
        assert game.terminal(over)
        assert [len(game.legal(over, Role(role))) for role in range(2)] == [3, 3]
        assert mover(game, over) is None


def test_threads_may_ask_the_same_game_at_once(tictactoe: CompiledGame) -> None:
    """Every answer of two threads is what one alone gets: they share no wires."""
    layers = [[tictactoe.initial]]
    for _ in range(4):
        layers.append([child.state for state in layers[-1] for child in tictactoe.children(state)])
    states = sorted(set(layers[-1]))[::3]
    alone = [tictactoe.children(state) for state in states]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: list(map(tictactoe.children, states)), range(4)))
    assert found == [alone] * 4


def test_tictactoe_is_the_same_game_in_all_three_spellings(tictactoe: CompiledGame) -> None:
    folder = FOLDER / "tictactoe"
    others = [load(str(folder / f"rules.{ending}")) for ending in ("kif", "gdl", "lp")]
    for other in others:
        assert other.roles == tictactoe.roles
        assert other.lexicon == tictactoe.lexicon
        assert other.initial == tictactoe.initial
    for seed in range(20):
        for state in states_of_match(tictactoe, seed):
            for other in others:
                assert other.view(state) == tictactoe.view(state)
                assert other.children(state) == tictactoe.children(state)


def test_questions_change_nothing(tictactoe: CompiledGame) -> None:
    states = states_of_match(tictactoe, seed=4)
    fresh = load("tictactoe")
    for one, other in product(states, states):
        assert tictactoe.view(one) == fresh.view(one)
        assert [child.state for child in tictactoe.children(other)] == [
            child.state for child in fresh.children(other)
        ]
