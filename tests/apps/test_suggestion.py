"""What `zermelo analyse` suggests for a game of several roles, and on what evidence."""

from typing import Any

import pytest

from tests.apps.conftest import Run
from zermelo.answers.render.json import plain
from zermelo.answers.suggestion import suggested
from zermelo.evaluate.impact import Impact
from zermelo.game.game import Evidence, Finding, Trait

REFUTED = Finding(Evidence.REFUTED)
THREE = ("a", "b", "c")


def felt(mean: float, low: float, high: float) -> Impact:
    return Impact(mean, low, high, 100, {("a", "b"): mean, ("b", "a"): mean / 2})


@pytest.mark.parametrize(
    ("roles", "refuted", "impact", "search", "why"),
    [
        (THREE, None, felt(0.0, 0.0, 0.01), "maxn", "0.00 (0.00 to 0.01): hardly anybody"),
        (THREE, None, felt(0.12, 0.08, 0.16), "maxn", "hardly anybody feels what another does"),
        (THREE, None, felt(0.5, 0.4, 0.6), "mpmix", "b feels 50% of the choices of a: who leads"),
        (THREE, Trait.TURNS, felt(0.5, 0.4, 0.6), "mcts", "roles move at the same time"),
        (("a", "b", "random"), None, felt(0.5, 0.4, 0.6), "mcts", "chance has a role"),
        (("a", "b"), None, felt(0.5, 0.4, 0.6), "alphabeta", "two roles and a fixed sum"),
        (("a", "b"), Trait.CONSTANT_SUM, felt(1, 1, 1), "maxn", "do not share out a fixed sum"),
    ],
)
def test_a_search_is_suggested_with_its_reason(
    roles: tuple[str, ...], refuted: Trait | None, impact: Impact, search: str, why: str
) -> None:
    found = suggested(roles, {refuted: REFUTED} if refuted else {}, impact)
    assert found is not None
    assert found.search == search
    assert why in found.why
    assert plain(found) == {"search": search, "why": found.why}


def test_there_may_be_nothing_to_say() -> None:
    impact = felt(0.5, 0.4, 0.6)
    assert suggested(("a",), {}, impact) is None
    assert suggested(THREE, {}, None) is None
    assert suggested(THREE, {Trait.PERFECT: REFUTED}, impact) is None


@pytest.fixture(scope="module")
def race(run: Run) -> dict[str, Any]:
    return run("analyse", "race", "--seconds", "0.5", "--json").answer


def test_scripts_are_told(race: dict[str, Any]) -> None:
    impact = race["opponent_impact"]
    assert 0 == impact["mean"] <= impact["high"] < 0.05
    assert {"of": "red", "on": "green", "impact": 0.0} in impact["pairs"]
    assert len(impact["pairs"]) == 6
    assert race["suggestion"]["search"] == "maxn"


def test_people_are_told(run: Run) -> None:
    shown = run("analyse", "race", "--seconds", "0.5").out
    assert "opponent impact  0.00 (0.00 to 0.01), by fuzzy and moves left" in shown
    assert "suggested        maxn: opponent impact is 0.00" in shown
