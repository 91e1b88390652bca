"""Whether an answer arrived is known, as far as the network tells."""

import asyncio
import socket
import struct
from collections.abc import Callable

import pytest

from zermelo.play.ggp.door import Door, Outgoing
from zermelo.play.ggp.http import Request

REQUEST = b"POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n( PLAY )"
Visit = Callable[[socket.socket], None]


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

    asyncio.run(asyncio.wait_for(both(), 30))
    assert lost == ([] if arrives or not matters else ["( PLAY )"])
