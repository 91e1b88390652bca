"""That every end gives every role one goal is proved, or not believed."""

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.errors import LimitError
from zermelo.ground.program import Program
from zermelo.proofs.counts import Count
from zermelo.proofs.single_goals import has_single_goals

LAMP = """
(role a) (role b) (init off) (legal a wait) (legal a press) (legal b wait)
(<= (next on) (does a press)) (<= (next off) (does a wait))
(<= terminal (true on)) (<= (goal a 100) (true on)) (<= (goal b 30) (not (true off)))
(<= (goal b 0) (true off))
"""
STAIRS = """
(role a) (legal a up) (init (at 1))
(<= (next (at 2)) (true (at 1))) (<= (next (at 3)) (true (at 2)))
(<= terminal (true (at 3))) (<= (goal a 100) (true (at 3))) (<= (goal a 0) (true (at 2)))
"""
"""Who could be at two places at once, would have two goals."""


@pytest.fixture
def lamp(in_process: None, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)
    return sheet(LAMP).program


def test_one_goal_of_every_role_at_every_end_is_proved(lamp: Program) -> None:
    assert has_single_goals(lamp, [])


@pytest.mark.usefixtures("lamp")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(goal a 100) (true on)", "(goal a 100) (true off)"),
        ("(goal b 0) (true off)", "(goal b 0)"),
    ],
    ids=["no goal of a", "two goals of b"],
)
def test_an_end_with_no_goal_or_two_is_found(old: str, new: str) -> None:
    assert not has_single_goals(sheet(LAMP.replace(old, new)).program, [])


@pytest.mark.usefixtures("lamp")
def test_invariants_may_be_needed() -> None:
    program = sheet(STAIRS).program
    assert not has_single_goals(program, [])
    assert has_single_goals(program, [Count(tuple(range(len(program.fluents))), 0, 1)])


def test_what_is_not_settled_in_time_is_not_believed(lamp: Program) -> None:
    assert not has_single_goals(lamp, [], seconds=0)


def test_what_ends_in_the_sandbox_is_not_believed(
    lamp: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise LimitError("no memory")

    monkeypatch.setattr("zermelo.proofs.tables.call", full)
    assert not has_single_goals(lamp, [])
