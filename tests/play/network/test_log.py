"""The log of a player: whoever reads it slowly, or not at all, holds up nobody."""

import io
import threading

import pytest

from zermelo.play.network import log as module
from zermelo.play.network.log import Journal


class Slow(io.StringIO):
    """Takes no more than one line until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.going = threading.Event(), threading.Event()

    def write(self, text: str) -> int:
        self.begun.set()
        assert self.going.wait(60)
        return super().write(text)


class Gone(io.StringIO):
    """Nobody reads it any more."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_lines_that_nobody_reads_are_lost_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING_LINES", 2)
    stream = Slow()
    monkeypatch.setattr("sys.stderr", stream)
    journal = Journal()
    journal("first")
    assert stream.begun.wait(60)
    for text in ("second", "third", "fourth", "fifth"):
        journal(text)
    assert journal.lost == 2
    with monkeypatch.context() as patch:
        patch.setattr(journal.thread, "join", lambda _: pytest.fail("what waits is not waited for"))
        journal.close()
    stream.going.set()
    journal.lines.put(None)
    journal.thread.join(60)
    assert [line[10:] for line in stream.getvalue().splitlines()] == ["first", "second", "third"]


def test_without_a_reader_nothing_more_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Gone())
    journal = Journal()
    journal("first")
    journal.thread.join(120)
    assert not journal.thread.is_alive()
    journal("second")
    journal.close()
