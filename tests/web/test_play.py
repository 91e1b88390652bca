"""A table: seats, moves, what is refused, and searches that play."""

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.game.load import load
from zermelo.play.running_match import RunningMatch
from zermelo.search.base import searches
from zermelo.web import workers
from zermelo.web.forms import forms, safe
from zermelo.web.position import position
from zermelo.web.routes.play import made

PATIENCE = 240.0
"""Seconds: a worker loads its kernels first, and the machine may be busy."""
PERSONS = {"x": "person", "o": "person"}


def opened(client: TestClient, seats: dict[str, str], game: str = "tictactoe") -> Any:
    """A new table, as it stands at once."""
    answer = client.post("/api/tables", json={"game": game, "seats": seats, "seconds": 0.1})
    assert answer.status_code == 201, answer.text
    return answer.json()


def settled(client: TestClient, table: str, when: Callable[[Any], bool]) -> Any:
    """How a table stands as soon as something holds of it."""
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE:
        found = client.get(f"/api/tables/{table}").json()
        if when(found):
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def done(client: TestClient, table: str, what: str, **content: Any) -> Any:
    """What the server says to something that a person does."""
    return client.post(f"/api/tables/{table}/{what}", json=content)


def moved(client: TestClient, table: str, move: str) -> None:
    """Make a person's move."""
    found = settled(client, table, lambda one: one["asked"])
    role, version = found["asked"][0]["role"], found["version"]
    answer = done(client, table, "move", role=role, move=move, version=version)
    assert answer.status_code == 200, answer.text


def test_two_persons_play_to_the_end(client: TestClient) -> None:
    table = opened(client, PERSONS)["table"]
    for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)", "(mark 3 1)"):
        moved(client, table, move)
    found = settled(client, table, lambda one: one["over"])
    assert found["outcome"] == "x wins: x 100, o 0."
    assert found["goals"] == {"x": 100, "o": 0}
    assert found["played"][0] == [{"role": "x", "move": "(mark 1 1)"}]
    assert found["asked"] == []


def test_a_move_is_taken_back(client: TestClient) -> None:
    table = opened(client, PERSONS)["table"]
    refused = done(client, table, "undo")
    assert refused.status_code == 409
    assert "no move of yours" in refused.json()["error"]
    moved(client, table, "(mark 1 1)")
    settled(client, table, lambda one: one["turn"] == 1)
    assert done(client, table, "undo").status_code == 200
    assert settled(client, table, lambda one: one["turn"] == 0)["asked"][0]["role"] == "x"


@pytest.mark.parametrize(
    ("content", "status", "problem"),
    [
        ({"role": "x", "move": "(mark 9 9)"}, 409, "never has a move"),
        ({"role": "x", "move": "(mark"}, 400, "move"),
        ({"role": "o", "move": "noop"}, 409, "nothing to choose"),
        ({"role": "z", "move": "noop"}, 400, "no such role"),
        ({"role": 1, "move": "noop"}, 400, "role must be a text"),
        ({"role": "x", "move": "(mark 1 1)", "version": 99}, 409, "gone on"),
        ({"role": "x", "move": "(mark 1 1)", "version": "1"}, 400, "must be a number"),
    ],
)
def test_a_move_that_cannot_be_made_says_why(
    client: TestClient, content: dict[str, Any], status: int, problem: str
) -> None:
    table = opened(client, PERSONS)["table"]
    version = settled(client, table, lambda one: one["asked"])["version"]
    answer = done(client, table, "move", **{"version": version} | content)
    assert answer.status_code == status
    assert problem in answer.json()["error"]


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ({"x": "person"}, "who plays o"),
        ({"x": "person", "o": "nobody"}, "no search is called"),
        ({"x": "person", "o": "mcts:c=much"}, "takes a number"),
        ({"x": "person", "o": "strategy:file=/etc/passwd"}, "names a file"),
        ({"x": "person", "o": "alphabeta:lemmas=/etc/passwd"}, "names a file"),
        ({"x": "person", "o": "alphabeta:lemmas="}, "names a file"),
        ({"x": "person", "o": "alphabeta:endgames=/etc/passwd"}, "names a file"),
        ({"x": "person", "o": "table:file=/etc/passwd"}, "names a file"),
        ({"x": "person", "o": "strategy"}, "plays by a file"),
        ("all", "who plays each role"),
    ],
)
def test_seats_that_cannot_be_taken_say_why(client: TestClient, seats: Any, problem: str) -> None:
    answer = client.post("/api/tables", json={"game": "tictactoe", "seats": seats})
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


@pytest.mark.parametrize("seconds", [0, -1, 1e9, "long", None, True])
def test_a_time_that_makes_no_sense_is_refused(client: TestClient, seconds: Any) -> None:
    content = {"game": "tictactoe", "seats": PERSONS, "seconds": seconds}
    answer = client.post("/api/tables", json=content)
    assert answer.status_code == 400
    assert "seconds must be a number from 0.05 to 60" in answer.json()["error"]


def test_a_search_plays_gives_hints_and_is_replaced_when_killed(client: TestClient) -> None:
    table = opened(client, {"x": "person", "o": "mcts"})["table"]
    moved(client, table, "(mark 2 2)")
    found = settled(client, table, lambda one: one["turn"] == 2)
    assert found["course"][0]["role"] == "o"
    assert found["spent"]["o"] > 0
    (worker,) = client.app.state.services.workers.workers  # type: ignore[attr-defined]
    worker.process.kill()
    assert done(client, table, "hint").status_code == 200
    seats = {"x": "random", "o": "random"}
    assert done(client, table, "seats", seats=seats, seconds=0.1).status_code == 200
    assert settled(client, table, lambda one: one["over"])["outcome"]
    refused = done(client, table, "hint")
    assert "nobody is to move" in refused.json()["error"]
    assert done(client, table, "again").status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says who was stopped")
