"""What searches by a model remember, and how max^n ranks moves that a paranoid finds equal."""

from math import inf

import pytest

from tests.search.asp_games import written
from tests.search.trees import EVALUATOR, MAX, MIN, Branch, built
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.search.base import Clock, Limits
from zermelo.search.many import default_evaluator as judging
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.many.preference import ranked
from zermelo.search.many.vector_game import vector_game_of
from zermelo.search.many.vectors import VectorMemory

STANCE = OpponentModel(OpponentKind.MAXN, Role(0))
RUN = """
role(a). number(1..3). init(got(1)).
legal(a,take(N)) :- number(N).
next(got(N)) :- true(got(N)). next(got(N)) :- does(a,take(N)).
run(1) :- true(got(1)). run(N) :- run(N-1), number(N), true(got(N)).
terminal :- run(3). goal(a,100) :- run(3). goal(a,0) :- not run(3).
"""
"""A run depends on a shorter one."""
GUESSED, PROVED = ((1, 2), (), False), ((3, 4), (), True)


def test_a_guess_is_remembered_for_its_own_depth_and_a_proof_for_all_deeper_ones() -> None:
    memory = VectorMemory()
    memory.keep(State(1), STANCE, 2, GUESSED)
    memory.keep(State(2), STANCE, 2, PROVED)
    asked = [1, 2, 3, inf]
    assert [memory.find(State(1), STANCE, depth) for depth in asked] == [None, GUESSED, None, None]
    assert [memory.find(State(2), STANCE, depth) for depth in asked] == [None, *(PROVED,) * 3]
    assert memory.find(State(3), STANCE, 2) is None


def test_a_full_memory_only_renews_what_it_has() -> None:
    memory = VectorMemory(most=1)
    memory.keep(State(1), STANCE, 1, GUESSED)
    memory.keep(State(2), STANCE, 1, PROVED)
    memory.keep(State(1), STANCE, 2, PROVED)
    assert memory.find(State(2), STANCE, 1) is None
    assert memory.find(State(1), STANCE, 2) == PROVED


@pytest.mark.parametrize(("depth", "ranks"), [(1, [0, 1]), (2, [1, 0]), (None, [1, 0])])
def test_moves_are_ranked_no_deeper_than_the_search_looks(
    depth: int | None, ranks: list[int]
) -> None:
    game = built(Branch(MAX, 0, (Branch(MIN, 9, (1, 2)), Branch(MIN, 5, (5, 6)))))
    vector_game, clock = vector_game_of(game, EVALUATOR), Clock()
    children = vector_game.turn(game.initial).children
    found = ranked(vector_game, MAX, children, depth, clock)
    assert [found[joint] for joint, _ in children] == ranks
    assert clock.count.nodes == (2 if depth == 1 else 8)
    assert clock.count.leaves == (2 if depth == 1 else 6)


def test_moves_that_there_is_no_time_to_rank_are_equal() -> None:
    game = built(Branch(MAX, 0, (Branch(MIN, 5, (5, 6)), Branch(MIN, 9, (1, 2)))))
    vector_game, clock = vector_game_of(game, EVALUATOR), Clock(Limits(nodes=9))
    children = vector_game.turn(game.initial).children
    assert set(ranked(vector_game, MAX, children, 2, clock).values()) == {0}
    assert clock.count.nodes == 0


def test_fuzzy_is_taken_where_it_can_read_the_goals(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch, in_process: None
) -> None:
    assert evaluator_for(tictactoe, Mobility()) == Mobility()
    assert evaluator_for(tictactoe, None) == Fuzzy()
    assert evaluator_for(written(RUN), None) == Fuzzy(unroll=True)
    monkeypatch.setattr(judging, "LARGE", 1)
    assert evaluator_for(tictactoe, None) == Goal()
