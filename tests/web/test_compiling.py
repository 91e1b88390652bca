"""Rules in a child: who hits a limit is told what was being done, and all end with the server."""

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from zermelo.errors import LimitError
from zermelo.process.child import TimeOutError
from zermelo.process.limits import Allowance
from zermelo.web import children, compiling
from zermelo.web.answering import BusyError
from zermelo.web.children import Children
from zermelo.web.games import GameList
from zermelo.web.orders import GameSource
from zermelo.web.scene.scene import stage_of
from zermelo.web.settings import ServerSettings


async def endless(*_: object) -> dict[str, Any]:
    """Never answer, as a child that compiles what explodes."""
    await asyncio.sleep(600)
    return {}


def of_library(name: str) -> GameSource:
    """What a process needs to have a game of the library."""
    return {"game": name, "text": None, "syntax": ""}


def test_what_was_looked_at_is_told_when_a_limit_is_hit(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(*_: object) -> dict[str, Any]:
        raise TimeOutError("20 s of time were not enough")

    monkeypatch.setattr(children, "answer", slow)
    answer = client.post("/api/write/check", json={"text": "(role x)", "syntax": "kif"})
    assert answer.status_code == 422
    problem = "looking at 8 characters of rules: 20 s of time were not enough"
    assert answer.json()["error"] == problem


def test_compiling_has_time_to_name_the_rule_that_grew(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms: list[Allowance] = []

    def slow(_function: str, _message: object, room: Allowance) -> dict[str, Any]:
        rooms.append(room)
        raise TimeOutError("6 s of time were not enough")

    monkeypatch.setattr(compiling, "kept_game", lambda *_: None)
    monkeypatch.setattr(compiling, "call", slow)
    with pytest.raises(LimitError, match=r"^compiling a\.kif failed: 6 s of time were not enough$"):
        compiling.compile_game(
            {"game": "a.kif", "text": "(role x)", "syntax": "kif"}, Allowance(2, 100)
        )
    assert rooms == [Allowance(6, 100)]


def test_who_waits_for_a_game_hears_that_the_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "answer", endless)

    async def end() -> None:
        games = GameList(ServerSettings(workers=1))
        waiting = asyncio.create_task(games.game(games.drop("a.kif", "(role x)")))
        while not games.children.working:
            await asyncio.sleep(0)
        await games.close()
        with pytest.raises(BusyError, match="is being ended"):
            await waiting

    asyncio.run(end())


def test_children_end_with_the_server_and_none_is_started_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[object] = []

    async def begun(*given: object) -> dict[str, Any]:
        started.append(given)
        return await endless()

    monkeypatch.setattr(children, "answer", begun)

    async def end() -> None:
        some = Children(ServerSettings(workers=1))
        waiting = [asyncio.create_task(some.ask("a:b", {}, Allowance())) for _ in range(3)]
        while not started:
            await asyncio.sleep(0)
        await some.close()
        waiting.append(asyncio.create_task(some.ask("a:b", {}, Allowance())))
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [str(one) for one in told] == ["the server is being ended"] * 4

    asyncio.run(end())
    assert len(started) == 1


def test_a_board_with_holes_has_lines_where_the_rules_join_points() -> None:
    game = compiling.compile_game(of_library("nine_mens_morris"), Allowance(20, 2000))
    (board,) = stage_of(game).scene(game.initial)["boards"]
    assert board["form"] == "point"
    assert len(board["paths"]) == 32
    assert not any(cell["dark"] for cell in board["cells"])
    places = {cell["id"]: (cell["x"], cell["y"]) for cell in board["cells"]}
    ends = {(line[f"x{end}"], line[f"y{end}"]) for line in board["paths"] for end in "12"}
    assert ends == {*places.values()}


def test_other_boards_of_the_library_stay_as_they_are() -> None:
    game = compiling.compile_game(of_library("checkers"), Allowance(20, 2000))
    (board,) = stage_of(game).scene(game.initial)["boards"]
    assert (board["form"], board["paths"]) == ("square", [])
