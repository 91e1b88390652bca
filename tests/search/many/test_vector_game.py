"""What is noted of the ends of a game stays within its limit."""

import pytest

from tests.search.answers import after
from tests.search.asp_games import written
from zermelo.errors import UnsuitedError
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.many import vector_game as vector_game
from zermelo.search.many.vector_game import vector_game_of


def test_ends_are_forgotten_beyond_the_limit(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_game, "MOST_ENDS", 4)
    found = vector_game_of(tictactoe, Goal())
    states = [after(tictactoe, moves, moves) for moves in range(1, 9)]
    sizes = []
    for state in states:
        assert found.over([state]) == [tictactoe.terminal(state)]
        sizes.append(len(found.ends))
    assert sizes == [1, 2, 3, 4, 5, 1, 2, 3]
    assert found.over(states) == [tictactoe.terminal(state) for state in states]


ONE_GOAL = """
role(a). role(b). init(s). legal(a,l). legal(a,m). legal(b,noop).
next(did(M)) :- does(a,M). terminal :- true(did(M)).
goal(a,50) :- true(did(M)). goal(b,50) :- true(did(l)).
"""
"""If a does m, b has no goal at the end."""


@pytest.mark.parametrize("batches", [True, False])
def test_an_end_without_a_goal_is_refused_among_others(batches: bool) -> None:
    game = written(ONE_GOAL)
    found = vector_game_of(game, Mobility(), batches=batches)
    assert (found.many is not None) == batches
    children = found.turn(game.initial).children
    assert found.leaves(children[:1]) == [((50, 50), True)]
    with pytest.raises(UnsuitedError, match=r"b has no goal at an end: \(did m\)"):
        found.leaves(children)


PARTLY_OVER = ONE_GOAL.replace("terminal :- true(did(M)).", "terminal :- true(did(l)).").replace(
    "goal(a,50) :- true(did(M))", "goal(a,50) :- true(did(l))"
)
"""Only l ends the match, and only there are goals."""


def test_goals_are_asked_of_ends_only() -> None:
    game = written(PARTLY_OVER)
    found = vector_game_of(game, Mobility())
    leaves = found.leaves(found.turn(game.initial).children)
    assert [proven for _, proven in leaves] == [True, False]
    assert leaves[0] == ((50, 50), True)
