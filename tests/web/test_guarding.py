"""Who may ask, how much, and what the browser may do with the answer."""

import asyncio
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Message, Receive

from zermelo.web.app import application
from zermelo.web.guarding import TOKEN, Guard, is_ours
from zermelo.web.settings import ServerSettings

CHANGING = ["/api/games", "/api/tables", "/api/tables/AAAAAAAAAAAAAAAA/move"]


@pytest.mark.parametrize("path", ["/", "/play", "/static/js/play.js", "/api/games", "/nowhere"])
def test_every_answer_says_what_the_browser_may_do(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "user@127.0.0.1"]
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/games", headers={"host": host})
    assert answer.status_code == 421
    assert answer.json() == {"error": "this server does not answer to that host name"}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", ""])
@pytest.mark.parametrize("path", CHANGING)
def test_a_foreign_origin_is_refused(client: TestClient, origin: str, path: str) -> None:
    answer = client.post(path, json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "other sites" in answer.json()["error"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_foreign_page_embeds_is_refused(client: TestClient, site: str) -> None:
    headers = {"sec-fetch-site": site}
    assert client.get("/api/games", headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200, "a link may lead here"


@pytest.mark.parametrize("scheme", ["", "//", "ftp://", "http://evil.example@"])
def test_an_origin_is_compared_as_a_whole(client: TestClient, scheme: str) -> None:
    headers = {"origin": f"{scheme}127.0.0.1:8000"}
    assert client.get("/api/games", headers=headers).status_code == 403


def test_of_two_origins_both_must_be_ours(client: TestClient) -> None:
    headers = [("origin", "http://127.0.0.1:8000"), ("origin", "http://evil.example")]
    assert client.get("/api/games", headers=headers).status_code == 403


def test_our_own_origin_is_let_through(client: TestClient) -> None:
    assert client.get("/api/games", headers={"origin": "http://127.0.0.1:8000"}).status_code == 200


@pytest.mark.parametrize("path", CHANGING)
@pytest.mark.parametrize("token", ["", "wrong", "é"])
def test_what_changes_something_needs_the_token(client: TestClient, path: str, token: str) -> None:
    answer = client.post(path, json={}, headers={TOKEN.encode(): token.encode()})
    assert answer.status_code == 403
    assert "load it again" in answer.json()["error"]


def test_the_pages_have_the_token(client: TestClient, settings: ServerSettings) -> None:
    assert f'<meta name="token" content="{settings.token}">' in client.get("/play").text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_not_known(client: TestClient, method: str) -> None:
    answer = client.request(method, "/api/games")
    assert answer.status_code == 405
    assert answer.json()["error"] == f"{method} is not known here"


def test_a_large_body_is_refused_before_it_is_read(
    client: TestClient, settings: ServerSettings
) -> None:
    answer = client.post("/api/games", content=b"x" * (settings.body + 1))
    assert answer.status_code == 413
    assert "64 KB" in answer.json()["error"]


def test_a_large_body_that_hides_its_size_is_refused(
    client: TestClient, settings: ServerSettings
) -> None:
    parts = (b"x" * 1024 for _ in range(settings.body // 1024 + 1))
    assert client.post("/api/games", content=parts).status_code == 413


def test_a_very_large_body_is_not_even_heard_out(client: TestClient) -> None:
    headers = {"content-length": str(1 << 40)}
    assert client.post("/api/games", content=b"x", headers=headers).status_code == 413


def test_a_length_that_is_no_number_is_said(client: TestClient) -> None:
    answer = client.post("/api/games", content=b"x", headers={"content-length": "-1"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "the length of the request is no number"


async def late() -> Message:
    """A body that never comes."""
    await asyncio.sleep(60)
    raise AssertionError


async def at_once() -> Message:
    """A body that is there."""
    return {"type": "http.request", "body": b"{}"}


async def gone() -> Message:
    """A client that went away in the middle."""
    return {"type": "http.disconnect"}


@pytest.mark.parametrize(
    ("receive", "limits", "status", "problem"),
    [
        (late, {"reading": 0.01}, 408, "took too long to arrive"),
        (gone, {}, 400, "was given up"),
        (at_once, {"requests": 0}, 503, "too many ask at once"),
    ],
)
def test_who_cannot_be_heard_is_told(
    receive: Receive, limits: dict[str, Any], status: int, problem: str
) -> None:
    settings = ServerSettings(**limits)
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def nobody(*_: object) -> None:
        raise AssertionError

    headers = [(b"host", b"localhost"), (TOKEN.encode(), settings.token.encode())]
    scope = {"type": "http", "method": "POST", "path": "/api/games", "headers": headers}
    asyncio.run(Guard(nobody, settings)(scope, receive, send))
    assert said[0]["status"] == status
    assert problem in said[1]["body"].decode()


def test_who_is_slow_to_ask_keeps_nobody_out() -> None:
    settings = ServerSettings(workers=1, requests=1)
    headers = [(b"host", b"localhost"), (TOKEN.encode(), settings.token.encode())]
    scope = {"type": "http", "method": "POST", "path": "/api/games", "headers": headers}
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def crowd() -> None:
        guard = Guard(PlainTextResponse("hello"), settings)
        slow = [asyncio.create_task(guard(scope, late, send)) for _ in range(3)]
        await asyncio.sleep(0)
        await guard(scope, at_once, send)
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert guard.answering == 0

    asyncio.run(crowd())
    assert [said[0]["status"], said[1]["body"]] == [200, b"hello"]


def test_too_many_streams_are_refused() -> None:
    settings = ServerSettings(workers=1, streams=0)
    headers = {TOKEN: settings.token}
    with TestClient(application(settings), "http://localhost:8000", headers=headers) as client:
        seats = {"x": "person", "o": "person"}
        table = client.post("/api/tables", json={"game": "tictactoe", "seats": seats}).json()
        answer = client.get(f"/api/tables/{table['table']}/events")
        task = client.post("/api/tasks/latch", json={"game": "buttons_and_lights", "fluent": "p"})
        assert not client.app.state.services.workers.tasks  # type: ignore[attr-defined]
    assert answer.status_code == 503
    assert answer.json()["error"] == "too many pages are open; close some of them"
    assert (task.status_code, task.json()) == (503, answer.json())
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[" * 5000, "no JSON"),
        (b"[]", "no JSON object"),
        (b"{}", "name must be a text"),
    ],
)
def test_a_body_that_is_none_is_said(client: TestClient, body: bytes, problem: str) -> None:
    answer = client.post("/api/games", content=body)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/js/../../../app.py",
        "/static//etc/passwd",
        "/api/games/..%2f..%2fetc%2fpasswd/board",
        "/api/games/%2e%2e/board",
        "/api/games/rules.kif/board",
        "/api/games/nim:pile1=..%2f/board",
        "/api/games/file-../board",
        "/api/games/file-0123456789abcdef/players",
        "/api/tables/..%2f..%2fetc",
        "/api/tables/%00/events",
    ],
)
def test_no_name_becomes_a_path(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "Starlette" not in answer.text


@pytest.mark.parametrize(
    ("host", "listening", "ours"),
    [
        ("localhost:8000", "127.0.0.1", True),
        ("[::1]:8000", "127.0.0.1", True),
        ("192.168.1.7:8000", "127.0.0.1", False),
        ("192.168.1.7:8000", "0.0.0.0", True),
        ("192.168.1.7:8000", "192.168.1.7", True),
        ("evil.example", "0.0.0.0", False),
        ("LOCALHOST", "127.0.0.1", True),
        ("box.example:8000", "box.example", True),
        ("[::1", "127.0.0.1", False),
        ("::1", "127.0.0.1", False),
        ("localhost/.evil.example", "127.0.0.1", False),
        ("localhost#.evil.example", "127.0.0.1", False),
        ("localhost?.evil.example", "127.0.0.1", False),
        ("localhost:evil.example", "127.0.0.1", False),
        ("local\thost", "127.0.0.1", False),
        ("localhost\n", "127.0.0.1", False),
    ],
)
def test_only_numbers_and_our_own_names_are_ours(host: str, listening: str, ours: bool) -> None:
    assert is_ours(host, listening) is ours
