"""Why a move, and why a match ended: what workers find, and what is refused."""

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.test_thinking import Quiet
from zermelo.errors import PlayError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.web.explaining.goals import heated, started
from zermelo.web.scene.scene import stage_of
from zermelo.web.tasks import ending, why
from zermelo.web.worker_state import WorkerState

GameOf = Callable[[str], CompiledGame]

FORK = "(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)"
WON = f"{FORK}; (mark 3 3)"


@pytest.fixture(scope="module")
def heard() -> list[Any]:
    return []


@pytest.fixture(scope="module")
def worker(heard: list[Any]) -> WorkerState:
    return WorkerState(Quiet(io.BytesIO(), heard.append), heard.append, 2000)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What is to be found is waited for, however busy the machine is; what is not, is not."""
    monkeypatch.setattr(why, "PROVING", 100.0 if "rule" in request.node.name else 0.1)


def order(game: str, line: str, **more: Any) -> Any:
    """An order as the server gives it."""
    source = {"game": game, "text": None, "syntax": ""}
    given = {"role": "", "move": "", "seconds": 0.1, "strategy": ""}
    return {"source": source, "moves": line, "match": game} | given | more


def test_a_winning_move_is_explained_by_a_rule_and_by_what_others_lose(
    worker: WorkerState, heard: list[Any]
) -> None:
    found = why.run(worker, order("tictactoe", FORK, move="(mark 3 3)"))
    assert [said["part"] for said in heard] == ["position", "fuzzy", "moves", "rule"]
    assert found["position"]["aims"] == ["c:0:3:3"]
    values = found["moves"]
    assert (values["how"], values["worth"], values["best"]) == ("exact", 100.0, "(mark 3 3)")
    assert values["second"]["loses"] > 0
    assert values["second"]["line"], "it says how that is punished"
    rule = found["rule"]
    assert "cell 1 1 and 2 2 are x" in rule["said"]
    assert rule["said"].endswith("x plays mark 3 3 and wins at once")
    assert {"c:0:1:1", "c:0:2:2", "c:0:3:3"} <= set(rule["places"])
    assert rule["status"] == "proved"
    fuzzy = found["fuzzy"]
    assert fuzzy["term"]["text"] == "worth x"
    assert {one["text"] for one in fuzzy["term"]["parts"]} == {"goal x 100", "goal x 50"}
    (hottest,) = (one["id"] for one in fuzzy["heat"] if one["part"] == 1.0)
    assert hottest == "c:0:3:3"


def test_a_goal_without_degrees_says_so_and_the_best_move_is_found(worker: WorkerState) -> None:
    found = why.run(worker, order("hex:size=2", ""))
    assert "the goal is recursive" in found["fuzzy"]["problem"]
    assert found["moves"]["move"] in {one["move"] for one in found["moves"]["moves"]}
    assert found["moves"]["aims"]


def test_roles_that_choose_at_once_are_compared_by_a_search(
    worker: WorkerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = partial(worker.clock, None, 2000)
    monkeypatch.setattr(worker, "clock", lambda _seconds: counting())
    found = why.run(worker, order("rock_paper_scissors", "", role="right"))
    assert found["position"]["role"] == "right"
    assert found["moves"]["how"] == "searched"
    assert len(found["moves"]["moves"]) == 3
    assert found["rule"] is None


def test_an_end_has_its_reason_and_its_places(worker: WorkerState) -> None:
    found = ending.run(worker, order("tictactoe", WON))
    assert found["goals"]["x"]["said"].startswith("line x")
    assert set(found["goals"]["x"]["places"]) == {"c:0:1:1", "c:0:2:2", "c:0:3:3"}
    assert "(goal x 100)" in found["goals"]["x"]["rule"]
    with pytest.raises(PlayError, match="not over here"):
        ending.run(worker, order("tictactoe", FORK))


@pytest.mark.parametrize(
    ("line", "more", "problem"),
    [
        (WON, {}, "the match is over here"),
        (FORK, {"move": "(mark 1 1)"}, "cannot play"),
        (FORK, {"move": "(jump 1 1)"}, "never has a move"),
        (FORK, {"role": "z"}, "no role is called"),
    ],
)
def test_what_cannot_be_explained_says_why(
    worker: WorkerState, line: str, more: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ZermeloError, match=problem):
        why.run(worker, order("tictactoe", line, **more))


@pytest.mark.parametrize(
    ("content", "status", "problem"),
    [
        ({"game": "no_such_game"}, 404, "no such game"),
        ({"game": "tictactoe", "role": 3}, 400, "role must be a text"),
        ({"game": "tictactoe", "seconds": 1e6}, 400, "seconds must be a number"),
        ({"game": "tictactoe", "player": "strategy:AAAAAAAAAAAAAAAA"}, 404, "no longer here"),
        ({"game": "tictactoe", "player": "strategy:../../etc/passwd"}, 404, "no longer here"),
    ],
)
def test_a_question_that_is_none_is_refused(
    client: TestClient, content: dict[str, Any], status: int, problem: str
) -> None:
    answer = client.post("/api/why", json=content)
    assert answer.status_code == status
    assert problem in answer.json()["error"]


def test_a_page_hears_part_by_part(client: TestClient) -> None:
    content = {"game": "tictactoe", "moves": FORK, "move": "(mark 3 3)", "seconds": 0.1}
    events = client.post("/api/why", json=content).text.split("\n\n")
    kinds = [event.split("\n")[0].removeprefix("event: ") for event in events if event]
    assert kinds[0] == "begun"
    assert kinds[-1] == "done"
    told = [json.loads(event.split("data: ")[1]) for event in events if "event: result" in event]
    assert [said["part"] for said in told] == ["position", "fuzzy", "moves", "rule"]


@pytest.mark.parametrize(("name", "warm"), [("tictactoe", 9), ("dots_and_boxes:rows=1", 0)])
def test_cells_are_warm_and_lines_are_not(game_of: GameOf, name: str, warm: int) -> None:
    game = game_of(name)
    _, guess = started(game)
    assert len(heated(game, stage_of(game), guess, game.initial, Role(0))) == warm