def test_a_worker_that_was_stopped_is_replaced(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "LOOK_INTERVAL", 0.1)
    table = opened(client, {"x": "person", "o": "random"})["table"]
    moved(client, table, "(mark 2 2)")
    settled(client, table, lambda one: one["turn"] == 2)
    (worker,) = client.app.state.services.workers.workers  # type: ignore[attr-defined]
    stopped = worker.process
    os.kill(stopped.pid, signal.SIGSTOP)
    asked = settled(client, table, lambda one: one["asked"])["asked"]
    moved(client, table, asked[0]["moves"][0]["move"])
    settled(client, table, lambda one: one["turn"] == 4)
    assert worker.process is not stopped


def test_a_search_that_does_not_suit_says_so_and_the_match_can_go_on(client: TestClient) -> None:
    seats = {"left": "alphabeta", "right": "alphabeta"}
    table = opened(client, seats, "rock_paper_scissors")["table"]
    found = settled(client, table, lambda one: one["problem"])
    assert "needs roles that move in turn" in found["problem"]
    people = {"left": "person", "right": "person"}
    assert done(client, table, "seats", seats=people, seconds=1).status_code == 200
    assert settled(client, table, lambda one: one["asked"])["problem"] == ""


def test_a_move_may_cross_with_a_change_of_players(client: TestClient) -> None:
    table = opened(client, PERSONS)["table"]
    version = settled(client, table, lambda one: one["asked"])["version"]
    answer = done(client, table, "seats", seats={"x": "person", "o": "random"}, seconds=0.1)
    assert answer.status_code == 200, answer.text
    answer = done(client, table, "move", role="x", move="(mark 1 1)", version=version)
    assert answer.status_code == 200, answer.text
    assert settled(client, table, lambda one: one["turn"] == 2)["asked"][0]["role"] == "x"
    answer = done(client, table, "move", role="x", move="(mark 1 2)", version=version)
    assert answer.status_code == 409, "the position has changed since"


def test_a_game_says_who_may_play_it(client: TestClient) -> None:
    found = client.get("/api/games/tictactoe/players").json()
    assert found["seats"] == {"x": "person", "o": "auto"}
    offered = {search["name"]: search for search in found["searches"]}
    assert "mcts" in offered
    assert "astar" not in offered
    assert "strategy" not in offered
    (c,) = (option for option in offered["mcts"]["options"] if option["name"] == "c")
    assert c["kind"] == "number"
    assert c["default"] == "0.8"


def test_every_search_has_a_form_whose_defaults_read_back() -> None:
    shown = {form["name"]: form for form in forms()}
    assert shown.keys() == searches().keys() - {"strategy", "preferences", "table"}
    for name, form in shown.items():
        for option in form["options"]:
            safe(f"{name}:{option['name']}={option['default']}")


def test_a_long_search_is_refused() -> None:
    with pytest.raises(UsageError, match="at most 300 characters"):
        safe("mcts:" + "c=1," * 100)


@pytest.mark.parametrize("name", ["nothing", "../../etc", "AAAAAAAAAAAAAAAA"])
def test_a_table_that_is_gone_says_so(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/tables/{name}")
    assert answer.status_code == 404


def test_a_match_begins_where_its_address_says(client: TestClient) -> None:
    content = {"game": "tictactoe", "seats": PERSONS, "moves": "(mark 2 2) noop; noop (mark 1 1)"}
    answer = client.post("/api/tables", json=content)
    assert answer.status_code == 201
    found = settled(client, answer.json()["table"], lambda one: one["asked"])
    assert found["turn"] == 2
    assert found["moves"] == content["moves"]
    assert len(found["asked"][0]["moves"]) == 7


@pytest.mark.parametrize(
    ("moves", "status", "problem"),
    [
        ("(mark 9 9)", 409, "never has a move"),
        ("(mark 2 2); (mark 2 2)", 409, "cannot play"),
        ("/etc/passwd", 409, "never has a move"),
        ("(mark", 400, "never closed"),
        ("noop; " * 3000, 409, "at most 2000 moves"),
        (7, 400, "moves must be a text"),
    ],
)
def test_moves_that_lead_nowhere_say_why(
    client: TestClient, moves: Any, status: int, problem: str
) -> None:
    content = {"game": "tictactoe", "seats": PERSONS, "moves": moves}
    answer = client.post("/api/tables", json=content)
    assert answer.status_code == status, answer.text
    assert problem in answer.json()["error"]


def test_a_game_loads_its_kernels_before_its_table_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("tictactoe")
    asked: list[int] = []
    monkeypatch.setattr(CompiledGame, "terminal", lambda _, state: asked.append(state))
    assert made(game, "") == []
    assert asked == [game.initial]


def test_moves_are_put_in_order_once_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    session = RunningMatch(load("tictactoe"), (load("tictactoe").initial,), frozenset({Role(0)}))
    ordered: list[int] = []

    def moves(_: RunningMatch, role: Role) -> list[Move]:
        ordered.append(role)
        return []

    monkeypatch.setattr(RunningMatch, "moves", moves)
    assert position(session)["asked"] == [{"role": "x", "moves": [], "more": 0}]
    assert ordered == [0]
