"""Inhibitors and dead goals: how they are reported, and what remains of proofs cut short."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from tests.proofs.knowing import here, sheet
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.proofs import inhibitors as module
from zermelo.proofs.counts import Count
from zermelo.proofs.inhibitors import Flags, Inhibitors, inhibitors
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import Latch, LatchKind, latches
from zermelo.proofs.sample import sample

LOOKS = 10**7
BRICKS = """(role r) (init (left 3)) (init whole)
(<= (legal r wait) (not terminal)) (<= (legal r paint) (not terminal))
(<= (legal r break) (not terminal)) (<= (legal r done) terminal)
(<= (next (broken it)) (does r break)) (<= (next (broken it)) (true (broken it)))
(<= (next whole) (true whole) (not (does r break)))
(<= (next painted) (does r paint) (not (true (broken it))))
(<= (next (left 2)) (true (left 3))) (<= (next (left 1)) (true (left 2)))
(<= (next (left 0)) (true (left 1)))
(<= terminal (true (left 0))) (<= (goal r 100) (true whole)) (<= (goal r 30) (not (true whole)))
(<= (goal r 70) (true (left 2)) (not (true whole)))
"""


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


@dataclass(frozen=True)
class Held:
    """A game with its invariants and all its latches, also those after which nothing happens."""

    game: CompiledGame
    counts: tuple[Count, ...]
    latches: list[Latch]

    def inhibitors(self, steps: int = 10**7) -> Inhibitors:
        assert self.game.program is not None
        return inhibitors(
            self.game, self.game.program, self.counts, self.latches, steps=steps, looks=LOOKS
        )


def held_in(rules: str) -> Held:
    result = sheet(rules)
    game = compiled_game("bricks", result)
    seen = sample(game, positions=1000)
    known = invariants(game, result.program, seen=seen)
    claims = latches(game, result.program, known, seen=seen).claims
    return Held(game, known.counts, [latch for latch in claims if latch.proved])


def test_that_what_stays_does_not_come_is_not_told() -> None:
    staying = [each for each in held_in(BRICKS).inhibitors().inhibitors if each.latch.positive]
    assert staying
    assert all(each.latch.fluent not in each.fluents for each in staying)


def test_what_no_match_has_seen_come_is_inhibited_by_itself_alone() -> None:
    held = held_in(BRICKS)
    names = held.game.lexicon.fluents
    ruled_out = {
        (each.latch.text, each.latch.positive): {names[fluent] for fluent in each.fluents}
        for each in held.inhibitors().inhibitors
    }
    assert ruled_out["(broken it)", True] == {"painted"}
    assert ruled_out["(left 3)", False] == {"(left 3)", "(left 2)"}


def test_what_is_on_at_the_end_only_inhibits_nothing() -> None:
    held = held_in(BRICKS)
    assert [latch.text for latch in held.latches if latch.kind is LatchKind.LAST] == ["(left 0)"]
    assert "(left 0)" not in [each.latch.text for each in held.inhibitors().inhibitors]


def test_a_goal_that_is_dead_anyway_is_not_told_again_with_a_latch() -> None:
    dead = held_in(BRICKS).inhibitors().dead_goals
    assert [goal.latch for goal in dead if goal.value == 70] == [None]
    assert [goal.latch for goal in dead if goal.value == 100]


def test_a_goal_by_two_names_is_dead_only_if_both_are() -> None:
    found = held_in(BRICKS.replace("(goal r 100)", "(goal r 070)")).inhibitors()
    assert 70 not in [goal.value for goal in found.dead_goals if goal.latch is None]


def test_with_too_many_latches_the_first_are_looked_at_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = held_in(BRICKS)
    whole = held.inhibitors()
    assert whole.limit == ""
    monkeypatch.setattr(module, "MOST_PAIRS", 2 * held.game.dimensions.fluents)
    some = held.inhibitors()
    assert some.limit == "steps"
    first = held.latches[:2]
    assert some.inhibitors == tuple(one for one in whole.inhibitors if one.latch in first)


def test_what_is_not_settled_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_guessed(game: CompiledGame, chosen: Sequence[Latch], _: int) -> tuple[Flags, Flags]:
        rows = 1 + len(chosen)
        rising = np.ones((rows, game.dimensions.fluents), np.bool_)
        rising[0] = False
        return rising, np.ones((rows, game.dimensions.goals), np.bool_)

    held = held_in(BRICKS)
    monkeypatch.setattr(module, "unrefuted", all_guessed)
    whole = held.inhibitors()
    assert whole.complete
    assert held.inhibitors(steps=0) == Inhibitors((), (), "steps")
    for questions in range(1, 60, 3):
        some = held.inhibitors(steps=questions * 1100)
        assert set(some.inhibitors) <= set(whole.inhibitors)
        assert set(some.dead_goals) <= set(whole.dead_goals)
        assert some.limit == "steps" or some == whole
