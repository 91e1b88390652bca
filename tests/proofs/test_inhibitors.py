"""What a latch rules out for good: proved, and held against random matches and all positions."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest

from zermelo.errors import LimitError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State, joints
from zermelo.game.load import compiled_game, read_rules
from zermelo.process.child import MemoryOutError, TimeOutError
from zermelo.proofs.inhibitors import (
    DeadGoal,
    Flags,
    Inhibitors,
    inhibited,
    inhibitors,
    unrefuted,
)
from zermelo.proofs.invariants import invariants
from zermelo.proofs.latches import Latch, LatchKind, latches
from zermelo.sampling.matches import MatchLayer, RandomMatchBatch
from zermelo.text.read import read_text
from zermelo.text.source import Source
from zermelo.text.tree import Sheet


def found_in(sheet: Sheet) -> tuple[CompiledGame, Inhibitors]:
    result = compiled(sheet)
    game = compiled_game("test", result)
    known = invariants(game, result.program)
    claims = latches(game, result.program, known).claims
    chosen = [latch for latch in claims if latch.proved and latch.kind is LatchKind.PROPER]
    return game, inhibitors(game, result.program, known.counts, chosen, looks=10**8)


@cache
def found_in_game(name: str) -> tuple[CompiledGame, Inhibitors]:
    return found_in(read_rules(name))


def reached(game: CompiledGame, state: State, most: int) -> dict[State, set[State]]:
    """Return all states that can be reached, and what follows each."""
    following: dict[State, set[State]] = {}
    todo = [state]
    while todo:
        state = todo.pop()
        if state in following:
            continue
        following[state] = {game.next(state, joint) for joint in joints(game, state)}
        assert len(following) <= most
        todo += following[state]
    return following


@pytest.mark.parametrize("name", ["tictactoe", "connect_four:width=3,height=3,line=3", "chomp"])
def test_what_is_inhibited_never_becomes_true(name: str) -> None:
    game, found = found_in_game(name)
    assert found.complete
    assert found.inhibitors
    mask = inhibited(found)
    for state, following in reached(game, game.initial, 10_000).items():
        ruled_out = mask(state)
        assert not any(after & ruled_out for after in following)
        # And so on for ever: what is ruled out once stays so.
        assert all(mask(after) & ruled_out == ruled_out for after in following)


def test_a_mark_keeps_the_other_off_its_cell() -> None:
    game, found = found_in_game("tictactoe")
    state = game.start.play("(mark 2 2)").state
    names = {
        name for bit, name in enumerate(game.lexicon.fluents) if inhibited(found)(state) >> bit & 1
    }
    assert {"(cell 2 2 o)", "(cell 2 2 b)"} <= names
    assert "(cell 1 1 o)" not in names
    assert "(cell 2 2 x)" not in names


FUSE = """(role r) (init (left 2)) (init whole)
(<= (legal r wait) (not terminal)) (<= (legal r break) (true whole)) (<= (legal r done) terminal)
(<= (next whole) (true whole) (not (does r break)))
(<= (next (left 1)) (true (left 2))) (<= (next (left 0)) (true (left 1)))
(<= terminal (true (left 0)))
(<= (goal r 100) (true whole)) (<= (goal r 30) (not (true whole)))
(<= (goal r 70) (true (left 2)) (not (true whole)))
"""


def test_dead_goals_need_a_latch_or_none() -> None:
    game, found = found_in(read_text(Source("fuse.kif", FUSE), "kif"))
    never = [goal for goal in found.dead_goals if goal.latch is None]
    assert never == [DeadGoal(None, 0, 70)]
    by_latch = {
        (game.lexicon.fluents[goal.latch.fluent], goal.latch.positive, goal.value)
        for goal in found.dead_goals
        if goal.latch is not None
    }
    assert ("whole", False, 100) in by_latch


BROKEN = """(role r) (init (left 3))
(<= (legal r wait) (not terminal)) (<= (legal r paint) (not terminal))
(<= (legal r break) (not terminal)) (<= (legal r done) terminal)
(<= (next (broken it)) (does r break)) (<= (next (broken it)) (true (broken it)))
(<= (next painted) (does r paint) (not (true (broken it))))
(<= (next (left 2)) (true (left 3))) (<= (next (left 1)) (true (left 2)))
(<= (next (left 0)) (true (left 1)))
(<= terminal (true (left 0))) (<= (goal r 100) (true painted)) (<= (goal r 0) (not (true painted)))
"""


@pytest.mark.parametrize("watched", [True, False])
def test_a_latch_on_the_first_fluent_inhibits_what_it_prevents_and_no_more(
    monkeypatch: pytest.MonkeyPatch, watched: bool
) -> None:
    def all_guessed(game: CompiledGame, chosen: Sequence[Latch], _: int) -> tuple[Flags, Flags]:
        rising = np.ones((1 + len(chosen), game.dimensions.fluents), np.bool_)
        rising[0] = False
        return rising, np.zeros((1 + len(chosen), game.dimensions.goals), np.bool_)

    if not watched:  # then all that is wrong must be refuted by the solver
        monkeypatch.setattr("zermelo.proofs.inhibitors.unrefuted", all_guessed)
    game, found = found_in(read_text(Source("broken.kif", BROKEN), "kif"))
    assert game.lexicon.fluents[0] == "(broken it)"
    ruled_out = inhibited(found)(game.state_of(["(broken it)", "(left 2)"]))
    names = {name for bit, name in enumerate(game.lexicon.fluents) if ruled_out >> bit & 1}
    assert names == {"painted", "(left 3)"}


@pytest.mark.parametrize(
    ("error", "limit"), [(MemoryOutError("full"), "memory"), (TimeOutError("late"), "time")]
)
def test_proofs_that_are_cut_short_inhibit_nothing(
    monkeypatch: pytest.MonkeyPatch, error: LimitError, limit: str
) -> None:
    def cut(*_: object) -> None:
        raise error

    result = compiled(read_text(Source("fuse.kif", FUSE), "kif"), keep=False)
    monkeypatch.setattr("zermelo.proofs.tables.call", cut)
    found = inhibitors(compiled_game("fuse", result), result.program, (), (), looks=10**5)
    assert found == Inhibitors((), (), limit)
    assert not found.complete


ENDLESS = """
(role a) (role b)
(<= (legal ?r go) (role ?r))
(<= (legal ?r stop) (role ?r))
(<= terminal (true never))
(<= (next never) (true never))
(<= (goal ?r 70) (role ?r) (true never))
"""


def test_matches_without_an_end_are_not_watched_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of them costs almost no looks in a game of a few gates, but it takes its time."""
    steps = 0

    def counted(game: CompiledGame, seed: int) -> Iterator[MatchLayer]:
        nonlocal steps
        for layer in RandomMatchBatch(game, seed):
            steps += 1
            yield layer

    monkeypatch.setattr("zermelo.proofs.inhibitors.RandomMatchBatch", counted)
    game = compiled_game("endless", compiled(read_text(Source("endless.kif", ENDLESS), "kif")))
    unrefuted(game, (), 10**8)
    assert 10 < steps <= 100


HARD = """
(role a) (init (alive a)) (init (step 0)) (legal a (take 1)) (legal a (take 2)) (legal a (take 3))
(<= (next (alive a)) (true (alive a)) (does a (take 1)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 30)))
(<= (goal a 100) (true (alive a))) (<= (goal a 0) (not (true (alive a))))
""" + " ".join(f"(succ {n} {n + 1})" for n in range(30))
"""One match of 3 ** 30 ends with 100."""


def test_a_goal_that_random_matches_never_come_to_is_not_dead() -> None:
    game, found = found_in(read_text(Source("hard.kif", HARD), "kif"))
    alive = game.lexicon.fluents.index("(alive a)")
    dead = [
        (goal.latch and (goal.latch.fluent, goal.latch.positive), goal.value)
        for goal in found.dead_goals
    ]
    assert dead == [((alive, False), 100)]
