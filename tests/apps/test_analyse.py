"""`zermelo analyse`: what scripts and people are told, and what is wrong with the question."""

from typing import Any

import pytest

from tests.apps.conftest import Run


@pytest.fixture(scope="module")
def tictactoe(run: Run) -> dict[str, Any]:
    return run("analyse", "tictactoe", "--json").answer


def test_tictactoe_is_known_by_heart(tictactoe: dict[str, Any]) -> None:
    answer = tictactoe
    assert len(answer["latches"]["positive"]) == 18
    assert len(answer["latches"]["negative"]) == 9
    assert "exactly one of (cell 1 1 ?)" in answer["invariants"]
    assert answer["symmetries"]["order"] == 8
    assert answer["symmetries"]["with_exchange"]["order"] == 16
    for trait in ("turn_taking", "constant_sum", "alternating", "terminating", "playable"):
        assert answer[trait]["evidence"] == "proved"
    assert answer["terminating"]["most_moves"] == 9
    assert answer["branching"]["x"]["most"] == 9
    assert answer["length"]["least"] == 5
    assert 0 < answer["opponent_impact"]["mean"] <= 1
    assert answer["cut"] == []


def test_a_mark_inhibits_the_other_one(tictactoe: dict[str, Any]) -> None:
    inhibits = {
        (each["latch"], each["positive"]): each["inhibits"] for each in tictactoe["inhibitors"]
    }
    assert inhibits["(cell 2 2 o)", True] == ["(cell 2 2 x)"]
    assert inhibits["(cell 2 2 b)", False] == ["(cell 2 2 o)", "(cell 2 2 x)"]


def test_the_lights_are_no_latches_and_it_is_shown_why(run: Run) -> None:
    asking = ("--latch", "p", "--latch", "q")
    ran = run("analyse", "buttons_and_lights", *asking, "--json").answer
    assert ran["latches"]["negative"] == ["(step 1)"]
    assert not {"p", "q", "r"} & {*ran["latches"]["positive"], *ran["latches"]["negative"]}
    asked = ran["latches"]["asked"]
    assert [(each["fluent"], each["direction"]) for each in asked] == [
        ("p", "positive"),
        ("p", "negative"),
        ("q", "positive"),
        ("q", "negative"),
    ]
    for each in asked:
        step = each["counter_example"]
        assert each["verdict"] == "refuted"
        assert step["reachable"]
        assert (each["fluent"] in step["before"]) == (each["direction"] == "positive")
        assert (each["fluent"] in step["after"]) == (each["direction"] == "negative")


def test_people_read_the_same(run: Run) -> None:
    shown = run("analyse", "buttons_and_lights", "--latch", "p").out
    assert "(step 1) -> (step 2) -> ... -> (step 7), then the match is over" in shown
    assert "p stays true: refuted" in shown
    assert "at most 6 moves" in shown


def test_what_there_was_no_time_for_is_said(run: Run) -> None:
    ran = run("analyse", "kalah", "--seconds", "0.5", "--json")
    assert ran.code == 4
    assert any(name.endswith("(out of time)") for name in ran.answer["cut"])
    assert not ran.answer["complete"]
    assert ran.answer["branching"]


def test_what_there_were_no_steps_for_is_said_and_can_be_given_more(run: Run) -> None:
    ran = run("analyse", "buttons_and_lights", "--effort", "0.01", "--json")
    assert ran.code == 0
    whole = run("analyse", "buttons_and_lights", "--json").answer
    assert whole["complete"]
    assert set(ran.answer["invariants"]) <= set(whole["invariants"])


def test_an_unknown_fluent_is_refused(run: Run) -> None:
    ran = run("analyse", "tictactoe", "--latch", "(cell 4 4 x)")
    assert ran.code == 3
    assert "(cell 4 4 x) is no fluent of tictactoe" in ran.err
