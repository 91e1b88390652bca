"""Rows of solutions made by hand: each is wrong in one place."""

import pytest

from tests.audit.checking import Json
from tests.audit.handmade import ILLEGAL, ROWS, guarantee, replaced, solution, why, wrong


def test_a_guarantee_is_accepted() -> None:
    assert wrong(solution(guarantee())) == []


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (guarantee(ROWS[1:]), "the base has no row"),
        (guarantee(ROWS[:3]), "it has no row"),
        (guarantee([*ROWS[:1], *ROWS[2:]]), "it has no row"),
        (guarantee([*ROWS, ROWS[0]]), "it has two rows"),
        (guarantee(replaced(0, [[0, 3], ["noop"], 1])), "the rank does not fall"),
        (guarantee(replaced(0, [[0, 3], ["noop"], None])), "the rank is wrong"),
        (guarantee(replaced(1, [[1, 5], ["(take 2)"], 1])), ILLEGAL),
        (guarantee(replaced(1, [[1, 5], None, 1])), "a move is missing"),
        (guarantee(replaced(3, [[4, 0], ["noop"], 0])), "the end is not as claimed"),
        (guarantee(goals={"o": [99, 99]}), "the end is not as claimed"),
        (guarantee(side=["x"]), ILLEGAL),
        (guarantee(endless={"o": 100, "x": 0}), "the rank is wrong"),
        (guarantee(endless={"o": 50, "x": 0}), "what an endless match counts is not in the range"),
    ],
)
def test_a_guarantee_with_one_wrong_row_is_refuted(claim: Json, reason: str) -> None:
    assert why(solution(claim)) == reason


def test_a_value_needs_both_sides() -> None:
    value = {"claim": "value", "values": {"o": 100, "x": 0}, "endless": None}
    assert "not shown from both sides" in why(solution(guarantee(), value))
    assert "not the values of all roles" in why(solution(value | {"values": {"o": 100}}))


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_rows_can_be_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr("zermelo.audit.solution.ROWS", rows)
    monkeypatch.setattr("zermelo.audit.solution.MODELS", 1)
    assert wrong(solution(guarantee())) == []
    assert (
        why(solution(guarantee(replaced(3, [[4, 0], ["noop"], 0])))) == "the end is not as claimed"
    )
    assert why(solution(guarantee(ROWS[:3]))) == "it has no row"
