"""Looking into a game: what a page is told, part by part, and what is refused."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.game.game import Evidence, Finding, Role
from zermelo.game.load import load
from zermelo.proofs.sample import Refutation
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.sampling.census import Census
from zermelo.web.analysing.boards import images, refuting, step_object
from zermelo.web.analysing.figures import census_object, counted, fairness
from zermelo.web.analysing.plots import Series, curves, histogram, shared, spans


def events(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a stream."""
    found = []
    for part in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in part.splitlines() if ": " in line)
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def census_of(**given: Any) -> Census:
    whole: dict[str, Any] = {
        "matches": 100,
        "lengths": {5: 60, 7: 40},
        "choices": ({3: 10, 9: 30}, {2: 40}),
        "by_step": ((9.0, 0.0, 7.0), (0.0, 8.0, 0.0)),
        "goals": ({0: 20, 100: 80}, {0: 80, 100: 20}),
        "cut": 0,
        "stuck": 0,
        "unfinished": 0,
        "seconds": 1.0,
    }
    return Census(**(whole | given))


def test_a_game_is_analysed_part_by_part(client: TestClient) -> None:
    asked = {"game": "buttons_and_lights", "seconds": 60, "matches": 2000}
    answer = client.post("/api/tasks/analyse", json=asked)
    assert answer.status_code == 200
    told = events(answer.text)
    assert told[-1][0] == "done"
    parts = {said["part"]: said["content"] for kind, said in told if kind == "result"}
    assert {"size", "census", "invariants", "latches", "symmetries", "traits"} <= parts.keys()
    assert parts["census"]["matches"] >= 2000
    assert parts["census"]["length"]["table"]["rows"] == [["6", "100.0 %"]]
    wrong = parts["latches"]["counter_examples"][0]
    assert "does not stay" in wrong["text"]
    assert wrong["step"]["before"]["table"] != wrong["step"]["after"]["table"]
    assert wrong["step"]["moves"]
    assert parts["impact"]["impact"] is None


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"seconds": 0}, "seconds must be a number"),
        ({"seconds": 1e9}, "seconds must be a number"),
        ({"matches": 0}, "matches must be a number"),
        ({"matches": "many"}, "matches must be a number"),
        ({"moves": 5}, "moves must be a text"),
    ],
)
def test_what_cannot_be_asked_is_said(
    client: TestClient, asked: dict[str, Any], words: str
) -> None:
    answer = client.post("/api/tasks/analyse", json={"game": "tictactoe"} | asked)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_an_unknown_game_and_an_impossible_position_are_refused(client: TestClient) -> None:
    answer = client.post("/api/tasks/analyse", json={"game": "../../etc/passwd"})
    assert answer.status_code == 404
    asked = {"game": "tictactoe", "moves": "(mark 9 9)", "seconds": 1}
    told = events(client.post("/api/tasks/analyse", json=asked).text)
    assert told[-1][0] == "failed"
    assert "mark 9 9" in told[-1][1]["error"]


def test_a_fact_is_asked_about(client: TestClient) -> None:
    answer = client.post("/api/tasks/latch", json={"game": "buttons_and_lights", "fluent": "p"})
    kind, found = events(answer.text)[-1]
    assert kind == "done"
    assert [one["text"] for one in found["claims"]] == [
        "p does not stay true",
        "p does not stay false",
    ]
    assert all(one["step"]["reachable"] for one in found["claims"])
    asked = {"game": "buttons_and_lights", "fluent": "<b>"}
    kind, found = events(client.post("/api/tasks/latch", json=asked).text)[-1]
    assert (kind, found["error"].startswith("<b> is no fluent of")) == ("failed", True)
    answer = client.post("/api/tasks/latch", json={"game": "tictactoe", "fluent": "x" * 301})
    assert answer.status_code == 400


