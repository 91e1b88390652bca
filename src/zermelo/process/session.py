"""A limited child process that answers many questions: what it has built up stays there.

`zermelo.process.sandbox.call` asks one question of a fresh process. A session keeps one, such as a
solver with all its rules. Every question has its own limit of CPU time, and may have a deadline by
the clock; when it takes longer, or memory runs out, the child is killed, and with it what it was
told.
"""

import importlib
import os
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Self

from zermelo.process.activity import Watching
from zermelo.process.sandbox import (
    Allowance,
    ChildError,
    MemoryOutError,
    Message,
    TimeOutError,
    confine,
    death,
    environment,
    pack,
    stuck,
    unpack,
)

LONGEST = 1 << 20
"""Seconds of CPU that a session may take in all: its questions are what is limited."""


class Session:
    """A child in which `module:factory` made, from the first message, what answers the others."""

    def __init__(
        self,
        factory: str,
        message: Message,
        *,
        megabytes: int,
        seconds: float = 60,
        deadline: float | None = None,
    ) -> None:
        """Start the child; `seconds` and `deadline` are what the factory may take, as in `ask`."""
        self.allowance = Allowance(seconds, megabytes)
        self.child = subprocess.Popen(
            [sys.executable, "-m", "zermelo.process.session"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        first = {"factory": factory, "megabytes": megabytes, "message": message}
        self.ask(first, seconds, deadline=deadline)

    def ask(
        self, message: Message, seconds: float = 60, *, deadline: float | None = None
    ) -> dict[str, Any]:
        """Return the answer to a message.

        Args:
            message: the question.
            seconds: of CPU time that the answer may take, however busy the machine is.
            deadline: seconds by the clock, for callers who cannot wait longer.

        Raises:
            TimeOutError, MemoryOutError: a limit was hit; the session is over.
            ChildError: the child raised an error, or crashed; then too.
        """
        if self.child.returncode is not None:
            raise ChildError("the session is over")
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        with (
            Watching(self.child.pid, self.child.kill) as watching,
            expiring(self, deadline) as late,
        ):
            try:
                write_frame(self.child.stdin, pack({"question": message, "seconds": seconds}))
                content = read_frame(self.child.stdout)
            except OSError:  # the child is gone, and its end of the pipe with it
                content = None
        if content is None:
            died = self.death()
            if watching.stuck:
                raise stuck()
            if late.is_set() or self.child.returncode == -signal.SIGPROF:
                spent = seconds if deadline is None else min(seconds, deadline)
                raise TimeOutError(f"{spent:g} s of time were not enough")
            raise died
        answer = unpack(content)
        match answer.get("failed"):
            case None:
                return answer
            case "memory":
                raise MemoryOutError(f"{self.allowance.megabytes} MB of memory were not enough")
        raise ChildError(str(answer["failed"]))

    def death(self) -> Exception:
        """End the child; return what it died of if nothing else explains that."""
        self.child.kill()
        _, log = self.child.communicate()
        return death(self.child.returncode, log.decode(errors="replace"), self.allowance)

    def close(self) -> None:
        """End the child."""
        if self.child.returncode is None:
            self.child.kill()
            self.child.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def expiring(session: Session, deadline: float | None) -> Iterator[threading.Event]:
    """Kill a session's child when a deadline has passed; tell whether that has happened."""
    expired = threading.Event()

    def expire() -> None:
        expired.set()
        session.child.kill()

    if deadline is None:
        yield expired
        return
    timer = threading.Timer(deadline, expire)
    timer.daemon = True
    timer.start()
    try:
        yield expired
    finally:
        timer.cancel()


def write_frame(stream: Any, content: bytes) -> None:
    """Write a message with its length."""
    stream.write(struct.pack("<Q", len(content)))
    stream.write(content)
    stream.flush()


def read_frame(stream: Any) -> bytes | None:
    """Return the next message; None when the other side is gone."""
    head = stream.read(8)
    if len(head) < 8:
        return None
    (length,) = struct.unpack("<Q", head)
    content: bytes = stream.read(length)
    return content if len(content) == length else None


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Make what the first message names, then let it answer message after message."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    handler: Any = None
    while (content := read_frame(requests)) is not None:
        asked = unpack(content)
        message = asked["question"]
        # The system counts CPU time, and ends this process with SIGPROF when it is spent.
        signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
        try:
            if handler is None:
                confine(LONGEST, message["megabytes"])
                module, _, name = message["factory"].partition(":")
                handler = getattr(importlib.import_module(module), name)(message["message"])
                answer: dict[str, Any] = {}
            else:
                answer = handler(message)
        except MemoryError:
            answer = {"failed": "memory"}
        except RuntimeError as error:  # the only exception that clingo raises
            memory_failed = "bad_alloc" in str(error) or "memory" in str(error).lower()
            answer = {"failed": "memory" if memory_failed else str(error) or "clingo failed"}
        signal.setitimer(signal.ITIMER_PROF, 0)
        write_frame(answers, pack(answer))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
