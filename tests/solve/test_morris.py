"""Six men's morris: endless matches, sixteen symmetries, and a known value."""

from collections.abc import Callable

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Clock
from zermelo.search.solve.prove import prove


@pytest.mark.parametrize(
    ("men", "positions", "folded"),
    [
        (3, 373_625, 23_668),  # the first also counted by a program that knows no GDL
        pytest.param(6, 47_957_097, 3_010_714, marks=pytest.mark.slow),
    ],
)
def test_it_is_a_draw(
    game_of: Callable[[str], CompiledGame], men: int, positions: int, folded: int
) -> None:
    """Gasser found the same of his game with nine men (Solving nine men's morris, 1996)."""
    game = game_of(f"six_mens_morris:men={men}")
    answer, solution = prove(game, game.initial, Clock())
    assert solution is not None
    assert answer.values == (50, 50)
    assert answer.distance is None, "nobody can force an end"
    assert (answer.positions, answer.folded) == (positions, folded)
    assert solution.folding is not None
    assert solution.folding.order == 16
