"""Whether an answer arrived is known, as far as the network tells."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import cast

import pytest

from zermelo.play.network.acceptor import Door, Outgoing
from zermelo.play.network.http import Request

REQUEST = b"POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n( PLAY )"
Visit = Callable[[socket.socket], None]


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has no word on a machine that is too busy."""
    monkeypatch.setattr("zermelo.play.network.acceptor.HELD_UP", inf)


def waits(connection: socket.socket) -> None:
    assert connection.recv(100) == b"noop"


def says_that_it_has_said_all(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_WR)
    assert connection.recv(100) == b"noop"


def leaves(connection: socket.socket) -> None:
    connection.close()


def hangs_up(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.mark.parametrize(
    ("visit", "arrives"),
    [(waits, True), (says_that_it_has_said_all, True), (leaves, False), (hangs_up, False)],
)
@pytest.mark.parametrize("matters", [True, False])
def test_an_answer_that_nobody_takes_is_lost(visit: Visit, arrives: bool, matters: bool) -> None:
    lost: list[str] = []

    async def both() -> None:
        asked, left = asyncio.Event(), asyncio.Event()

        async def respond(request: Request, began: float) -> Outgoing:
            asked.set()
            if not arrives:
                await left.wait()
                await asyncio.sleep(0.05)
            return Outgoing(b"noop", (lambda: lost.append(request.text)) if matters else None)

        door = Door(respond, lambda _: None)
        port = door.open("127.0.0.1", 0)
        connection = socket.create_connection(("127.0.0.1", port))
        await asyncio.to_thread(connection.sendall, REQUEST)
        await asked.wait()
        await asyncio.to_thread(visit, connection)
        left.set()
        connection.close()
        while door.answering:
            await asyncio.sleep(0.01)
        door.close()

    asyncio.run(asyncio.wait_for(both(), 120))
    assert lost == ([] if arrives or not matters else ["( PLAY )"])


Script = Callable[[Door, socket.socket], Awaitable[None]]


def visited(script: Script) -> list[str]:
    """Run a script at a door at which somebody has begun to speak; returns the log."""
    log: list[str] = []

    async def respond(request: Request, began: float) -> Outgoing:
        return Outgoing(b"noop", lambda: log.append("lost"))

    async def both() -> None:
        door = Door(respond, log.append)
        port = door.open("127.0.0.1", 0)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.settimeout(120)
            await asyncio.to_thread(connection.sendall, REQUEST[:20])
            await until(lambda: any(visitor.size for visitor in door.visitors))
            try:
                await script(door, connection)
            finally:
                door.close()
            assert (len(door.visitors), door.size) == (0, 0)
            if connection.fileno() >= 0:
                assert await asyncio.to_thread(is_closed, connection)

    asyncio.run(asyncio.wait_for(both(), 120))
    return log


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has nothing more to say, before one loses patience."""
    with suppress(ConnectionResetError):
        while connection.recv(100):
            pass
    return True


def test_who_is_still_speaking_is_sent_away_when_the_door_is_closed() -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        assert len(door.visitors) == 1

    assert visited(script) == []


class Full:
    """A listener for whom no file is left."""

    def accept(self) -> None:
        raise OSError(24, "Too many open files")


def test_without_a_file_that_is_left_the_oldest_visitor_is_cut_off() -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        door.accept(cast(socket.socket, Full()))
        assert not door.visitors
        assert await asyncio.to_thread(is_closed, connection)

    visited(script)


def test_a_visitor_who_says_nothing_new_stays() -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        (visitor,) = door.visitors
        door.hear(visitor)
        assert (list(door.visitors), visitor.size) == ([visitor], 20)
        await asyncio.to_thread(connection.sendall, REQUEST[20:])
        assert await asyncio.to_thread(connection.recv, 100) == b"noop"

    visited(script)


def test_a_visitor_who_hangs_up_is_forgotten() -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        (visitor,) = door.visitors
        hangs_up(connection)
        await until(lambda: not door.visitors)
        assert door.size == 0
        assert visitor.connection.fileno() == -1

    visited(script)


def test_a_message_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        monkeypatch.setattr("zermelo.play.network.acceptor.SECONDS_PER_MESSAGE", 0.05)
        answer = await asyncio.to_thread(connection.recv, 100)
        assert answer.startswith(b"HTTP/1.0 408 no whole message within 0.05 s")
        assert not door.visitors

    assert "refused: no whole message within 0.05 s" in visited(script)


def test_who_comes_when_too_many_wait_is_refused() -> None:
    async def script(door: Door, connection: socket.socket) -> None:
        door.most_waiting = 0
        await asyncio.to_thread(connection.sendall, REQUEST[20:])
        answer = await asyncio.to_thread(connection.recv, 100)
        assert answer.startswith(b"HTTP/1.0 503 too many are waiting for an answer")

    assert "refused: too many are waiting for an answer" in visited(script)


def test_an_answer_that_is_refused_at_once_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter([True])

    async def script(door: Door, connection: socket.socket) -> None:
        monkeypatch.setattr("zermelo.play.network.acceptor.refused", lambda _: next(said, False))
        await asyncio.to_thread(connection.sendall, REQUEST[20:])
        assert await asyncio.to_thread(connection.recv, 100) == b"noop"
        connection.close()
        await until(lambda: not door.answering)

    assert visited(script) == ["lost"]
