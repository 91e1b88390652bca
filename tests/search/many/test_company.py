"""What is noted of the ends of a game stays within its limit."""

import pytest

from tests.search.answers import after
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.position.circuit_game import CircuitGame
from zermelo.search.many import company
from zermelo.search.many.company import company_of


def test_ends_are_forgotten_beyond_the_limit(
    tictactoe: CircuitGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "MOST_ENDS", 4)
    found = company_of(tictactoe, Goal())
    states = [after(tictactoe, moves, moves) for moves in range(1, 9)]
    sizes = []
    for state in states:
        assert found.over([state]) == [tictactoe.terminal(state)]
        sizes.append(len(found.ends))
    assert sizes == [1, 2, 3, 4, 5, 1, 2, 3]
    assert found.over(states) == [tictactoe.terminal(state) for state in states]
