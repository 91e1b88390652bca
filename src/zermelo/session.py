"""A limited child process that answers many questions: what it has built up stays there.

`zermelo.sandbox.call` asks one question of a fresh process. A session keeps one, such as a solver
with all its rules. Every question has its own time; when one takes longer, or memory runs out, the
child is killed, and with it what it was told.
"""

import importlib
import os
import signal
import struct
import subprocess
import sys
import threading
from typing import Any, BinaryIO, Self

from zermelo.sandbox import (
    Allowance,
    ChildError,
    MemoryOutError,
    Message,
    TimeOutError,
    confine,
    death,
    environment,
    pack,
    unpack,
)

LONGEST = 1 << 20
"""Seconds of CPU that a session may take in all: its questions are what is limited."""


class Session:
    """A child in which `module:factory` made, from the first message, what answers the others."""

    def __init__(self, factory: str, message: Message, *, megabytes: int, seconds: float = 60):
        """Start the child; `seconds` is what the factory may take."""
        self.allowance = Allowance(seconds, megabytes)
        self.child = subprocess.Popen(
            [sys.executable, "-m", "zermelo.session"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        self.ask({"factory": factory, "megabytes": megabytes, "message": message}, seconds)

    def ask(self, message: Message, seconds: float = 60) -> dict[str, Any]:
        """Return the answer to a message.

        Raises:
            TimeOutError, MemoryOutError: a limit was hit; the session is over.
            ChildError: the child raised an error, or crashed; then too.
        """
        if self.child.returncode is not None:
            raise ChildError("the session is over")
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            self.child.kill()

        deadline = threading.Timer(seconds, expire)
        deadline.daemon = True
        deadline.start()
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        try:
            write_frame(self.child.stdin, pack(message))
            content = read_frame(self.child.stdout)
        except OSError:  # the child is gone, and its end of the pipe with it
            content = None
        finally:
            deadline.cancel()
        if content is None:
            raise self.over(expired.is_set(), seconds)
        answer = unpack(content)
        match answer.get("failed"):
            case None:
                return answer
            case "memory":
                raise MemoryOutError(f"{self.allowance.megabytes} MB of memory were not enough")
        raise ChildError(str(answer["failed"]))

    def over(self, expired: bool, seconds: float) -> Exception:
        """Return why there is no answer any more."""
        self.child.kill()
        _, log = self.child.communicate()
        if expired:
            return TimeOutError(f"{seconds:g} s of time were not enough")
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
        message = unpack(content)
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
        write_frame(answers, pack(answer))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
