"""Solutions whose matches need not end: half of the total, if that is a whole number."""

import json

import pytest

from tests.audit.checking import verdict_on
from tests.proofs.knowing import sheet
from zermelo.game.load import compiled_game
from zermelo.search.base import Clock
from zermelo.search.solve.certificate import solution_certificate
from zermelo.search.solve.prove import prove

WAITING = """
(role a) (role b) (init (turn a))
(<= (legal a stop) (true (turn a))) (<= (legal ?p wait) (true (turn ?p)))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a)) (not (does a stop))) (<= (next (turn a)) (true (turn b)))
(<= (next over) (does a stop)) (<= terminal (true over))
(<= (goal a LESS) (true over)) (<= (goal b MORE) (true over))
"""
"""The first role had better wait for ever than stop."""


def certified(less: int, more: int) -> tuple[str, list[str]]:
    """The certificate of the game in which stopping gives these goals, and what it leaves out."""
    rules = WAITING.replace("LESS", str(less)).replace("MORE", str(more))
    game = compiled_game("waiting", sheet(rules))
    answer, found = prove(game, game.initial, Clock())
    assert answer.values == ((less + more) / 2,) * 2
    return solution_certificate(game, game.initial, answer, found)


def test_an_endless_match_is_half_of_an_even_total() -> None:
    text, omitted = certified(20, 80)
    assert omitted == []
    claims = json.loads(text)["claims"]
    assert [claim["claim"] for claim in claims] == ["guarantee", "guarantee", "value"]
    assert claims[-1]["values"] == claims[-1]["endless"] == {"a": 50, "b": 50}
    assert verdict_on(text).wrong == []


@pytest.mark.parametrize("claimed", [49, 51])
def test_another_value_of_an_endless_match_is_refuted(claimed: int) -> None:
    text, _ = certified(20, 80)
    document = json.loads(text)
    document["claims"][-1]["values"]["a"] = claimed
    assert verdict_on(document).wrong


def test_half_of_an_odd_total_is_left_out() -> None:
    text, omitted = certified(20, 81)
    half = "an endless match counts 50.5, which is not a whole number"
    assert omitted == [f"what {role} can be sure of ({half})" for role in "ab"]
    assert json.loads(text)["claims"] == []
