"""The page Practise: exercises, answers that are graded, and what is refused."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.exercises.grading import asked
from zermelo.pictures.trees.picture import short
from zermelo.web.practising.asking import key_in

LECTURE = "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]"


def check(client: TestClient, **content: Any) -> Any:
    """What the server says to an answer."""
    return client.post("/api/practise/check", json={"tree": LECTURE} | content)


def done(answer: Any) -> Any:
    """The last thing that a stream says."""
    kind, data = answer.text.strip().rsplit("\n\n", 1)[-1].split("\n")
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_the_page_is_there(client: TestClient) -> None:
    assert "Show me the next step" in client.get("/practise?kind=tree&seed=17").text


def test_the_same_address_gives_the_same_exercise(client: TestClient) -> None:
    address = "/api/practise?kind=tree&seed=17&depth=3&branching=2&ask=windows"
    found = client.get(address).json()
    assert found == client.get(address).json()
    assert found["seed"] == 17
    nodes = found["picture"]["nodes"]
    assert len(nodes) == 15
    assert [field["entry"] for field in nodes[0]["fields"]] == ["alpha", "beta", "value"]
    other = client.get(address.replace("17", "18")).json()
    assert other["tree"] != found["tree"]


def test_nothing_of_the_drawing_overlaps(client: TestClient) -> None:
    nodes = client.get("/api/practise?seed=3&depth=3&branching=3&ask=windows").json()["picture"]
    boxes = [
        (field["x"] - 28, field["x"] + 28, field["y"])
        for node in nodes["nodes"]
        for field in node["fields"]
    ]
    for number, (left, right, y) in enumerate(boxes):
        assert 0 <= left
        assert right <= nodes["width"]
        assert not any(
            y == other and left < end and start < right for start, end, other in boxes[number + 1 :]
        )


def test_a_tree_of_your_own(client: TestClient) -> None:
    found = client.get("/api/practise", params={"tree": LECTURE, "ask": "root"}).json()
    names = [node["name"] for node in found["picture"]["nodes"] if node["kind"] != "leaf"]
    assert names == ["A", "B", "C", "D"]
    assert sum(len(node["fields"]) for node in found["picture"]["nodes"]) == 1


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"seed": "-1"}, "seed must be a whole number from 0"),
        ({"seed": "x" * 2000}, "seed must be a whole number"),
        ({"depth": "9"}, "depth must be a whole number from 1 to 6"),
        ({"branching": "1"}, "branching must be a whole number from 2 to 6"),
        ({"depth": "5", "branching": "5"}, "make 3125 leaves; at most 64 can be shown"),
        ({"ask": "all"}, "ask must be one of root, values, windows"),
        ({"tree": "[[3,12"}, "tree:1"),
        ({"tree": "/etc/passwd"}, "tree:1:1"),
        ({"tree": "[" * 5000}, "tree:1"),
        ({"tree": "7"}, "at least one branch"),
        ({"tree": "[" + ",".join(["1"] * 300) + "]"}, "at most 200 can be shown"),
        ({"tree": "[" + "1," * 9000 + "1]"}, "tree must be a text of at most"),
    ],
)
def test_exercises_that_cannot_be_had_say_why(
    client: TestClient, query: dict[str, str], problem: str
) -> None:
    answer = client.get("/api/practise", params=query)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_a_right_answer_is_proved(client: TestClient) -> None:
    key = key_in(LECTURE)
    entries = [[node, entry, short(key.visits[node].value)] for node, entry in asked(key, "values")]
    found = check(client, ask="values", entries=entries, marked=[7, 8]).json()
    assert found["right"]
    assert found["words"] == (
        "All right: 6 of 6. Plain minimax says the same: the root is worth 3, whatever the leaves "
        "say that were left out."
    )


def test_a_wrong_answer_is_explained(client: TestClient) -> None:
    found = check(client, ask="root", entries=[[0, "value", "12"]], marked=[10]).json()
    assert found["words"] == "0 of 4 right, 4 wrong."
    wrong = [remark for remark in found["remarks"] if remark["verdict"] == "wrong"]
    assert wrong[0]["said"] == "value of A is 3, not 12."
    assert wrong[0]["why"] == "A belongs to max, who takes the greatest of 3, 2, 2."
    assert "Cut at C, value 2 <= alpha 3, set at A" in wrong[1]["why"]


def test_an_answer_that_is_not_whole_gives_nothing_away(client: TestClient) -> None:
    found = check(client, ask="windows", entries=[[0, "alpha", "-inf"]], marked=[]).json()
    assert found["words"] == (
        "1 of 14 right; 11 entries are still empty and not all that is left out is marked yet."
    )
    assert [one["entry"] for one in found["remarks"] if one["entry"] == "mark"] == []
    assert not any(one["why"] for one in found["remarks"])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"entries": {}}, "must be lists"),
        ({"entries": [[0, "gamma", "1"]]}, 'an entry is a list like [0, "alpha", "-inf"]'),
        ({"entries": [[0, "alpha", 1]]}, "an entry is a list"),
        ({"entries": [[0, "alpha", "1" * 50]]}, "an entry is a list"),
        ({"entries": [[0, "alpha", "1"]] * 700}, "more entries than a tree can have"),
        ({"entries": [[99, "alpha", "1"]]}, "no such node"),
        ({"marked": [-1]}, "no such node"),
        ({"marked": ["0"]}, "marked nodes are numbers"),
        ({"tree": 3}, "tree must be a text"),
        ({"ask": None}, "ask must be one of"),
    ],
)
def test_answers_that_mean_nothing_are_refused(
    client: TestClient, content: dict[str, Any], problem: str
) -> None:
    answer = check(client, **content)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_the_solution_comes_step_by_step(client: TestClient) -> None:
    steps = client.post("/api/practise/steps", json={"tree": LECTURE}).json()["steps"]
    assert len(steps) == 7
    assert steps[0]["said"] == ["A leaf below B is worth 3.", "B is worth at most 3."]
    assert steps[3]["marks"] == [7, 8]


def test_a_position_of_a_game(client: TestClient) -> None:
    content = {"game": "tictactoe", "seed": 3, "depth": 2, "branching": 3, "ask": "values"}
    kind, found = done(client.post("/api/tasks/practise", json=content))
    assert kind == "done", found
    nodes = found["picture"]["nodes"]
    assert nodes[0]["look"]["board"]["cells"]
    assert all(node["move"].startswith("mark ") for node in nodes[1:])
    assert {found["position"]["max"], found["position"]["min"]} == {"x", "o"}
    assert found["position"]["moves"].startswith("(mark ")
    moves = found["position"]["moves"]
    again = done(client.post("/api/tasks/practise", json=content | {"moves": moves}))[1]
    assert again["position"]["scene"] == found["position"]["scene"]
    graded = client.post("/api/practise/check", json={"tree": found["tree"], "ask": "values"})
    assert graded.json()["counts"]["wrong"] == 0


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"game": "tictactoe", "moves": "(mark 9 9)"}, "never has a move"),
        ({"game": "eight_puzzle"}, "two roles; eight_puzzle has 1"),
        ({"game": "rock_paper_scissors"}, "roles that move in turn"),
    ],
)
def test_positions_that_cannot_be_practised_on_say_why(
    client: TestClient, content: dict[str, Any], problem: str
) -> None:
    kind, found = done(client.post("/api/tasks/practise", json=content))
    assert kind == "failed"
    assert problem in found["error"]


def test_a_size_that_is_too_large_is_refused_at_once(client: TestClient) -> None:
    content = {"game": "tictactoe", "depth": 6, "branching": 6}
    answer = client.post("/api/tasks/practise", json=content)
    assert answer.status_code == 400
    assert "at most 64 can be shown" in answer.json()["error"]


@pytest.mark.parametrize(
    ("game", "here"),
    [
        ("tictactoe", True),
        ("eight_puzzle", False),
        ("tictactoe_3p", False),
        ("rock_paper_scissors", False),
        ("pig_race", False),
    ],
)
def test_exercises_are_offered_where_there_are_some(
    client: TestClient, game: str, here: bool
) -> None:
    assert client.get(f"/api/games/{game}/players").json()["practised"] is here
    kind, _ = done(client.post("/api/tasks/practise", json={"game": game, "moves": ""}))
    assert kind == ("done" if here else "failed")
