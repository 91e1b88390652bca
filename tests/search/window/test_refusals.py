"""What the compiled searches refuse, they refuse in the words of the readable ones."""

from collections.abc import Callable

import pytest

from tests.ground.sheets import games_of
from zermelo.errors import PlayError, UnsuitedError, UsageError
from zermelo.evaluate.base import Guess
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role
from zermelo.game.tree_file import read_tree
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.base import Clock, Limits, last
from zermelo.search.window.fast import chosen
from zermelo.text.source import Source

TURNS = """
(role a) (role b) (init (turn a)) (init (step 0)) (succ 0 1) (succ 1 2) (side l) (side r)
(<= (legal ?r ?s) (true (turn ?r)) (side ?s))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next (went ?r ?s)) (does ?r ?s) (side ?s)) (<= (next (went ?r ?s)) (true (went ?r ?s)))
(<= terminal (true (step 2)))
"""
"""Each role goes left or right once."""
NOT_CONSTANT = f"{TURNS} (<= (goal ?r 60) (true (went ?r l))) (<= (goal ?r 40) (true (went ?r r)))"
NO_GOAL = f"{TURNS} (<= (goal a 60) (true (went b l))) (<= (goal b 40) (true (went b l)))"
BOTH = """
(role a) (role b) (side l) (side r) (init (step 0)) (<= (legal ?r ?s) (role ?r) (side ?s))
(<= (next (step 1)) (true (step 0))) (<= terminal (true (step 1))) (goal a 50) (goal b 50)
"""
STUCK = """
(role a) (role b) (init (step 0)) (succ 0 1) (succ 1 2) (<= (legal a go)) (<= (legal a stay))
(<= (legal b wait) (true (step 0))) (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 2))) (goal a 50) (goal b 50)
"""


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (NOT_CONSTANT, UnsuitedError, "test is not constant-sum: its ends share out 120 and 100"),
        (NO_GOAL, UnsuitedError, "test: a has no goal at an end"),
        (BOTH, UnsuitedError, "test has simultaneous moves: a and b choose at once"),
        (STUCK, PlayError, "test: b has no move before the end"),
    ],
)
def test_both_say_the_same(text: str, error: type[Exception], message: str) -> None:
    game, _ = games_of(text)
    said = []
    for kernel in ("on", "off"):
        think = Alphabeta(depth=9, kernel=kernel).start(game, Role(0), Clock())
        with pytest.raises(error, match=message) as raised:
            last(think(game.initial, Clock()))
        said.append(str(raised.value))
    assert said[0] == said[1]


def test_no_time_at_all_still_gives_a_move(tictactoe: CompiledGame) -> None:
    clock = Clock(Limits(seconds=0.0))
    think = Alphabeta(kernel="on").start(tictactoe, Role(0), clock)
    found = last(think(tictactoe.initial, clock))
    assert found is not None
    assert found.move == 0


def test_a_clock_stops_a_long_search(game_of: Callable[[str], CompiledGame]) -> None:
    game = game_of("connect_four")
    clock = Clock(Limits(seconds=0.05))
    found = last(Alphabeta(kernel="on", depth=40).start(game, Role(0), clock)(game.initial, clock))
    assert found is not None
    assert not found.proven
    assert clock.count.nodes > 0


class Odd:
    """An evaluator that has no arrays."""

    def start(self, game: Game) -> Guess:
        return Even().start(game)


def test_it_is_taken_where_it_can_be(tictactoe: CompiledGame) -> None:
    assert chosen("auto", Even(), tictactoe, None)
    assert not chosen("off", Even(), tictactoe, None)
    assert not chosen("auto", Odd(), tictactoe, None)
    assert not chosen("auto", Even(), read_tree(Source("tree", "[1, 2]")), None)
    assert not chosen("auto", Even(), tictactoe, lambda event: None)
    assert not chosen("on", Even(), tictactoe, lambda event: None)


def test_without_arrays_the_readable_search_answers(tictactoe: CompiledGame) -> None:
    found = []
    for evaluator in (Odd(), Even()):
        clock = Clock()
        think = Alphabeta(depth=3, evaluator=evaluator).start(tictactoe, Role(0), clock)
        found.append((list(think(tictactoe.initial, clock)), clock.count))
    assert found[0] == found[1]


def test_what_it_cannot_do_is_said(tictactoe: CompiledGame) -> None:
    with pytest.raises(UsageError, match="the evaluator odd has no arrays for it; kernel=auto"):
        chosen("on", Odd(), tictactoe, None)
    with pytest.raises(UsageError, match="cannot run: tree is not compiled; kernel=auto"):
        chosen("on", Even(), read_tree(Source("tree", "[1, 2]")), None)
    with pytest.raises(UsageError, match="kernel takes auto, on or off, not 'maybe'"):
        chosen("maybe", Even(), tictactoe, None)
