"""Limits of time for learning: kept by every step, and no longer than they need."""

from typing import Any

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.learn import learning, prover, selection
from zermelo.learn.learning import learn
from zermelo.learn.limit import LearningTimeError, Limit
from zermelo.learn.selection import rules_to_play_by
from zermelo.process.child import TimeOutError
from zermelo.process.limits import Allowance
from zermelo.process.session import Session

NIM = "nim_capped:pile1=1,pile2=1,pile3=2,pile4=0"


@pytest.fixture(scope="module")
def nim() -> CompiledGame:
    return load(NIM)


class Noting(Session):
    """A session that notes how long its questions may take, in CPU seconds and by the clock."""

    allowed: list[tuple[float, float | None]]

    def ask(
        self, message: Any, seconds: float = 60, *, deadline: float | None = None
    ) -> dict[str, Any]:
        """Note, and ask."""
        self.allowed.append((seconds, deadline))
        return super().ask(message, seconds, deadline=deadline)


@pytest.mark.parametrize("limit", [None, 500.0, 40.0])
def test_no_question_may_take_longer_than_there_is_time(
    nim: CompiledGame, monkeypatch: pytest.MonkeyPatch, limit: float | None
) -> None:
    Noting.allowed = []
    monkeypatch.setattr(prover, "Session", Noting)
    found = learn(nim, nim.initial, seconds=limit)
    assert found.complete
    assert len(Noting.allowed) > 3
    assert {seconds for seconds, _ in Noting.allowed} == {60.0}
    for _, deadline in Noting.allowed:
        assert (deadline is None) is (limit is None)
        assert deadline is None or limit is None or 0 < deadline <= limit


def test_no_solver_is_started_when_time_is_up(
    nim: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("there is no time for it")

    monkeypatch.setattr(prover, "Session", never)
    found = learn(nim, nim.initial, seconds=0.0)
    assert (found.cut, found.complete, found.lemmas, found.values) == (True, False, (), (0, 0))


def test_what_a_role_has_at_the_end_needs_no_time(nim: CompiledGame) -> None:
    state = nim.initial
    while not nim.terminal(state):
        state = nim.children(state)[0].state
    assert learn(nim, state, seconds=0.0).values == nim.goals(state)


@pytest.mark.parametrize("error", [TimeOutError("2 s of time were not enough")])
def test_a_solver_that_is_not_ready_in_time_proves_nothing(
    nim: CompiledGame, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def late(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(learning, "Prover", late)
    found = learn(nim, nim.initial, seconds=50.0)
    assert (found.cut, found.lemmas) == (True, ())


@pytest.mark.parametrize(("seconds", "allowed"), [(None, 600.0), (-5.0, 1.0), (20.0, 20.0)])
def test_few_rules_are_chosen_in_the_time_that_is_left(
    nim: CompiledGame, monkeypatch: pytest.MonkeyPatch, seconds: float | None, allowed: float
) -> None:
    given: list[Allowance] = []

    def late(function: str, message: object, allowance: Allowance) -> dict[str, Any]:
        given.append(allowance)
        raise TimeOutError("it takes long")

    found = learn(nim, nim.initial)
    monkeypatch.setattr(selection, "call", late)
    rules = rules_to_play_by(nim, found, seconds)
    assert [each.seconds for each in given] == [allowed]
    assert rules == [lemma for lemma in found.lemmas if lemma.moves]


def test_a_step_may_take_what_is_left_and_none_begins_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("zermelo.learn.limit.time.monotonic", lambda: now)
    short, endless = Limit(5.0), Limit(None)
    now = 103.0
    assert (short.left(), endless.left()) == (2.0, None)
    now = 105.0
    assert endless.left() is None
    for late in (short.check, short.left):
        with pytest.raises(LearningTimeError):
            late()
