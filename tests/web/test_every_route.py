"""What holds of every address, also of those that are added tomorrow."""

import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tests.web.asked import Way, names, ways
from zermelo.web.app import application
from zermelo.web.guarding import ASKING, TOKEN
from zermelo.web.routes.tasks import offered
from zermelo.web.settings import ServerSettings

EVERY = ways(application(ServerSettings(workers=1)))
CHANGING = [way for way in EVERY if way.method not in ASKING]
CHOOSING = [way for way in EVERY if way.parameters]
HOSTS = ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost@evil.example"]
ORIGINS = ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", ""]
MARK = "zzyzx"
TRAVERSAL = [
    f"../../{MARK}",
    f"../{MARK}/../../../etc/passwd",
    f"....//....//{MARK}",
    f"..%2f..%2f{MARK}",
    f"%2e%2e%2f{MARK}",
    f"%252e%252e%252f{MARK}",
    f"..%c0%af{MARK}",
    f"..\\..\\{MARK}",
    f"..%5c..%5c{MARK}",
    f"/etc/passwd{MARK}",
    f"//{MARK}/share",
    f"\\\\{MARK}\\share",
    f"file:///etc/{MARK}",
    f"C:\\{MARK}",
    f"~/{MARK}",
    f"{MARK}\0.kif",
    f"{MARK}%00",
    f"tictactoe/../{MARK}",
    f"tictactoe\n{MARK}",
    f"file-{MARK}/../..",
    f"{MARK}\u202e\ud7ff\uff0e\uff0e\uff0f",
    f"/dev/{MARK}",
    f"$(touch {MARK})",
    f"{MARK}'; --",
    MARK * 400,
]
opened: list[str] = []
"""What this process opens while somebody looks at it."""


def watch(event: str, given: tuple[Any, ...]) -> None:
    """Note every file and folder with the mark that is opened."""
    if event in ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove"):
        opened.extend(str(one) for one in given if MARK in str(one))


@pytest.fixture(scope="module", autouse=True)
def watched() -> Iterator[None]:
    """Look at all files that are opened; Python cannot be told to look away again."""
    sys.addaudithook(watch)
    yield
    assert opened == []


def asked(client: TestClient, way: Way, path: str, **given: Any) -> Any:
    """Ask, with a body where there may be one."""
    body: dict[str, Any] = {} if way.method in ASKING else {"json": {}}
    return client.request(way.method, path, **body | given)


def test_addresses_are_found() -> None:
    assert Way("GET", "/") in EVERY
    assert Way("POST", "/api/tables/{table}/move") in CHANGING
    assert {"game", "moves", "role", "seats", "text"} <= set(names())


@pytest.mark.parametrize("way", EVERY, ids=str)
def test_a_foreign_host_is_refused(client: TestClient, way: Way) -> None:
    for host in HOSTS:
        assert asked(client, way, way.path(), headers={"host": host}).status_code == 421


@pytest.mark.parametrize("way", EVERY, ids=str)
def test_a_foreign_origin_is_refused(client: TestClient, way: Way) -> None:
    for origin in ORIGINS:
        assert asked(client, way, way.path(), headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("way", EVERY, ids=str)
def test_what_a_foreign_page_embeds_is_refused(client: TestClient, way: Way) -> None:
    if way.pattern.startswith("/api/"):
        answer = asked(client, way, way.path(), headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403


@pytest.mark.parametrize("way", CHANGING, ids=str)
def test_what_changes_something_needs_the_token(client: TestClient, way: Way) -> None:
    for token in ("", "wrong", client.headers[TOKEN][:-1]):
        answer = asked(client, way, way.path(), headers={TOKEN: token})
        assert answer.status_code == 403
        assert "load it again" in answer.json()["error"]


def test_whoever_only_asks_changes_nothing(client: TestClient) -> None:
    services: Any = client.app.state.services  # type: ignore[attr-defined]
    before = [*services.tables.tables], [*services.games.dropped]
    for way in EVERY:
        if way.method in ASKING:
            assert asked(client, way, way.path()).status_code < 500
    assert ([*services.tables.tables], [*services.games.dropped]) == before


@pytest.mark.parametrize("way", CHOOSING, ids=str)
def test_no_part_of_an_address_becomes_a_path(client: TestClient, way: Way) -> None:
    for parameter in way.parameters:
        for text in TRAVERSAL:
            spelled = text if "%" in text else quote(text, safe="")
            answer = asked(client, way, way.path(**{parameter: spelled}))
            assert answer.status_code in (400, 404), spelled
            assert "root:x:" not in answer.text


@pytest.mark.parametrize("way", [way for way in EVERY if way.method == "GET"], ids=str)
def test_no_query_becomes_a_path(client: TestClient, way: Way) -> None:
    for text in TRAVERSAL[::8]:
        answer = asked(client, way, way.path(), params=dict.fromkeys(names(), text))
        assert answer.status_code < 500
        assert "root:x:" not in answer.text


def bodies() -> Iterator[dict[str, str]]:
    """Yield bodies with everything hostile, and with one thing after the other."""
    for place, name in enumerate(names()):
        yield {"game": "no_such_game", "name": "a"} | {name: TRAVERSAL[place % len(TRAVERSAL)]}
    for text in TRAVERSAL[::8]:
        yield dict.fromkeys(names(), text)


@pytest.mark.parametrize("way", CHANGING, ids=str)
def test_no_text_of_a_body_becomes_a_path(client: TestClient, way: Way) -> None:
    for content in bodies():
        answer = asked(client, way, way.path(), json=content)
        assert answer.status_code in (400, 404, 409), content
        assert "root:x:" not in answer.text


@pytest.mark.parametrize("task", offered())
def test_no_text_of_a_task_becomes_a_path(client: TestClient, task: str) -> None:
    for content in bodies():
        answer = client.post(f"/api/tasks/{task}", json=content)
        assert answer.status_code in (400, 404), content
        assert "root:x:" not in answer.text
