"""What is known of a puzzle, and what may be said of it."""

from collections.abc import Callable

import pytest

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Move, Role
from zermelo.search.plan.standing import Standing

Games = Callable[[str], CircuitGame]


@pytest.fixture
def standing(game_of: Games) -> Standing:
    game = game_of("buttons_and_lights")
    return Standing.of(game, game.initial)


def moves(standing: Standing, text: str) -> list[Move]:
    return [standing.game.read(Role(0), each) for each in text.split()]


def test_at_first_nothing_is_known(standing: Standing) -> None:
    assert (standing.goal, standing.ceiling, standing.settled) == (None, 100, False)
    assert standing.none_within(100) == -1
    assert standing.result().note == "no match to the end is known"
    assert standing.result().move is not None


def test_a_match_is_played_before_it_is_believed(standing: Standing) -> None:
    assert not standing.found(moves(standing, "a b"), "guessing")
    assert not standing.found([Move(99)], "guessing")
    assert standing.found(moves(standing, "c c c c c c"), "guessing")
    assert (standing.goal, standing.proven, standing.method) == (0, False, "guessing")
    assert standing.found(moves(standing, "a b a c b a"), "hope")
    assert not standing.found(moves(standing, "c c c c c c"), "guessing")
    assert (standing.goal, standing.proven, standing.method) == (100, True, "hope")


def test_shortest_is_what_was_proved_to_be(standing: Standing) -> None:
    standing.found(moves(standing, "a b a c b a"), "hope")
    assert standing.result().note == "found by hope; not proved shortest"
    standing.exclude(100, 4, "care")
    assert not standing.settled
    standing.exclude(0, 5, "more care")
    assert standing.settled
    assert standing.result().note.endswith("no match is as good and shorter, by more care")


def test_a_bound_for_a_goal_holds_for_better_ones(standing: Standing) -> None:
    standing.exclude(0, 3, "care")
    assert standing.none_within(100) == 3
    standing.exclude(100, 5, "care")
    assert (standing.none_within(0), standing.none_within(100)) == (3, 5)


def test_no_better_match_is_a_proof(standing: Standing) -> None:
    standing.found(moves(standing, "c c c c c c"), "guessing")
    assert standing.next_goal() == 100
    standing.none_above(0, "care")
    assert (standing.proven, standing.prover, standing.next_goal()) == (True, "care", None)


def test_a_match_that_is_over_is_settled(game_of: Games) -> None:
    game = game_of("buttons_and_lights")
    state = game.initial
    while not game.terminal(state):
        state = game.next(state, (game.legal(state, Role(0))[0],))
    standing = Standing.of(game, state)
    assert standing.settled
    assert standing.result().line == ()
