"""A claim or rule that names what the rules do not have is refuted, even if it has no effect."""

from typing import Any

import pytest

from tests.audit.checking import Json, made, verdict_on
from tests.audit.handmade import RACE, START
from tests.audit.test_strategy_files import RULES, file
from zermelo.errors import ReadError

UNKNOWN = "it names what the rules do not have"
FLUENTS = ["(heap 0)", "(heap 1)", "(heap 2)", "(heap 3)", "(control o)", "(control x)"]
ROWS: list[Any] = [
    [[3, 5], ["noop"], 3],
    [[2, 4], ["(take 2)"], 2],
    [[1, 4], ["(take 1)"], 1],
    [[0, 5], None, 0],
]
GUARANTEE: Json = {
    "claim": "guarantee",
    "side": ["o"],
    "goals": {"o": [100, 100]},
    "endless": None,
    "fluents": FLUENTS,
    "rows": ROWS,
}
ENDLESS: Json = GUARANTEE | {
    "goals": {"o": [0, 100]},
    "endless": {"x": 50, "o": 50},
    "rows": [[position, moves, None] for position, moves, _ in ROWS],
}
SHORTEST: Json = {
    "claim": "shortest",
    "role": "o",
    "goal": 100,
    "length": 2,
    "fluents": FLUENTS,
    "bounds": [[[3, 5], 2], [[2, 4], 1], [[1, 4], 1]],
}
WHOLE = {"claim": "value", "values": {"x": 0, "o": 100}, "endless": None}


def reasons(*claims: Json) -> list[str]:
    verdict = verdict_on(made(RACE, "solution", START, list(claims)))
    return [one["counterexample"]["why"] for one in verdict.wrong]


def test_a_solution_with_names_of_the_rules_is_accepted() -> None:
    assert reasons(GUARANTEE, ENDLESS, SHORTEST) == []


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        (GUARANTEE, {"fluents": [*FLUENTS, "(heap 9)"]}),
        (GUARANTEE, {"side": ["nobody"]}),
        (GUARANTEE, {"goals": {"o": [100, 100], "nobody": [0, 100]}}),
        (ENDLESS, {"endless": {"x": 50, "o": 50, "nobody": 50}}),
        (SHORTEST, {"fluents": [*FLUENTS, "(heap 9)"]}),
        (SHORTEST, {"role": "nobody"}),
        (WHOLE, {"endless": {"nobody": 50}}),
    ],
)
def test_a_claim_of_a_solution_with_another_name_is_refuted(claim: Json, change: Json) -> None:
    assert reasons(claim | change) == [UNKNOWN]


@pytest.mark.parametrize(
    "more",
    [
        "force(o,100,take(1)) :- true(heap(9)), true(control(o)).",
        "force(o,100,take(1)) :- true(heap(1)), true(control(o)), not true(heap(9)).",
        "force(R,100,take(1)) :- true(heap(1)), true(control(o)), not true(pile(R)), turn(R).",
        "force(R,100,take(1)) :- true(heap(1)), true(control(R)), nobody(R).\nnobody(nobody).",
    ],
)
def test_a_rule_that_can_never_apply_for_its_names_is_refuted(more: str) -> None:
    (found,) = verdict_on(file(f"{RULES}{more}\n")).wrong
    assert found["counterexample"]["why"] == UNKNOWN
    assert "rule" in found["claim"]


def test_one_instance_that_the_rules_have_is_enough() -> None:
    more = "force(R,100,take(1)) :- true(heap(1)), true(control(R)), turn(R), R != x.\nturn(z)."
    assert verdict_on(file(f"{RULES}{more}\n")).wrong == []


def test_a_symmetry_does_not_name_a_role_that_moves_nothing() -> None:
    moved: Json = {"fluent_images": {}, "role_images": {}, "move_images": {"nobody": {}}}
    with pytest.raises(ReadError, match="move_images"):
        verdict_on(made(RACE, "analysis", START, [{"claim": "symmetry"} | moved]))
