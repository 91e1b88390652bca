"""Minimax pruned by a solver finds the value of minimax, and tells what it left to the solver."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.search.asp_games import Inside, tree_rules, written
from tests.search.trees import MAX, MIN, lecture, trees, value_of
from zermelo.errors import LimitError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import picture_of, worth
from zermelo.process.child import TimeOutError
from zermelo.process.frames import Message
from zermelo.process.session import Session
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.asp import Asp
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.asp.cases import Case, in_words
from zermelo.search.asp.solver import Solver
from zermelo.search.base import Bound, Clock, Limits, OutOfTimeError, Result, last
from zermelo.search.events import Event, EventKind

Games = Callable[[str], CompiledGame]
pytestmark = pytest.mark.usefixtures("inside")
SMALL = [
    "nim:pile1=1,pile2=2,pile3=2,pile4=0",
    "nim_capped:pile1=0,pile2=1,pile3=2,pile4=3,cap=2",
    "misere_nim:pile1=1,pile2=2,pile3=2,pile4=0",
    "subtraction",
    "chomp:rows=2,columns=3",
    "domineering:rows=3,columns=4",
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in (
            "connect_three:width=3,height=3",
            "dots_and_boxes:rows=1,columns=2",
            "hackenbush_stalks",
            "hex:size=3",
            "kalah:houses=3,seeds=2",
            "atari_go:size=3",
        )
    ),
]
MIDDLE = [
    *("(cell 1 1 o)", "(cell 2 1 x)", "(cell 3 1 b)", "(cell 1 2 b)", "(cell 2 2 b)"),
    *("(cell 3 2 b)", "(cell 1 3 b)", "(cell 2 3 b)", "(cell 3 3 o)", "(control x)"),
]
WALK = """
role(a). role(b). init(at(0)). init(turn(a)).
other(a,b). other(b,a).
legal(R,on) :- true(turn(R)). legal(R,back) :- true(turn(R)). legal(R,out) :- true(turn(R)).
legal(R,noop) :- role(R), not true(turn(R)).
next(turn(S)) :- true(turn(R)), other(R,S).
next(at(1)) :- does(R,on). next(at(0)) :- does(R,back). next(at(2)) :- does(R,out).
terminal :- true(at(2)).
goal(R,100) :- true(turn(R)). goal(R,0) :- role(R), not true(turn(R)).
"""
COUNTDOWN = """
role(a). role(b). init(left(6)). init(turn(a)).
other(a,b). other(b,a).
legal(R,take) :- true(turn(R)). legal(R,wait) :- true(turn(R)).
legal(R,noop) :- role(R), not true(turn(R)).
next(turn(S)) :- true(turn(R)), other(R,S).
next(left(N-1)) :- true(left(N)), N > 0.
next(taken(R)) :- does(R,take).
terminal :- true(left(0)).
goal(a,90) :- not terminal. goal(b,10) :- not terminal.
goal(a,30) :- terminal, true(taken(b)). goal(b,70) :- terminal, true(taken(b)).
goal(a,60) :- terminal, not true(taken(b)). goal(b,40) :- terminal, not true(taken(b)).
"""


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child process: what it would do is done here."""
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)


def found(
    game: CompiledGame,
    search: Asp | None = None,
    role: Role = MAX,
    state: State | None = None,
    watch: list[Event] | None = None,
) -> list[Result]:
    """All results of a search."""
    thinker = (search or Asp()).start(game, role, Clock(), None if watch is None else watch.append)
    return list(thinker(game.initial if state is None else state, Clock()))


@given(game=trees(10), role=st.sampled_from([MAX, MIN]), learn=st.booleans())
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_trees_written_as_rules_have_the_value_of_minimax(
    game: TreeGame, role: Role, learn: bool, in_process: None
) -> None:
    rules = written(tree_rules(game, ("the_first", "b")))
    result = found(rules, Asp(learn=learn), role)[-1]
    assert result.values[role] == value_of(Minimax(), game, role=role)
    assert result.proven
    state = rules.initial
    for joint in result.line:
        state = rules.next(state, joint)
    assert rules.goals(state)[role] == result.values[role]


@pytest.mark.parametrize("learn", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_small_games_have_the_value_of_minimax(name: str, learn: bool, game_of: Games) -> None:
    game = game_of(name)
    expected = last(Alphabeta().start(game, MAX, Clock())(game.initial, Clock()))
    assert expected is not None
    assert found(game, Asp(learn=learn))[-1].values == expected.values


def test_the_best_with_help_comes_first_and_is_told_beside_the_value(
    tictactoe: CompiledGame,
) -> None:
    state = tictactoe.state_of(MIDDLE)
    results = found(tictactoe, state=state)
    assert [result.values[0] for result in results[1:]] == [100, 50]
    assert [result.bound for result in results[1:]] == [Bound.AT_MOST, Bound.EXACT]
    assert results[-1].note == "with everybody's help x could get 100"


def test_cases_are_told_and_what_only_the_solver_saw_is_drawn_as_unexplored(
    tictactoe: CompiledGame,
) -> None:
    events: list[Event] = []
    result = found(tictactoe, state=tictactoe.state_of(MIDDLE), watch=events)[-1]
    cases = {event.reason.partition(":")[0] for event in events if event.kind is EventKind.CASE}
    assert cases == {"a", "b1", "b2", "b31", "b32", "b33"}
    entered = [event.node for event in events if event.kind is EventKind.ENTER]
    assert sorted(event.node for event in events if event.kind is EventKind.LEAVE) == entered
    picture = picture_of(events, tictactoe)
    assert tuple(s.joint for s in picture.spots if s.best and s.parent is not None) == result.line
    ghosts = [spot for spot in picture.spots if spot.pruned]
    assert sum(spot.pruned for spot in ghosts) == sum(len(event.pruned) for event in events)
    assert all(spot.value is None for spot in ghosts)
    assert {worth(picture, spot) for spot in picture.spots} == {"", "0", "50", "100"}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (Case.ALONE, "a: no other move"),
        (Case.BOUND_BELOW, "b1: no other move can bring x 50, even with help"),
        (Case.BELOW, "b31: the other move brings x 0, the best so far 50"),
        (Case.TIE, "b32: the other move brings x 0, the best so far 50"),
        (Case.BETTER, "b33: the other move brings x 0, the best so far 50"),
        (Case.RULE, "rule: a rule has the best move"),
    ],
)
def test_cases_in_words(case: Case, told: str) -> None:
    assert in_words(case, "x", 50, 0) == told


