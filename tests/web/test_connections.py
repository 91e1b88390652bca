"""Connections that say nothing, or say it slowly, are given up and keep nobody out."""

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from zermelo.web import connections
from zermelo.web.serving import socket_at

REQUEST = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
Dial = Callable[[], socket.socket]


@pytest.fixture
def dial() -> Iterator[Dial]:
    """What opens a connection to a server that says one word."""
    bound = socket_at("127.0.0.1", 0)
    config = uvicorn.Config(
        PlainTextResponse("hello"), http=connections.Connection, lifespan="off", log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    opened: list[socket.socket] = []

    def connected() -> socket.socket:
        opened.append(socket.create_connection(bound.getsockname(), timeout=30))
        return opened[-1]

    yield connected
    for one in opened:
        one.close()
    server.should_exit = True
    thread.join()
    bound.close()


def test_who_says_nothing_is_given_up(dial: Dial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.1)
    assert dial().recv(1) == b""


def test_who_dribbles_is_given_up(dial: Dial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.2)
    client = dial()
    client.settimeout(0.02)
    for _ in range(1500):
        try:
            client.sendall(b"G")
            assert client.recv(1) == b""
            return
        except TimeoutError:
            continue
        except OSError:  # a broken pipe or a reset, as it happens
            return
    raise AssertionError("it is still there")


def test_who_asks_in_time_may_ask_again(dial: Dial) -> None:
    client = dial()
    for _ in range(2):
        client.sendall(REQUEST)
        answer = b""
        while not answer.endswith(b"hello"):
            answer += client.recv(1000)
        assert answer.startswith(b"HTTP/1.1 200")


def test_when_it_is_crowded_the_slowest_has_to_go(
    dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS", 3)
    silent = [dial() for _ in range(3)]
    client = dial()
    client.sendall(REQUEST)
    assert client.recv(15) == b"HTTP/1.1 200 OK"
    assert silent[0].recv(1) == b""
