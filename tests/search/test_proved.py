"""Bounds that lemmas prove: what a claim says of either role, and where none may be used."""

import pytest

from zermelo.errors import UnsuitedError
from zermelo.logic.keeping import Keeping
from zermelo.logic.lemmas import Claim
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.search import proved
from zermelo.search.proved import Proved, bounded

LEVELS = [0.0, 50.0, 100.0]


@pytest.mark.parametrize(
    ("claim", "role", "worth"),
    [
        (Claim((1,), 0, 100, least=False), 0, 50.0),
        (Claim((1,), 0, 100, least=False), 1, 50.0),
        (Claim((1,), 0, 50, least=False), 0, 0.0),
        (Claim((1,), 0, 50, least=False), 1, 100.0),
        (Claim((1,), 0, 0, least=False), 0, None),
    ],
)
def test_who_is_held_below_a_goal_gets_the_next_lower_one(
    claim: Claim, role: int, worth: float | None
) -> None:
    assert bounded(claim, Role(role), 100, LEVELS) == worth


@pytest.mark.parametrize("sums", [True, False])
def test_bounds_that_need_a_total_are_refused_without_one(
    tictactoe: CircuitGame, sums: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Proved(tictactoe, Role(0), [], [], LEVELS, keeping=Keeping(()), sums=sums)
    found.require(tictactoe.initial)
    monkeypatch.setattr(proved, "proved_total", lambda *_: None)
    if not sums:
        found.require(tictactoe.initial)
        return
    with pytest.raises(UnsuitedError, match="the lemmas need a constant sum, which is not proved"):
        found.require(tictactoe.initial)