def test_a_horizon_that_is_too_short_is_refused(tictactoe: CompiledGame) -> None:
    with pytest.raises(UsageError, match="a horizon of 4 is too short: tictactoe has a match"):
        found(tictactoe, Asp(horizon=4))


def test_a_longer_horizon_changes_nothing(tictactoe: CompiledGame) -> None:
    state = tictactoe.state_of(MIDDLE)
    assert found(tictactoe, Asp(horizon=12), state=state)[-1].values == (50, 50)


def test_a_game_that_need_not_end_is_refused_with_the_way_round(in_process: None) -> None:
    game = written(WALK)
    with pytest.raises(UnsuitedError, match=r"written need not end.* lead from .* back to it"):
        found(game)


def test_a_match_longer_than_any_that_is_laid_is_refused(
    in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.asp.solver.MOST_MOVES", 5)
    with pytest.raises(LimitError, match="a match of more than 5 moves"):
        found(written(COUNTDOWN))


def test_goals_before_the_end_do_not_count(in_process: None) -> None:
    assert found(written(COUNTDOWN))[-1].values == (30, 70)


def test_a_depth_that_ends_before_the_matches_leaves_any_move(tictactoe: CompiledGame) -> None:
    clock = Clock(Limits(depth=3))
    results = list(Asp().start(tictactoe, MAX, clock)(tictactoe.initial, clock))
    assert len(results) == 1
    assert not results[0].proven


def test_a_tree_without_rules_is_refused() -> None:
    with pytest.raises(UnsuitedError, match="has no rules that a solver could read"):
        Asp().start(lecture(), MAX, Clock())


def test_being_watched_changes_nothing(tictactoe: CompiledGame) -> None:
    state = tictactoe.state_of(MIDDLE)
    events: list[Event] = []
    assert found(tictactoe, state=state) == found(tictactoe, state=state, watch=events)
    clock = Clock()
    last(Asp().start(tictactoe, MAX, clock)(state, clock))
    assert clock.count.nodes == sum(event.kind is EventKind.ENTER for event in events)


def test_a_second_thought_remembers_what_was_settled(tictactoe: CompiledGame) -> None:
    thinker = Asp().start(tictactoe, MAX, Clock())
    state = tictactoe.state_of(MIDDLE)
    clocks = Clock(), Clock()
    first, second = (last(thinker(state, clock)) for clock in clocks)
    assert first is not None
    assert second is not None
    assert (first.values, first.line) == (second.values, second.line)
    assert clocks[1].count.nodes == 1


def test_ends_without_goals_are_refused(in_process: None) -> None:
    goals = "goal(a,90) :- not terminal. goal(b,10) :- not terminal."
    game = written(COUNTDOWN.partition("goal(a,90)")[0] + goals)
    with pytest.raises(UnsuitedError, match="written: no match ends with a goal for a"):
        found(game)


def test_a_solver_that_takes_too_long_ends_the_search_but_not_the_match(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(Inside):
        def ask(
            self, message: Message, seconds: float = 60, *, deadline: float | None = None
        ) -> dict[str, Any]:
            if "goals" in message:
                assert deadline is not None
                assert 0 < deadline <= 600
                raise TimeOutError(f"{deadline} s were not enough")
            return super().ask(message, seconds, deadline=deadline)

    thinker = Asp().start(tictactoe, MAX, Clock())
    state = tictactoe.state_of(MIDDLE)
    with monkeypatch.context() as patch:
        patch.setattr("zermelo.search.asp.solver.Session", Slow)
        first = last(thinker(state, Clock(Limits(seconds=600))))
    assert first is not None
    assert first.move in tictactoe.legal(state, MAX)
    assert not first.proven
    second = last(thinker(state, Clock()))
    assert second is not None
    assert second.proven


def test_a_child_process_answers_as_this_one_does(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tictactoe.state_of(MIDDLE)
    here = found(tictactoe, state=state)
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Session)
    assert found(tictactoe, state=state) == here


def test_a_game_without_rules_has_nothing_that_a_solver_could_read(game_of: Games) -> None:
    known = game_of("tictactoe")
    game = CompiledGame("bare", known.lexicon, known.engine)
    with pytest.raises(UnsuitedError, match="bare has no rules that a solver could read"):
        Solver(game, Clock()).open()


def test_the_horizon_grows_until_the_best_match_is_over(in_process: None) -> None:
    game = written(COUNTDOWN)
    solver = Solver(game, Clock(Limits(seconds=600)))
    best = solver.best(game.initial, Role(0), [], [60, 30])
    assert best.goal == 60
    assert len(best.match) == 6
    assert solver.horizon >= 6


def test_a_solver_is_not_asked_when_time_is_up(in_process: None) -> None:
    game = written(COUNTDOWN)
    solver = Solver(game, Clock(Limits(seconds=0)))
    with pytest.raises(OutOfTimeError):
        solver.best(game.initial, Role(0), [], [60, 30])
