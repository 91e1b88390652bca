"""Filling in: what has fewest choices first, and nothing said where that does not suit."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.search.asp_games import written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.search.base import Clock, Limits, OutOfTimeError
from zermelo.search.plan.filling import Needed, filling, needed_for
from zermelo.search.plan.progress import Standing

Games = Callable[[str], CompiledGame]
SQUARE = """
(role hand)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (number ?n) (succ ?n ?m)) (<= (number ?m) (succ ?n ?m))
(<= (base (cell ?r ?c ?n)) (number ?r) (number ?c) (number ?n))
(<= (base (blank ?r ?c)) (number ?r) (number ?c))
(<= (input hand (place ?r ?c ?n)) (number ?r) (number ?c) (number ?n))
(input hand quit) (base over)
(given 1 1 3) (given 2 4 1) (given 5 2 5) (given 4 4 5)
(<= (init (cell ?r ?c ?n)) (given ?r ?c ?n))
(<= (known ?r ?c) (given ?r ?c ?n))
(<= (init (blank ?r ?c)) (number ?r) (number ?c) (not (known ?r ?c)))
(<= (seen ?r ?c ?n) (number ?r) (true (cell ?s ?c ?n)))
(<= (seen ?r ?c ?n) (number ?c) (true (cell ?r ?d ?n)))
(<= (legal hand (place ?r ?c ?n)) (true (blank ?r ?c)) (number ?n) (not (seen ?r ?c ?n)))
(legal hand quit)
(<= (next (cell ?r ?c ?n)) (true (cell ?r ?c ?n)))
(<= (next (cell ?r ?c ?n)) (does hand (place ?r ?c ?n)))
(<= (filled ?r ?c) (does hand (place ?r ?c ?n)))
(<= (next (blank ?r ?c)) (true (blank ?r ?c)) (not (filled ?r ?c)))
(<= (next over) (does hand quit))
(<= open (true (blank ?r ?c)))
(<= terminal (not open)) (<= terminal (true over))
(<= (goal hand 0) open) (<= (goal hand 100) (not open))
"""
"""A Latin square of five, of which four cells are given."""


@pytest.fixture(scope="module")
def square(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    path: Path = tmp_path_factory.mktemp("rules") / "square.kif"
    path.write_text(SQUARE)
    return load(str(path))


def test_what_the_goal_needs_is_found_in_the_rules(square: CompiledGame) -> None:
    needed = needed_for(square, 100)
    assert needed is not None
    names = square.describe(square.initial)
    assert needed.open(square.initial).bit_count() == sum("blank" in name for name in names) == 21
    assert needed.hold == 0


def test_a_square_is_filled_after_few_states(square: CompiledGame) -> None:
    standing, clock = Standing.of(square, square.initial), Clock()
    for _ in filling(standing, clock):
        pass
    assert (standing.goal, len(standing.moves), standing.method) == (100, 21, "filling in")
    assert clock.count.nodes < 1000


def test_it_stops_at_its_limit(square: CompiledGame) -> None:
    standing, clock = Standing.of(square, square.initial), Clock(Limits(nodes=5))
    with pytest.raises(OutOfTimeError):
        list(filling(standing, clock))
    assert clock.count.nodes == 5


@pytest.mark.parametrize("name", ["eight_puzzle", "lights_out:width=2,height=2", "hanoi:disks=2"])
def test_nothing_is_claimed_where_it_does_not_suit(name: str, game_of: Games) -> None:
    game = game_of(name)
    standing = Standing.of(game, game.initial)
    list(filling(standing, Clock()))
    assert not standing.excluded
    assert standing.ceiling == 100


def test_fluents_are_open_until_they_are_as_they_have_to_be() -> None:
    needed = Needed(matter=0b1110, hold=0b0110)
    assert needed.open(State(0b1011)) == 0b1100


TAKING = """
role(me).
legal(me,take). legal(me,left). legal(me,right).
next(taken) :- does(me,take). next(taken) :- true(taken).
next(over(left)) :- does(me,left). next(over(right)) :- does(me,right).
terminal :- true(over(left)). terminal :- true(over(right)).
goal(me,100) :- true(taken). goal(me,0) :- not true(taken).
"""
"""Something has to be taken; then it may end one way or the other."""


def taking(*held: str) -> Standing:
    game = written(TAKING + "init(start).")
    return Standing.of(game, game.state_of(list(held)))


def test_what_must_hold_is_needed() -> None:
    game = taking().game
    needed = needed_for(game, 100)
    assert needed is not None
    assert needed.matter == needed.hold == game.state_of(["taken"])


def test_when_nothing_is_open_any_more_all_moves_are_tried_and_the_best_ends_it() -> None:
    standing, clock = taking(), Clock()
    list(filling(standing, clock))
    assert (standing.goal, len(standing.moves)) == (100, 2)
    assert clock.count.nodes == 3


def test_where_nothing_is_open_at_first_it_does_not_begin() -> None:
    standing, clock = taking("taken"), Clock()
    assert len(list(filling(standing, clock))) == 1
    assert (standing.goal, clock.count.nodes) == (None, 0)


def test_where_finding_out_what_is_needed_costs_too_much_it_does_not_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standing, clock = taking(), Clock()
    gates = standing.game.engine.wide
    monkeypatch.setattr("zermelo.search.plan.filling.LARGEST_GAME", gates.fluents * gates.slots)
    assert needed_for(standing.game, 100) is not None
    monkeypatch.setattr("zermelo.search.plan.filling.LARGEST_GAME", gates.fluents * gates.slots - 1)
    assert needed_for(standing.game, 100) is None
    list(filling(standing, clock))
    assert (standing.goal, clock.count.nodes) == (None, 0)
