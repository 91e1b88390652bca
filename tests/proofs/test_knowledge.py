"""What is known of a game says what has cut it, and is spelled as claims that can be checked."""

from dataclasses import replace
from functools import cache

import pytest

from tests.proofs.knowing import here, sheet
from zermelo.ground.program import Program
from zermelo.proofs.analysis_certificate import (
    analysis_claims,
    bound_claims,
    chain_claim,
    inhibitor_claims,
    trait_claim,
)
from zermelo.proofs.goal_bounds import GoalBounds
from zermelo.proofs.inhibitors import DeadGoal, Inhibitor, Inhibitors
from zermelo.proofs.invariants import Counter, Invariants
from zermelo.proofs.knowledge import Knowledge
from zermelo.proofs.latches import Latch, Latches, LatchKind, LatchVerdict
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.proofs.traits import TraitVerdict

RULES = """
(role a) (role random) (init p) (init q) (legal a go) (legal random go)
(<= (next p) (true p)) (<= (next q) (true q)) (<= (next r) (true p)) (<= terminal (true r))
(goal a 30) (goal random 0)
"""
LATCH = Latch(2, "r", True, LatchVerdict.PROVED)


@cache
def program() -> Program:
    return sheet(RULES).program


@pytest.fixture(autouse=True)
def _in_this_process(in_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)


def nothing_known() -> Knowledge:
    none = symmetries(program())
    return Knowledge(
        Invariants((), (), (), 0, (), "", 0.0),
        Latches((), "", 0.0),
        Inhibitors((), ()),
        replace(none, generators=()),
        replace(none, generators=()),
        {},
        {},
        0.0,
    )


def test_what_is_whole_has_no_limits() -> None:
    assert nothing_known().limits == {}


def test_every_part_that_is_cut_says_by_what() -> None:
    whole = nothing_known()
    cut = replace(
        whole,
        invariants=replace(whole.invariants, cut=("pairs", "chains"), limit="steps"),
        latches=replace(whole.latches, limit="time"),
        inhibitors=replace(whole.inhibitors, limit="memory"),
        exchanges=replace(whole.exchanges, limit="steps"),
        proofs={"turns": TraitVerdict(False, limit="time"), "ends": TraitVerdict(True)},
    )
    assert cut.limits == {
        "invariants: pairs": "steps",
        "invariants: chains": "steps",
        "latches": "time",
        "inhibitors": "memory",
        "symmetries": "steps",
        "proof: turns": "time",
    }
    own = replace(whole, symmetries=replace(whole.symmetries, limit="time"))
    assert own.limits == {"symmetries": "time"}


@pytest.mark.parametrize(
    ("again", "over", "then"),
    [(0, False, 0), (1, False, 1), (None, True, "over"), (None, False, "stuck")],
)
def test_a_chain_says_what_follows_its_last_fluent(
    again: int | None, over: bool, then: int | str
) -> None:
    claim = chain_claim(program(), Counter((0, 2), again, over, ""))
    assert claim == {"claim": "chain", "fluents": ["p", "r"], "then": then}


def test_only_what_is_proved_is_claimed() -> None:
    last, unproved = replace(LATCH, kind=LatchKind.LAST), replace(LATCH, verdict=LatchVerdict.OPEN)
    swap = Symmetry((1, 0, 2), (0, 1), ((0,), (0,)))
    whole = nothing_known()
    found = replace(
        whole,
        latches=replace(whole.latches, claims=(unproved, LATCH, last)),
        symmetries=replace(whole.symmetries, generators=(swap,)),
        exchanges=replace(whole.exchanges, generators=(swap,)),
        proofs={"turns": TraitVerdict(True), "playable": TraitVerdict(False)},
    )
    claims = [one["claim"] for one in analysis_claims(program(), found)]
    assert claims == ["latch", "latch", "last", "symmetry", "turn_taking"]


def test_a_goal_that_is_dead_anyway_is_claimed_without_a_latch() -> None:
    found = Inhibitors((Inhibitor(LATCH, (0, 1)),), (DeadGoal(None, 1, 70), DeadGoal(LATCH, 0, 30)))
    on = {"fluent": "r", "holds": True}
    off = {"fluent": None, "holds": None}
    assert list(inhibitor_claims(program(), found)) == [
        {"claim": "inhibitor", **on, "fluents": ["p", "q"]},
        {"claim": "dead_goal", "role": "random", "goal": 70, **off},
        {"claim": "dead_goal", "role": "a", "goal": 30, **on},
    ]


def test_chance_has_no_part_in_a_total_but_has_bounds() -> None:
    total = trait_claim(program(), "constant_sum", TraitVerdict(True, total=30))
    assert total == {"claim": "constant_sum", "roles": ["a"], "total": 30}
    ends = TraitVerdict(True, most=4, groups=(((0, 2), (2, 1, 0)),))
    assert trait_claim(program(), "ends", ends) == {
        "claim": "terminating",
        "groups": [{"fluents": ["p", "r"], "ranks": [2, 1, 0]}],
        "most": 4,
    }
    assert list(bound_claims(program(), GoalBounds((0, 10), (20, 30), 40))) == [
        {"claim": "goal_bounds", "role": "a", "low": 0, "high": 20},
        {"claim": "goal_bounds", "role": "random", "low": 10, "high": 30},
        {"claim": "goal_sum", "most": 40},
    ]
