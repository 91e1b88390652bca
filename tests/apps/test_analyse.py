"""`zermelo analyse`: what scripts and people are told, and what is wrong with the question."""

from collections.abc import Iterator
from itertools import count
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


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every JSON object inside another."""
    if isinstance(value, dict):
        yield value
    for part in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from objects(part)


def test_every_claim_says_whether_it_is_proven_and_what_it_rests_on(
    tictactoe: dict[str, Any],
) -> None:
    traits = ["turn_taking", "constant_sum", "alternating", "terminating", "playable"]
    claims = [tictactoe[name] for name in traits]
    claims += [*tictactoe["inhibitors"], *tictactoe["dead_goals"], *tictactoe["proofs"].values()]
    claims += [tictactoe["latches"], tictactoe["symmetries"]]
    claims.append(tictactoe["symmetries"]["with_exchange"])
    assert all(claim["proven"] is True and claim["rests_on"] for claim in claims)
    assert tictactoe["constant_sum"]["rests_on"] == ["rules", "invariants (proved)"]
    assert tictactoe["symmetries"]["rests_on"] == ["rules"]
    for found in objects(tictactoe):
        assert ("proven" in found) == ("rests_on" in found)


def test_a_trait_that_is_only_sampled_is_not_called_proven(run: Run) -> None:
    answer = run("analyse", "rock_paper_scissors", "--json").answer
    assert answer["turn_taking"]["evidence"] == "refuted"
    assert not answer["turn_taking"]["proven"]
    assert answer["turn_taking"]["rests_on"] == ["counterexample"]


def test_a_slow_machine_gives_the_same_answer(
    run: Run, tictactoe: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = {name: count(step=0.5) for name in ("monotonic", "perf_counter")}
    for name, ticks in clocks.items():
        monkeypatch.setattr(f"time.{name}", lambda ticks=ticks: next(ticks))
    slow = run("analyse", "tictactoe", "--json")
    monkeypatch.undo()
    assert slow.code == 0
    assert slow.answer | {"seconds": 0} == tictactoe | {"seconds": 0}


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
