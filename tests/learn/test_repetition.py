"""Positions that come again, and games in which none does."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.game.load import compiled_game, load
from zermelo.learn.basis import groundwork
from zermelo.learn.learning import learn
from zermelo.learn.limit import Limit
from zermelo.learn.repetition import may_repeat


@pytest.mark.parametrize(
    ("name", "repeats"),
    [
        ("tictactoe", False),
        ("reversi:size=4", False),
        ("breakthrough:width=3,height=4", False),
        ("three_mens_morris", False),  # it counts its steps
        ("eight_puzzle", True),
    ],
)
def test_repetition_is_found_where_it_is(name: str, repeats: bool) -> None:
    game = load(name)
    assert may_repeat(game, game.initial) == repeats


def test_too_many_positions_may_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("reversi:size=4")
    monkeypatch.setattr("zermelo.learn.repetition.MEGABYTES", 1)
    assert may_repeat(game, game.initial)


LIGHT = """
(role r) (init (light off)) {clock}
(<= (legal r (turn ?x)) (state ?x)) (state on) (state off)
(<= (next (light ?x)) (does r (turn ?x)))
(<= terminal (true (light on))) (<= (goal r 100) (true (light on)))
"""
CLOCK = "(init (step 1)) (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2)))"


@pytest.mark.parametrize(("clock", "ends"), [(CLOCK, True), ("", False)])
def test_positions_are_explored_where_matches_are_not_proved_to_end(clock: str, ends: bool) -> None:
    game = compiled_game("light", sheet(LIGHT.format(clock=clock)))
    assert game.program is not None
    basis = groundwork(game, game.program, game.initial, Limit(None))
    assert basis.ends == ends
    assert (basis.graph is None) == ends


RING = """
(role r) (init (at 0))
(<= (legal r on) (true (at ?n))) (<= (legal r back) (true (at ?n)))
(<= (next (at ?m)) (does r on) (true (at ?n)) (after ?n ?m))
(<= (next (at ?m)) (does r back) (true (at ?n)) (after ?m ?n))
(<= terminal (true (at {half}))) (<= (goal r 100) (true (at {half})))
"""


@pytest.mark.usefixtures("in_process")
def test_a_ring_is_searched_in_proportion_to_its_places() -> None:
    """Ways to and fro are as many as subsets of the moves, positions are not."""
    size = 24
    after = " ".join(f"(after {n} {(n + 1) % size})" for n in range(size))
    game = compiled_game("ring", sheet(f"{after} {RING.format(half=size // 2)}"))
    found = learn(game, game.initial)
    assert (found.values, found.complete) == ((100,), True)
    assert found.nodes < size**2
