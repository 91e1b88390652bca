"""The inbox of a child: orders come one by one, and when nobody gives any, the child ends."""

import io
import os
import threading
from collections.abc import Iterator

import pytest

from zermelo.process.frames import framed
from zermelo.process.inside import Inbox, Order


@pytest.fixture
def pipe() -> Iterator[tuple[Inbox, int, threading.Event]]:
    """An inbox, where orders are written to, and what happens when nobody writes any more."""
    ended = threading.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.process.inside.os._exit", lambda _: ended.set())
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as stream:
            yield Inbox(stream, lambda _: None), writing, ended
            os.close(writing)
            assert ended.wait(120)


def test_who_waits_for_an_order_gets_none_when_time_is_up(
    pipe: tuple[Inbox, int, threading.Event],
) -> None:
    inbox, writing, _ = pipe
    assert inbox.take(until=0.0) is None
    os.write(writing, framed({"do": "stop"}))
    assert inbox.take() == {"do": "stop"}
    assert inbox.take(until=0.0) is None


def test_a_child_ends_with_the_front_process(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses: list[int] = []
    ended, said = threading.Event(), list[Order]()

    def leave(status: int) -> None:
        statuses.append(status)
        ended.set()

    monkeypatch.setattr("zermelo.process.inside.os._exit", leave)
    inbox = Inbox(io.BytesIO(framed({"do": "ping"}) + framed({"do": "turn"})), said.append)
    assert ended.wait(120)
    assert statuses == [0]
    assert said == [{"say": "pong"}]
    assert inbox.waiting()
