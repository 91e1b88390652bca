"""Every engine answers as the ground rules do, and as every other engine."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from tests.engine.gates import gates_of
from tests.engine.twin import SHEETS
from tests.ground.sheets import games_of
from zermelo.engine.engine import engine_named, engines
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State, joints
from zermelo.game.load import ground_game, read_rules
from zermelo.sampling.playouts import play_out
from zermelo.search.base import Clock, Limits, last
from zermelo.search.solve.prove import prove
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]


@pytest.fixture(params=list(engines()))
def engine(request: pytest.FixtureRequest) -> str:
    """Every engine that there is."""
    return str(request.param)


def on(engine: str, game: CompiledGame) -> CompiledGame:
    """The same game on an engine."""
    return replace(game, engine=engine_named(engine)(gates_of(game), True))


def hold_equal(game: CompiledGame, slow: Game, seed: int, steps: int) -> None:
    """Compare all questions along a random match."""
    chance = random.Random(seed)
    state: State = slow.initial
    assert state == game.initial
    for _ in range(steps):
        children = list(islice(joints(slow, state), 40))
        following = [slow.next(state, joint) for joint in children]
        for one in [state, *following]:
            assert game.terminal(one) == slow.terminal(one)
            assert game.goals(one) == slow.goals(one)
            for role in map(Role, range(len(game.roles))):
                assert list(game.legal(one, role)) == list(slow.legal(one, role))
        assert [child.state for child in game.after(state, children)] == following
        if not children:
            return
        joint = chance.choice(children)
        assert game.next(state, joint) == slow.next(state, joint)
        state = slow.next(state, joint)


def test_it_has_the_name_of_its_file(engine: str, game_of: Games) -> None:
    assert on(engine, game_of("tictactoe")).engine.name == engine


@pytest.mark.parametrize("name", ["tictactoe", "hex:size=3", "pig_race", "eight_puzzle"])
def test_it_agrees_with_the_ground_rules(engine: str, name: str, game_of: Games) -> None:
    slow = ground_game(name, compiled(read_rules(name)))
    hold_equal(on(engine, game_of(name)), slow, seed=1, steps=5)


@pytest.mark.parametrize("name", ["tron", "tictactoe", "eight_puzzle"])
def test_it_agrees_with_the_usual_engine(engine: str, name: str, game_of: Games) -> None:
    hold_equal(on(engine, game_of(name)), game_of(name), seed=1, steps=12)


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_runs_loops_until_nothing_changes(engine: str, sheet: str) -> None:
    fast, slow = games_of(SHEETS[sheet])
    hold_equal(on(engine, fast), slow, seed=2, steps=12)


def test_nothing_follows_no_joint_moves(engine: str, game_of: Games) -> None:
    game = on(engine, game_of("tictactoe"))
    assert game.after(game.initial, []) == []


@pytest.mark.parametrize("name", ["tictactoe", "tron", "lights_out", "pig_race"])
def test_children_of_many_states_come_in_the_same_order(
    engine: str, name: str, game_of: Games
) -> None:
    fast = game_of(name)
    slow = on(engine, fast)
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


def test_a_state_that_has_ended_has_no_children(engine: str, game_of: Games) -> None:
    game = on(engine, game_of("tictactoe"))
    marks = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"]
    position = game.start
    for mark in marks:
        position = position.play(mark)
    assert game.terminal(position.state)
    assert game.children(position.state) == []


def test_solving_gives_the_same_on_every_engine(engine: str, game_of: Games) -> None:
    fast = game_of("nim:pile1=0,pile2=1,pile3=2,pile4=3")
    answers = [prove(game, game.initial, Clock(Limits()))[0] for game in (fast, on(engine, fast))]
    assert answers[0] == answers[1]


SEARCHES = [  # without random matches: engines draw them in their own ways
    "alphabeta:depth=4",
    "iterative",
    "maxn:depth=2",
    "minimax:depth=2",
    "greedy",
    "mcts:kernel=off",
]


@pytest.mark.parametrize("spec", SEARCHES)
def test_searches_find_the_same_with_the_same_nodes(engine: str, spec: str, game_of: Games) -> None:
    fast, found = game_of("tictactoe"), []
    for game in (fast, on(engine, fast)):
        clock = Clock(Limits(nodes=300))
        result = last(parse(spec).start(game, Role(0), clock)(game.initial, clock))
        assert result is not None
        found.append((result.move, result.values, result.depth, clock.count.nodes))
    assert found[0] == found[1]


def test_random_matches_come_to_the_same(engine: str, game_of: Games) -> None:
    fast = game_of("tictactoe")
    matches = on(engine, fast).engine.matches(fast.fluent_bits(fast.initial), 7, 100)
    matches.first_moves = np.zeros(fast.dimensions.moves, np.int64)
    matches.play(60)
    begun, left = matches.going_on()
    ended, steps, cut, stuck = matches.totals.tolist()
    assert (cut, stuck) == (0, 0)
    assert 5 * ended <= steps - left <= 9 * ended
    assert matches.goals.sum() == 2 * ended, "two roles get a goal each"
    # Both roles make a move in the first step, of x 9 marks, of o nothing else.
    assert matches.first_moves.sum() == 2 * (ended + begun)
    usual = play_out(fast, passes=60, seed=1).mean_length
    assert abs((steps - left) / ended - usual) < 0.5
    matches.play(20, closing=True)
    assert matches.going_on() == (0, 0)
    assert set(map(tuple, matches.legal(every=True).T.tolist())) == {(9, 1)}
    assert matches.legal(every=False).shape == (2, 0)


def test_matches_are_cut_at_the_limit(engine: str, game_of: Games) -> None:
    game = on(engine, game_of("tictactoe"))
    matches = game.engine.matches(game.fluent_bits(game.initial), 7, 3)
    matches.play(4)
    matches.play(10, closing=True)
    ended, steps, cut, stuck = matches.totals.tolist()
    assert cut > 0
    assert (ended, steps, stuck) == (0, 3 * cut, 0)
    assert matches.going_on() == (0, 0)
