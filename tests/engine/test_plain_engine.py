"""The plain engine answers as the interpreter does."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from tests.engine.twin import SHEETS
from tests.ground.sheets import games_of
from zermelo.engine.engines.plain import PlainEngine
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State, joints
from zermelo.sampling.playouts import play_out, row_bits
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.prove import prove

Games = Callable[[str], CompiledGame]


def plain(game: CompiledGame) -> CompiledGame:
    """The same game on the other engine."""
    return replace(game, engine=PlainEngine(game.engine.wide))


def hold_equal(fast: CompiledGame, seed: int, steps: int) -> None:
    slow, chance = plain(fast), random.Random(seed)
    state: State = slow.initial
    assert state == fast.initial
    for _ in range(steps):
        assert slow.view(state) == fast.view(state)
        children = list(islice(joints(fast, state), 40))
        assert slow.after(state, children) == fast.after(state, children)
        if not children:
            return
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
    assert game.after(game.initial, []) == []


@pytest.mark.parametrize("name", ["tictactoe", "tron", "lights_out", "pig_race"])
def test_children_of_many_states_come_in_the_same_order(name: str, game_of: Games) -> None:
    fast = game_of(name)
    slow = plain(fast)
    rows = fast.row(fast.initial)[None]
    for _ in range(3):
        views, same = fast.engine.view(rows), slow.engine.view(rows)
        assert np.array_equal(views.legal, same.legal)
        assert np.array_equal(views.ended, same.ended)
        assert np.array_equal(views.goals, same.goals)
        (parents, moves), (others, also) = fast.engine.children(views), slow.engine.children(same)
        assert np.array_equal(parents, others)
        assert np.array_equal(moves, also)
        following = fast.engine.step(rows[parents], moves)
        assert np.array_equal(following, slow.engine.step(rows[others], also))
        rows = following[:200]


def test_a_state_that_has_ended_has_no_children(game_of: Games) -> None:
    game = plain(game_of("tictactoe"))
    marks = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"]
    position = game.start
    for mark in marks:
        position = position.play(mark)
    assert game.terminal(position.state)
    assert game.children(position.state) == []


def test_solving_gives_the_same_on_either_engine(game_of: Games) -> None:
    fast = game_of("nim:pile1=0,pile2=1,pile3=2,pile4=3")
    answers = [prove(game, game.initial, Clock(Limits()))[0] for game in (fast, plain(fast))]
    assert answers[0] == answers[1]


def test_random_matches_come_to_the_same(game_of: Games) -> None:
    fast = game_of("tictactoe")
    matches = plain(fast).engine.matches(row_bits(fast, fast.initial), 7, 100)
    matches.first_moves = np.zeros(fast.dimensions.moves, np.int64)
    matches.play(60)
    begun, left = matches.going_on()
    ended, steps, cut, stuck = matches.totals.tolist()
    assert (cut, stuck) == (0, 0)
    assert 5 * ended <= steps - left <= 9 * ended
    assert matches.goals.sum() == 2 * ended, "two roles get a goal each"
    # Both roles make a move in the first step, of x 9 marks, of o nothing else.
    assert matches.first_moves.sum() == 2 * (ended + begun)
    usual = play_out(fast, seconds=0.05, seed=1).mean_length
    assert abs((steps - left) / ended - usual) < 0.5
    matches.play(20, closing=True)
    assert matches.going_on() == (0, 0)
    assert matches.legal(every=True).tolist() == [[9] * 64, [1] * 64]
    assert matches.legal(every=False).shape == (2, 0)


def test_matches_are_cut_at_the_limit(game_of: Games) -> None:
    game = plain(game_of("tictactoe"))
    matches = game.engine.matches(row_bits(game, game.initial), 7, 3)
    matches.play(4)
    assert matches.totals.tolist() == [0, 3 * 64, 64, 0]
    assert matches.going_on() == (0, 0)
