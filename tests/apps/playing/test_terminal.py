"""`zermelo play` at a terminal: prompts, colours, and what Ctrl-C does."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

PATIENCE = 120
"""Seconds until a test gives up waiting; nothing takes that long."""
INTERRUPT = b"\x03"


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        """Start it."""
        self.shown = b""
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm-256color", "COLUMNS": "90"}
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "zermelo", *arguments])

    def type(self, keys: bytes) -> None:
        """Press keys."""
        self.shown = b""
        os.write(self.screen, keys)

    def until(self, text: bytes, patience: float = PATIENCE) -> bytes:
        """Wait for a text, or for the end of the program; return all since keys were pressed."""
        deadline = time.monotonic() + patience
        while text not in self.shown:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.screen], [], [], left)[0]:
                break
            try:
                chunk = os.read(self.screen, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            self.shown += chunk
        return self.shown

    def interrupt(self, text: bytes) -> bytes:
        """Press Ctrl-C until a text is shown; return all since it was pressed first.

        Python misses an interrupt that comes while it frees memory, or is about to wait for a key.
        """
        self.shown = b""
        for _ in range(PATIENCE // 5):
            os.write(self.screen, INTERRUPT)
            if text in self.until(text, patience=5):
                break
        return self.shown

    def code(self, keys: bytes = b"") -> int:
        """Return what it ended with, as a shell tells it; meanwhile keys are pressed all the time.

        An interrupt that comes when Python is about to be gone kills it, which is 130 to a shell.
        """
        for _ in range(PATIENCE):
            self.until(b"\0 never shown", patience=1)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
            time.sleep(0.2)
            with suppress(OSError):  # it may have ended meanwhile
                os.write(self.screen, keys)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        raise AssertionError(f"it did not end, and showed {self.shown!r}")


@pytest.fixture
def terminal() -> Iterator[list[Terminal]]:
    """Terminals that are closed at the end."""
    started: list[Terminal] = []
    yield started
    for one in started:
        os.close(one.screen)


def test_an_interrupt_stops_thinking_and_another_one_leaves(terminal: list[Terminal]) -> None:
    one = Terminal("play", "connect_four", "--against", "iterative", "--seconds", "3600")
    terminal.append(one)
    assert b"to move" in one.until(b"red> ")
    one.type(b"4\n")
    one.until(b" nodes")  # it says how far it is, after a second
    assert b" plays " in one.interrupt(b"red> ")
    one.type(INTERRUPT)
    assert one.code(INTERRUPT) == 130
    assert b"zermelo: interrupted" in one.shown
    assert b"Traceback" not in one.shown


def test_pieces_have_colours_and_the_last_move_is_marked(terminal: list[Terminal]) -> None:
    one = Terminal("play", "connect_four", "--against", "random", "--seed", "1")
    terminal.append(one)
    one.until(b"red> ")
    one.type(b"4\n")
    shown = one.until(b"to move")
    one.until(b"red> ")
    assert b"\x1b[1;91m r \x1b[0m" in shown, "bold, bright red"
    assert b"\x1b[1;7;93m y \x1b[0m" in shown, "bold, bright yellow, reversed"
    one.type(b"\x04")
    assert one.code() == 0
    assert b"The input has ended" in one.shown


def test_the_next_person_does_not_see_what_the_first_has_typed(terminal: list[Terminal]) -> None:
    one = Terminal("play", "goofspiel", "--role", "left", "--role", "right", "--against", "random")
    terminal.append(one)
    one.until(b"left> ")
    one.type(b"bid 3\n")
    shown = one.until(b"right> ")
    assert b"bid 3\r\n" in shown
    assert b"\x1b[1A\x1b[2K" in shown.partition(b"bid 3\r\n")[2]
    assert b"left has chosen" in shown
    one.type(b"quit\n")
    assert one.code() == 0


def test_a_closed_pipe_is_no_error() -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "play", "tictactoe", "--against", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    assert started.stderr is not None
    started.stdout.close()
    with started.stdin, started.stderr:
        assert b"Traceback" not in started.stderr.read()
    assert started.wait(PATIENCE) == 141
