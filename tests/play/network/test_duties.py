"""Following a match, and what the solver says, asked in this process."""

from contextlib import nullcontext
from typing import cast

import pytest

from tests.play.network.orders import OPENING, Quiet, box, start, turn
from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.play.network.solving import Solving
from zermelo.play.network.tracking import MatchTracker, role_called, sheet_of
from zermelo.process.inside import Inbox, Order
from zermelo.search.base import OutOfTimeError
from zermelo.search.solve.solution import Solution


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("", ReadError),
        ("(role x) (<= (legal x", ReadError),
        ("(role x) (<= (sees x a) (true b))", UnsuitedError),
        ("(role x)\0", ReadError),
    ],
)
def test_rules_that_cannot_be_played_are_told_apart(rules: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        sheet_of(rules, "kif")


def test_there_must_be_such_a_role(tictactoe: CompiledGame) -> None:
    assert role_called(tictactoe, "O") == 1
    with pytest.raises(PlayError, match="no role is called z; there are x, o"):
        role_called(tictactoe, "z")


def test_moves_that_are_known_are_not_made_again(tictactoe: CompiledGame) -> None:
    match = MatchTracker(tictactoe, Role(0))
    there = match.state_after(OPENING)
    assert match.state_after(OPENING[:1]) != there
    assert match.state_after(OPENING) == there
    assert len(match.states) == 3
    over = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"]]
    over += [["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"], ["(mark 1 3)", "noop"]]
    with pytest.raises(PlayError, match="the match is over"):
        match.state_after([*over, ["noop", "noop"]])


def test_the_solver_plays_perfectly_once_it_has_solved() -> None:
    said: list[Order] = []
    solver = Solving(box(), said.append)
    solver.start(start())
    assert said[0]["text"] == "solved: 5,478 positions"
    assert said[1]["proven"]
    assert said[1]["worth"] == 50
    # x can take two lines at once, or win late: it takes the shortest way.
    lost = [["(mark 1 1)", "noop"], ["noop", "(mark 1 2)"]]
    solver.turn(turn(lost))
    assert said[2]["worth"] == 100
    assert said[2]["depth"] == 4


def test_the_solver_is_silent_where_there_is_nothing_to_solve() -> None:
    said: list[Order] = []
    solver = Solving(box(), said.append)
    rules = "(role a) (role b) (init s) (<= (legal ?r l) (role ?r)) (<= (legal ?r m) (role ?r))"
    rules += "(<= (next e) (true s)) (<= terminal (true e)) (<= (goal ?r 50) (role ?r))"
    solver.start(start(rules, "a"))
    solver.turn(turn([["l", "m"]]))
    assert said == []


@pytest.mark.parametrize(("kind", "leaves"), [("stop", True), ("start", True), ("turn", False)])
def test_the_solver_leaves_its_work_for_another_match_only(kind: str, leaves: bool) -> None:
    inbox = Quiet()
    solver = Solving(cast(Inbox, inbox), lambda _: None)
    inbox.orders.append({"do": kind})
    with pytest.raises(OutOfTimeError) if leaves else nullcontext():
        solver.heed("5,000 positions")


class Nothing:
    """A solution that has no position."""

    def worth(self, row: object) -> None:
        """None is there."""


def test_the_solver_is_silent_about_positions_that_it_never_reached(
    tictactoe: CompiledGame,
) -> None:
    said: list[Order] = []
    solver = Solving(box(), said.append)
    solver.match = MatchTracker(tictactoe, Role(0))
    solver.solution = cast(Solution, Nothing())
    solver.turn(turn(OPENING))
    assert said == []
