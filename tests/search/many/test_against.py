"""The moves of one role against all: which of equals is taken, and what a broken pass has."""

import pytest

from tests.search.trees import EVALUATOR, MAX, Branch, built
from zermelo.game.game import Joint
from zermelo.search.base import Clock
from zermelo.search.events import Trail
from zermelo.search.many.against import Contest
from zermelo.search.many.coalition import Coalition
from zermelo.search.parts.order import MoveOrder
from zermelo.search.window.alphabeta import Window


def contest_of(ranks: list[int], *values: int) -> tuple[Contest, list[Joint]]:
    """The moves of a root that lead to these values, and how they are ranked."""
    game = built(Branch(MAX, 0, values))
    duel = Coalition(game, MAX, EVALUATOR.start(game))
    moves = duel.joints(game.initial)
    search = Window(duel, Trail(Clock()), None, MoveOrder())
    return Contest(duel, search, dict(zip(moves, ranks, strict=True))), moves


@pytest.mark.parametrize(
    ("ranks", "values", "taken"),
    [
        ([0, 0, 0], (5, 5, 5), 0),
        ([1, 1, 0], (5, 5, 5), 2),
        ([1, 0, 0], (5, 5, 5), 1),
        ([1, 1, 0], (5, 5, 4), 0),
        ([0, 1, 1], (4, 5, 5), 1),
    ],
)
def test_of_equals_the_preferred_is_taken_and_else_the_first(
    ranks: list[int], values: tuple[int, ...], taken: int
) -> None:
    contest, moves = contest_of(ranks, *values)
    value, line, proven = contest.judged(contest.duel.game.initial, 1)
    assert (value, line, proven) == (max(values), (moves[taken],), True)
    assert contest.leader == moves[taken]


def test_a_pass_that_was_broken_off_is_better_only_by_another_move_than_that_of_the_last() -> None:
    contest, (first, second, _) = contest_of([0, 0, 0], 1, 2, 3)
    assert contest.better() is None
    contest.best = 2.0, (second,)
    assert contest.better() is None, "there is no pass before it"
    contest.leader = second
    assert contest.better() is None
    contest.leader = first
    assert contest.better() == (2.0, (second,))