def test_a_step_is_two_boards_and_the_move_between() -> None:
    game = load("tictactoe")
    joint = tuple(game.legal(game.initial, Role(role))[0] for role in range(2))
    after = game.next(game.initial, joint)
    found = step_object(game, Refutation(game.initial, joint, after, ()))
    assert found["note"] == "in the initial position"
    assert [one["role"] for one in found["moves"]] == ["x"]
    assert sum(cell["changed"] for cell in found["after"]["boards"][0]["cells"]) == 1
    assert found["address"] == f"{game.spell(Role(0), joint[0])} noop"
    made_up = step_object(game, Refutation(game.initial, joint, after))
    assert made_up["address"] is None
    assert "may never come there" in made_up["note"]


def test_a_symmetry_is_shown_by_a_position_that_it_changes() -> None:
    game = load("tictactoe")
    assert game.program is not None
    found = images(game, symmetries(game.program, exchange=True).generators)
    assert found
    assert all(one["before"] != one["after"] for one in found)


def test_a_line_that_refutes_is_shown_by_its_last_step() -> None:
    game = load("tictactoe")
    line = (("(mark 1 1)", "noop"), ("noop", "(mark 2 2)"))
    found = refuting(game, Finding(Evidence.REFUTED, 1, "so it is", line))
    assert found is not None
    assert found["moves"] == [{"role": "o", "move": "(mark 2 2)"}]
    assert refuting(game, Finding(Evidence.REFUTED, 1, "at once", ())) is None


def test_plots_have_their_numbers_in_a_table() -> None:
    found = histogram("t", "moves", [Series("x", "role0", {3: 1, 5: 3})])
    assert found["table"] == {
        "head": ["moves", "x"],
        "rows": [["3", "25.0 %"], ["4", "0 %"], ["5", "75.0 %"]],
    }
    assert len(found["bars"]) == 3
    assert all(0 <= bar["x"] <= found["width"] for bar in found["bars"])
    assert found["bars"][2]["title"] == "5 (x): 75.0 %"
    assert histogram("t", "moves", [Series("x", "", {})])["table"]["rows"] == []
    assert len(histogram("t", "m", [Series("", "", {0: 1, 5000: 1})])["bars"]) <= 41


def test_lines_bars_that_lie_and_spans() -> None:
    lines = curves("t", "move", [Series("x", "role0", {0: 9.0, 2: 7.0})])
    assert lines["lines"][0]["points"].count(",") == 2
    assert lines["table"]["rows"] == [["0", "9.0"], ["2", "7.0"]]
    parts = shared("t", [Series("x", "role0", {0: 1, 100: 3})])
    assert [bar["title"] for bar in parts["bars"]] == ["x gets 100: 75.0 %", "x gets 0: 25.0 %"]
    both = spans("t", [("all together", 0.5, 0.4, 0.6), ("x on o", 0.5, 0.5, 0.5)])
    assert sum("whisker" in rule for rule in both["rules"]) == 1
    assert both["table"]["rows"][0] == ["all together", "0.50", "0.40 to 0.60"]


def test_whether_chance_favours_a_role_is_said_with_its_interval() -> None:
    assert "x is ahead of o by 60.0" in fairness(["x", "o"], census_of())[0]
    even = census_of(goals=({0: 50, 100: 50}, {0: 51, 100: 49}))
    assert "no role is favoured" in fairness(["x", "o"], even)[0]
    assert fairness(["x", "random"], census_of()) == []


def test_matches_without_an_end_are_told_apart() -> None:
    assert counted(census_of()) == ["100 random matches: 5.8 moves on average, 5 to 7."]
    assert counted(census_of(matches=1, lengths={1: 1})) == ["1 random match: 1 move."]
    assert "3 more were still going on" in counted(census_of(unfinished=3))[-1]
    assert "1 more was still going on" in counted(census_of(unfinished=1))[-1]
    assert "got stuck" in counted(census_of(stuck=3))[-1]
    assert "had not ended" in counted(census_of(cut=3))[-1]
    nothing = census_of(matches=0, lengths={}, goals=({}, {}), unfinished=1024)
    assert "were all still going on" in counted(nothing)[0]
    assert census_object(["x", "o"], nothing)["goals"]["table"]["rows"] == []
