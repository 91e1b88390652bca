"""What is too much is told in a sentence, and whoever waits hears of the end."""

import asyncio

import pytest
from starlette.testclient import TestClient

from zermelo.web.answering import BusyError
from zermelo.web.app import application
from zermelo.web.guarding import TOKEN
from zermelo.web.settings import ServerSettings
from zermelo.web.workers import Workers

ORDER = {"do": "suits", "source": {"game": "tictactoe", "text": None, "syntax": ""}}
PERSONS = {"x": "person", "o": "person"}


def test_ten_megabytes_are_refused_with_a_sentence() -> None:
    settings = ServerSettings(workers=1)
    headers = {TOKEN: settings.token}
    with TestClient(application(settings), "http://localhost:8000", headers=headers) as client:
        answer = client.post("/api/games", content=b"x" * (10 << 20))
    assert answer.status_code == 413
    assert answer.json()["error"] == "that is more than 1024 KB, the most that is taken"


def test_when_too_many_wait_the_next_is_told() -> None:
    async def crowd() -> list[str]:
        workers = Workers(ServerSettings(workers=0, waiting=1))
        heard: list[str] = []
        waiting = asyncio.create_task(workers.ask(ORDER, lambda said: heard.append(said["say"])))
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="too many searches wait"):
            await workers.ask(ORDER, lambda _: None)
        await workers.close()
        with pytest.raises(BusyError, match="is being ended"):
            await waiting
        with pytest.raises(BusyError, match="is being ended"):
            await workers.ask(ORDER, lambda _: None)
        return heard

    assert asyncio.run(crowd()) == ["waiting"]


def test_matches_that_nobody_looks_at_make_room() -> None:
    settings = ServerSettings(workers=1, tables=2)
    headers = {TOKEN: settings.token}
    content = {"game": "tictactoe", "seats": PERSONS}
    with TestClient(application(settings), "http://localhost:8000", headers=headers) as client:
        names = [client.post("/api/tables", json=content).json()["table"] for _ in range(3)]
        statuses = [client.get(f"/api/tables/{name}").status_code for name in names]
    assert statuses == [404, 200, 200]
