"""Preferences learned from ordered examples: short, and good where they were not learned."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.preferences.examples import choices
from zermelo.learn.preferences.language import ArgumentPlace, Language, Mode
from zermelo.learn.preferences.learner import (
    HypothesisLimits,
    LearnedPreferences,
    hypotheses_of,
    learn_preferences,
)
from zermelo.learn.preferences.modes import read_modes
from zermelo.learn.preferences.problem import LearningProblem
from zermelo.search.solve.solution import load_kernels
from zermelo.strategies.preferences.constraint import ConstraintBody, Preferences
from zermelo.strategies.preferences.facts import visited, vocabulary
from zermelo.strategies.preferences.file import spelled
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
NIM = "nim:pile1={},pile2={},pile3={},pile4={}"


def board(game: CompiledGame, rows: str, control: str) -> State:
    """A state of tic-tac-toe by its rows, the top one first."""
    cells = [
        f"(cell {column} {3 - row} {'b' if mark == '.' else mark})"
        for row, marks in enumerate(rows.split())
        for column, mark in enumerate(marks, start=1)
    ]
    return game.state_of([*cells, f"(control {control})"])


@pytest.fixture(scope="module")
def ready(tictactoe: CompiledGame) -> CompiledGame:
    """Tic-tac-toe with its kernels loaded."""
    load_kernels(tictactoe)
    return tictactoe


def test_tictactoe_s_takes_three_literals(ready: CompiledGame) -> None:
    bounds = HypothesisLimits(cells=2_000_000)
    learned = learn_preferences(ready, [board(ready, "ox. ... ..o", "x")], bounds=bounds)
    assert learned.shortest
    assert learned.satisfied == learned.orderings == 32
    assert learned.preferences.length == 3
    assert learned.strength == 1.0


def test_tictactoe_m_takes_five_literals(ready: CompiledGame) -> None:
    bounds = HypothesisLimits(cells=100_000_000)
    learned = learn_preferences(ready, [board(ready, "... ... x.o", "x")], bounds=bounds)
    assert learned.shortest
    assert learned.satisfied == learned.orderings == 45
    assert learned.preferences.length == 5


@pytest.fixture(scope="module")
def large(ready: CompiledGame) -> LearnedPreferences:
    """What is learned from all that can come about if x plays best after its first corner."""
    start = board(ready, "..x ... ...", "o")
    bounds = HypothesisLimits(cells=500_000_000)
    return learn_preferences(ready, [start], role=Role(0), reach="best", bounds=bounds)


def test_tictactoe_l_is_learned_with_noise(large: LearnedPreferences) -> None:
    assert large.orderings == 1417
    assert large.satisfied / large.orderings > 0.95
    assert large.preferences.length <= 12
    assert not large.shortest


def test_what_is_said_to_be_satisfied_is(ready: CompiledGame, large: LearnedPreferences) -> None:
    words = vocabulary(ready)
    satisfied = 0
    for choice in large.examples:
        facts = [words.facts(child, choice.role) for child in choice.children]
        costs = [large.preferences.costs(one) for one in facts]
        satisfied += sum(costs[better] < costs[worse] for better, worse in choice.pairs)
    assert satisfied == large.satisfied


@pytest.fixture(scope="module")
def bouton(game_of: Games) -> Preferences:
    """The rule of Nim from piles of at most three sticks."""
    game = game_of(NIM.format(1, 2, 3, 3))
    return learn_preferences(game, [game.initial], reach="all").preferences


def test_the_rule_of_nim_is_one_literal(bouton: Preferences) -> None:
    assert spelled(bouton, "nim").splitlines()[1:] == [":~ odd(has,2,A). [1@1,1,A]"]


@pytest.mark.parametrize("piles", [(1, 3, 5, 7), (0, 4, 6, 9)])
def test_the_rule_of_nim_is_perfect_with_other_piles(
    bouton: Preferences, piles: tuple[int, ...], game_of: Games
) -> None:
    game = game_of(NIM.format(*piles))
    words = vocabulary(game)
    seen = choices(game, [game.initial])
    assert len(seen) > 100
    for choice in seen:
        costs = [bouton.costs(words.facts(child, choice.role)) for child in choice.children]
        liked = [w for w, cost in zip(choice.worths, costs, strict=True) if cost == min(costs)]
        assert min(liked) == 100


def test_a_number_may_be_what_an_instance_counts_for(game_of: Games) -> None:
    game = game_of("subtraction:heap=3")
    number = ArgumentPlace("variable", "number")
    total = Mode(
        "total({},{},{})",
        (ArgumentPlace("value", "heap"), ArgumentPlace("value", "1"), number),
        weigh=2,
    )
    learned = learn_preferences(game, [game.initial], language=Language((total,)))
    assert [one.spelled(1) for one in learned.preferences.constraints] == [
        ":~ total(heap,1,A). [A@1,1,A]"  # take all that you can
    ]
    assert learned.satisfied == learned.orderings


def test_declared_weights_are_kept(game_of: Games) -> None:
    game = game_of("subtraction:heap=3")
    modes = "#modeo(1,goal(var(role),const(worth))). #constant(worth,0). #constant(worth,100)."
    for weight in (1, -1):
        language = read_modes(Source("modes", f"{modes} #weight({weight})."))
        bounds = HypothesisLimits(penalty=0)
        if weight > 0:
            with pytest.raises(LimitError, match="satisfies all"):
                learn_preferences(game, [game.initial], language=language, bounds=bounds)
        else:
            learned = learn_preferences(game, [game.initial], language=language, bounds=bounds)
            assert [one.weight for one in learned.preferences.constraints] == [-1]


def test_better_moves_come_first_in_every_pair(ready: CompiledGame) -> None:
    start = board(ready, "... ... x.o", "x")
    for reach, size in (("line", 45), ("best", 220), ("all", 787)):
        found = choices(ready, [start], reach)  # type: ignore[arg-type] # a word of Reach
        pairs = [(one.worths[a], one.worths[b]) for one in found for a, b in one.pairs]
        assert len(pairs) == size
        assert all(better > worse for better, worse in pairs)


def test_moves_that_are_all_alike_teach_nothing(game_of: Games) -> None:
    game = game_of(NIM.format(0, 0, 1, 1))
    with pytest.raises(UnsuitedError, match="nothing to prefer; start from another state"):
        learn_preferences(game, [game.initial])


def test_a_game_that_is_too_large_to_solve_is_refused(game_of: Games) -> None:
    game = game_of("connect_four")
    message = "connect_four has more positions from here than 8 MB can hold; start later"
    with pytest.raises(LimitError, match=message):
        choices(game, [game.initial], megabytes=8)


def test_there_are_no_more_choices_than_wanted(ready: CompiledGame) -> None:
    start = board(ready, "... ... x.o", "x")
    some, every = choices(ready, [start], most=40), choices(ready, [start])
    assert len(some) == 40
    assert set(some) < set(every)


def test_a_game_without_exact_values_is_refused(game_of: Games) -> None:
    game = game_of("tictactoe_3p")
    with pytest.raises(UnsuitedError, match="3 roles"):
        learn_preferences(game, [game.initial])


def test_what_was_not_looked_through_is_not_said_to_be_shortest(
    ready: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.learn.preferences.learner.BODIES", 100)
    learned = learn_preferences(ready, [board(ready, "ox. ... ..o", "x")])
    assert learned.satisfied == learned.orderings
    assert not learned.shortest


def test_a_language_that_tells_nothing_apart_is_refused(ready: CompiledGame) -> None:
    language = read_modes(Source("modes", "#modeo(1,mover(var(role)))."))
    with pytest.raises(UnsuitedError, match="tells better moves from worse ones; give other mode"):
        learn_preferences(ready, [board(ready, "ox. ... ..o", "x")], language=language)


@pytest.mark.parametrize("solver", ["groups", "clingo"])
def test_orderings_that_cannot_all_be_satisfied_need_a_penalty(
    ready: CompiledGame, solver: str
) -> None:
    language = read_modes(Source("modes", "#modeo(1,goal(var(role),0))."))
    start = board(ready, "ox. ... ..o", "x")
    bounds = HypothesisLimits(penalty=0, solver=solver)  # type: ignore[arg-type] # a word of Bounds
    with pytest.raises(LimitError, match="satisfies all 32 orderings; allow longer ones"):
        learn_preferences(ready, [start], language=language, bounds=bounds)
    learned = learn_preferences(ready, [start], language=language)
    assert 0 < learned.satisfied < learned.orderings


def test_a_penalty_may_be_too_small_for_any_constraint() -> None:
    gains = np.array([[1, -1]], np.int32)
    body = ConstraintBody(())
    task = LearningProblem(
        gains, np.array([2], np.int32), (((body, 1),),), np.array([1, 1], np.int64)
    )
    with pytest.raises(LimitError, match="at a penalty of 1; give a greater one"):
        hypotheses_of(task, Language(()), HypothesisLimits(), deadline=np.inf)
    with pytest.raises(LimitError, match="no hypothesis found in time satisfies all 2 orderings"):
        hypotheses_of(task, Language(()), HypothesisLimits(), deadline=-np.inf)


def test_without_a_limit_of_time_a_busy_machine_changes_nothing(
    ready: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = board(ready, "... ... x.o", "x")
    expected = learn_preferences(ready, [start])
    assert not expected.cut
    monkeypatch.setattr("time.monotonic", iter(np.arange(1e7) * 1000.0).__next__)
    found = learn_preferences(ready, [start])
    assert (found.preferences, found.shortest, found.cut) == (expected.preferences, True, False)


def test_time_that_is_up_is_said(ready: CompiledGame, monkeypatch: pytest.MonkeyPatch) -> None:
    start = board(ready, "... ... x.o", "x")
    with pytest.raises(LimitError, match="0 s were not enough to solve tictactoe; give more"):
        learn_preferences(ready, [start], bounds=HypothesisLimits(seconds=0))
    # Half a second for bodies passes with every look at the clock: some are not looked at.
    ticks = iter(np.arange(1e7) * 1e-3)
    monkeypatch.setattr("time.monotonic", ticks.__next__)
    found = learn_preferences(ready, [start], bounds=HypothesisLimits(seconds=1))
    assert (found.cut, found.shortest) == (True, False)


def test_states_of_one_match_are_visited(game_of: Callable[[str], CompiledGame]) -> None:
    game = game_of("tictactoe")
    states = visited(game, steps=4)
    assert len(states) == 5
    for before, after in pairwise(states):
        assert after in {child.state for child in game.children(before)}
    assert game.terminal(visited(game)[-1])
