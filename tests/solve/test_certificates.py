"""Certificates of solutions: what they list, and what they leave out where rows are too many."""

import json
from typing import Any

import pytest

from tests.audit.checking import verdict_on
from tests.proofs.knowing import sheet
from tests.solve.test_unsuited import DUEL
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.search.base import Clock
from zermelo.search.solve import certificate
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove

WALK = """
(role a) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal a on) (true (at ?n)))
(<= (legal a back) (true (at ?n)))
(<= (legal a fall) (true (at 2)))
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m) (does a on))
(<= (next (at 1)) (does a back))
(<= (next pit) (does a fall))
(<= terminal (true (at 4)))
(<= terminal (true pit))
(<= (goal a 0) (true pit))
(<= (goal a BEST) (true (at 4)))
(<= (goal a 100) (true (at 1)))
"""
"""Three moves on, or back to the start, or into the pit; nobody ends where 100 is written."""
SHORTER = "that no match as good is shorter (there are too many positions)"
MORE = "that no match brings more (there are too many positions)"


def walk(best: int) -> CompiledGame:
    return compiled_game("walk", sheet(WALK.replace("BEST", str(best))))


def certified(game: CompiledGame) -> tuple[str, list[dict[str, Any]], list[str]]:
    """The certificate of a game, its claims, and what it leaves out."""
    answer, solution = prove(game, game.initial, Clock())
    assert solution is not None
    text, omitted = solution_certificate(game, game.initial, answer, solution)
    return text, json.loads(text)["claims"], omitted


@pytest.mark.parametrize(
    ("best", "kinds"),
    [
        (100, ["guarantee", "value", "shortest"]),
        (70, ["guarantee", "guarantee", "value", "shortest"]),
    ],
)
def test_only_a_goal_below_the_highest_needs_a_proof_that_there_is_no_more(
    best: int, kinds: list[str]
) -> None:
    text, claims, omitted = certified(walk(best))
    assert [claim["claim"] for claim in claims] == kinds
    assert omitted == []
    assert claims[-2]["endless"] == (None if best == 100 else {"a": 0})
    assert verdict_on(text).wrong == []


def test_where_the_goal_is_out_of_reach_the_bound_is_what_is_left() -> None:
    game = walk(100)
    _, claims, _ = certified(game)
    bounds = {
        tuple(claims[-1]["fluents"][bit] for bit in held): bound
        for held, bound in claims[-1]["bounds"]
    }
    assert claims[-1]["length"] == 3
    assert bounds == {("(at 1)",): 3, ("(at 2)",): 2, ("(at 3)",): 1, ("pit",): 1}


@pytest.mark.parametrize(
    ("best", "kinds", "omitted"),
    [(100, ["guarantee", "value"], [SHORTER]), (70, ["guarantee"], [MORE, SHORTER])],
)
def test_what_takes_too_many_rows_is_left_out(
    best: int, kinds: list[str], omitted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "MOST_ROWS", 2)
    text, claims, left_out = certified(walk(best))
    assert [claim["claim"] for claim in claims] == kinds
    assert left_out == omitted
    assert verdict_on(text).wrong == []


def test_a_strategy_of_too_many_rows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = compiled_game("duel", sheet(DUEL))
    monkeypatch.setattr(certificate, "MOST_ROWS", 1)
    with pytest.raises(LimitError, match="duel needs more than 1 rows to be certified"):
        certified(game)
