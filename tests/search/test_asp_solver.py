"""The solver of whole matches: ways round are counted, and a new child starts from nothing."""

import pytest

from tests.search.asp_games import Inside, written
from tests.search.test_asp import COUNTDOWN, WALK
from zermelo.errors import UnsuitedError
from zermelo.game.game import Role
from zermelo.search.asp.solver import Solver
from zermelo.search.base import Clock

pytestmark = pytest.mark.usefixtures("in_process")


def test_a_way_round_is_as_long_as_it_is_however_late_it_begins() -> None:
    game = written(WALK)
    joint = game.read(Role(0), "on"), game.read(Role(1), "noop")
    reply = game.read(Role(0), "noop"), game.read(Role(1), "on")
    with pytest.raises(UnsuitedError, match=r": 2 moves lead from .*\(at 1\).* back to it"):
        Solver(game, Clock()).grow(game.initial, (joint, reply, joint))


@pytest.mark.parametrize("given", [None, 6])
def test_a_new_child_lays_its_own_steps(monkeypatch: pytest.MonkeyPatch, given: int | None) -> None:
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)
    game = written(COUNTDOWN)
    solver = Solver(game, Clock(), given=given)
    for _ in range(2):
        solver.find_horizon(game.initial)
        assert (solver.sure, solver.horizon) == (True, 6)
        solver.close()
