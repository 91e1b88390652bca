"""What is known of a puzzle, and what may be said of it."""

from collections.abc import Callable

import pytest

from tests.search.asp_games import written
from tests.search.plan.ladder import ladder, stopping, unknown
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.search.plan.progress import Standing

Games = Callable[[str], CompiledGame]


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


def test_a_shorter_match_that_brings_less_is_not_better() -> None:
    known = unknown()
    assert known.found(stopping(3), "patience")
    assert not known.found(stopping(0), "haste")
    assert (known.goal, known.moves, known.method) == (100, stopping(3), "patience")


def test_of_matches_that_bring_as_much_the_shorter_is_kept_and_of_equals_the_first() -> None:
    known = unknown()
    assert known.found(stopping(2), "a detour")
    assert known.found(stopping(1), "the way")
    assert not known.found(stopping(1), "the same way")
    assert not known.found(stopping(2), "a detour")
    assert (known.goal, len(known.moves), known.method) == (50, 2, "the way")


def test_what_comes_after_the_end_is_no_part_of_a_match() -> None:
    known = unknown()
    assert known.found([*stopping(1), *stopping(3)], "guessing")
    assert known.moves == stopping(1)


def test_the_least_better_goal_is_next_unless_it_is_proved_out_of_reach() -> None:
    known = unknown()
    assert known.next_goal() == 0
    known.found(stopping(0), "haste")
    assert known.next_goal() == 50
    known.none_above(50, "care")
    assert known.next_goal() == 50
    known.found(stopping(1), "the way")
    assert known.next_goal() is None


def test_whoever_proves_it_first_is_named() -> None:
    known = unknown()
    known.none_above(50, "first")
    known.none_above(50, "second")
    assert known.prover == "first"
    known.found(stopping(1), "the way")
    known.exclude(100, 3, "of no use")
    assert known.prover == "first"
    known.exclude(50, 1, "shortest")
    known.exclude(50, 1, "again")
    assert known.prover == "shortest"
    assert known.result().note == ("found by the way; no match is as good and shorter, by shortest")


def test_what_is_too_little_to_be_shortest_names_nobody() -> None:
    known = unknown()
    known.found(stopping(2), "a detour")
    known.exclude(50, 1, "care")
    assert (known.prover, known.shortest) == ("", False)


def test_a_short_match_is_not_called_shortest_before_it_is_proved_best() -> None:
    known = unknown()
    known.found(stopping(1), "the way")
    known.exclude(50, 1, "care")
    result = known.result()
    assert (result.proven, result.shortest) == (False, False)
    assert result.note == "found by the way; not proved shortest"


def test_the_least_goal_may_be_all_that_there_is() -> None:
    known = unknown()
    known.none_above(0, "care")
    assert not known.unsolvable
    known.none_above(-1, "care")
    assert known.unsolvable
    assert known.result().unsolvable
    assert known.result().note == "unsolvable: no end with a goal can be reached, by care"


def test_rules_without_a_goal_that_can_hold_are_unsolvable_by_themselves() -> None:
    text = "role(me). init(p). legal(me,go). next(q) :- true(p). terminal :- true(q). "
    game = written(text + "goal(me,100) :- true(never).")
    known = Standing.of(game, game.initial)
    assert (known.settled, known.unsolvable, known.prover) == (True, True, "the rules")


def test_an_end_without_a_goal_is_no_match() -> None:
    text = "role(me). init(p). legal(me,go). next(q) :- true(p). terminal :- true(q). "
    game = written(text + "goal(me,0) :- true(p).")
    known = Standing.of(game, game.initial)
    assert not known.found([game.legal(game.initial, Role(0))[0]], "guessing")
    assert known.goal is None


def test_an_end_is_settled_by_the_rules() -> None:
    known = Standing.of(ladder(), ladder().state_of(["(done 1)"]))
    assert (known.goal, known.ceiling, known.settled) == (50, 50, True)
    assert known.result().shortest is None
