"""Options of Monte Carlo tree search: what they refuse, and regret matching."""

from typing import Any

import pytest

from tests.proofs.knowing import sheet
from tests.search.trees import lecture
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock, Limits, last
from zermelo.search.mcts.readable import Readable

PENNIES = """
(role row) (role column) (init start)
(<= (legal ?r a) (role ?r) (true start)) (<= (legal ?r b) (role ?r) (true start))
(<= (next (did ?r ?m)) (does ?r ?m))
(<= terminal (true (did row ?m)))
(<= (goal row 100) (true (did row a)) (true (did column a)))
(<= (goal row 50) (true (did row b)) (true (did column b)))
(<= (goal row 0) (true (did row ?m)) (true (did column ?n)) (distinct ?m ?n))
(<= (goal column 0) (true (did row a)) (true (did column a)))
(<= (goal column 50) (true (did row b)) (true (did column b)))
(<= (goal column 100) (true (did row ?m)) (true (did column ?n)) (distinct ?m ?n))
"""
"""Both play `a` once in three times, and row gets a third."""


@pytest.fixture(scope="module")
def pennies() -> CompiledGame:
    return compiled_game("pennies", sheet(PENNIES))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"expand": "two"}, "expand takes one, all, not 'two'"),
        ({"playout": "best"}, "playout takes uniform, mast, nst, not 'best'"),
        ({"simultaneous": "exp3"}, "simultaneous takes uct, regret, not 'exp3'"),
        ({"kernel": "maybe"}, "kernel takes auto, on, off, not 'maybe'"),
        ({"lanes": 3}, "lanes takes 0, 1, 2, 4, 8, 16, 32 or 64, not 3"),
        ({"trust": 1.5}, "trust is a probability, not 1.5"),
    ],
)
def test_a_value_that_an_option_does_not_have(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        Mcts(**options).check()
    assert str(raised.value) == message
    Mcts(trust=1.0, lanes=64).check()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"playout": "nst"}, "playout=nst is only to be had without"),
        ({"decisive": True}, "decisive is only to be had without"),
        ({"simultaneous": "regret"}, "regret matching is only to be had without"),
    ],
)
def test_what_the_kernel_cannot_do(
    options: dict[str, Any], why: str, pennies: CompiledGame
) -> None:
    with pytest.raises(UsageError, match=f"the kernel cannot run: {why}; kernel=auto takes it"):
        Mcts(kernel="on", **options).start(pennies, Role(0), Clock())


def test_the_kernel_needs_a_compiled_game() -> None:
    with pytest.raises(UsageError, match=r"the kernel cannot run: drawn\.tree is not compiled"):
        Mcts(kernel="on").start(lecture(), Role(0), Clock())


@pytest.mark.parametrize("role", [0, 1])
def test_regret_matching_comes_near_the_equilibrium(role: int, pennies: CompiledGame) -> None:
    tree = Mcts(simultaneous="regret", seed=1).planted(pennies, None, Clock())
    assert isinstance(tree, Readable)
    tree.plant(pennies.initial)
    assert tree.tree is not None
    for _ in range(4000):
        tree.tree.simulate()
    outlook = tree.outlook(Role(role))
    assert outlook.mixture is not None
    assert sum(outlook.mixture) == pytest.approx(1)
    assert [pennies.spell(Role(role), one.move) for one in outlook.options] == ["a", "b"]
    assert outlook.mixture[0] == pytest.approx(1 / 3, abs=0.05)
    assert outlook.values[0] == pytest.approx(100 / 3, abs=5)
    assert not outlook.settled


def test_the_move_is_drawn_from_the_mixture(pennies: CompiledGame) -> None:
    drawn = []
    for seed in range(30):
        clock = Clock(Limits(nodes=200))
        search = Mcts(simultaneous="regret", seed=seed)
        found = last(search.start(pennies, Role(0), clock)(pennies.initial, clock))
        assert found is not None
        assert found.move is not None
        drawn.append(pennies.spell(Role(0), found.move))
    assert 4 <= drawn.count("a") <= 16, "about a third"


def test_whoever_chooses_alone_has_no_mixture() -> None:
    tree = Mcts(simultaneous="regret", seed=1).planted(lecture(), None, Clock())
    assert isinstance(tree, Readable)
    tree.plant(lecture().initial)
    assert tree.tree is not None
    for _ in range(50):
        tree.tree.simulate()
    assert tree.outlook(Role(0)).mixture is None


def test_the_value_of_a_move_keeps_to_what_is_proved_of_it() -> None:
    game = lecture()
    tree = Mcts(seed=1).planted(game, None, Clock())
    assert isinstance(tree, Readable)
    tree.plant(game.initial)
    assert tree.tree is not None
    exact = {0: 3, 1: 2, 2: 2}
    for _ in range(60):
        tree.tree.simulate()
        for one in tree.outlook(Role(0)).options:
            assert one.low <= one.mean <= one.high
            assert one.low <= exact[int(one.move)] <= one.high
    settled = [one for one in tree.outlook(Role(0)).options if one.low == one.high]
    assert settled
    assert all(one.mean == exact[int(one.move)] for one in settled)


@pytest.mark.parametrize("kernel", ["on", "off"])
def test_a_role_without_a_choice_has_a_value_too(tictactoe: CompiledGame, kernel: str) -> None:
    clock = Clock(Limits(nodes=200))
    search = Mcts(kernel=kernel)
    found = last(search.start(tictactoe, Role(1), clock)(tictactoe.initial, clock))
    assert found is not None
    assert found.searched
    assert found.values[0] > 50 > found.values[1], "x moves first"
