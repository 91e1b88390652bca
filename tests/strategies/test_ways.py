"""Ways: places that rules name together, and what stands there."""

import pytest

from zermelo.strategies.preferences import ways as module
from zermelo.strategies.preferences.constraint import ShapeLiteral
from zermelo.strategies.preferences.facts import add_numbers
from zermelo.strategies.preferences.ways import NOTHING, PlaceGroup, ways
from zermelo.text.asp import read
from zermelo.text.source import Source

CELL = "true(cell({},{}))"
CELLS = [ShapeLiteral(CELL, (place, mark)) for place in "1234" for mark in "xo"]
PAIR = "row :- true(cell(1,P)), true(cell(2,P))."


def found(rules: str, *states: list[ShapeLiteral]) -> tuple[PlaceGroup, ...]:
    """The ways of rules about cells with marks, after some states were seen."""
    return ways(read(Source("rules", rules)).rules, CELLS, states)


def test_places_with_the_same_variable_are_a_way() -> None:
    (way,) = found(PAIR)
    assert way == PlaceGroup(CELL, 1, (("1",), ("2",)))
    assert way.contents({CELL: [("2", "x"), ("3", "o")]}) == (NOTHING, "x")


def test_places_with_the_same_mark_in_the_rule_are_none() -> None:
    assert found("row :- true(cell(1,x)), true(cell(2,x)).") == ()


def test_a_place_is_not_named_together_with_itself() -> None:
    every = found("row :- true(cell(A,P)), true(cell(B,P)).")
    assert {way.places for way in every} == {((a,), (b,)) for a in "1234" for b in "1234" if a < b}


def test_where_a_place_was_seen_to_hold_two_things_there_is_no_way() -> None:
    one, two = [CELLS[0]], [CELLS[0], CELLS[1]]
    assert len(found(PAIR, one)) == 1
    assert found(PAIR, one, two) == ()


@pytest.mark.parametrize(("size", "there"), [(1, 0), (2, 1), (3, 1), (4, 1)])
def test_ways_have_two_places_at_least(size: int, there: int) -> None:
    body = ", ".join(f"true(cell({place},P))" for place in "1234"[:size])
    assert len(found(f"row :- {body}.")) == there


def test_of_too_many_places_there_is_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    four = "row :- true(cell(1,P)), true(cell(2,P)), true(cell(3,P)), true(cell(4,P))."
    monkeypatch.setattr(module, "MOST_PLACES", 3)
    assert found(four) == ()
    assert len(found(PAIR)) == 1


def test_of_too_many_ways_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    three = "row :- true(cell(1,P)), true(cell(B,P))."
    monkeypatch.setattr(module, "MOST_WAYS", 3)
    assert len(found(three)) == 3
    monkeypatch.setattr(module, "MOST_WAYS", 2)
    assert found(three) == ()


def test_a_rule_with_too_many_instances_is_left_out_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = "row :- true(cell(A,P)), true(cell(B,P))."
    monkeypatch.setattr(module, "MOST_WAYS", 4)
    assert found(f"{PAIR} {every}") == found(PAIR)


def test_bits_of_numbers_are_those_of_their_amount() -> None:
    facts: dict[str, list[tuple[str, ...]]] = {}
    add_numbers(facts, ("debt", "1"), [-3, 1])
    assert facts == {
        "total({},{},{})": [("debt", "1", "-2")],
        "odd({},{},{})": [("debt", "1", "1")],
    }
