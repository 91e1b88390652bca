"""A child process of a caller who waits for it: one message there, one back.

While it waits, the caller takes in what the child writes to standard error, keeps a deadline, and
looks whether the child is still at work; all in its own thread, so Ctrl-C interrupts it.
"""

import contextlib
import os
import selectors
import time
from collections import deque
from collections.abc import Sequence
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.process import activity
from zermelo.process.child import (
    LAST_WORDS_SECONDS,
    ChildError,
    LastWords,
    answer_in,
    death,
    did_nothing,
    environment,
    out_of_time,
)
from zermelo.process.family import kill_family
from zermelo.process.frames import CHUNK_BYTES, FrameError, Frames
from zermelo.process.limits import Allowance


class SyncChild:
    """One process, from its start to its end."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it."""
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment())
        self.pid = self.process.pid
        self.pipes = [self.process.stdin, self.process.stdout, self.process.stderr]
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self.pipes if pipe)
        os.set_blocking(self.stdin, False)
        self.unsent = memoryview(b"")
        self.frames = Frames()
        self.answers: deque[dict[str, Any]] = deque()
        self.last_words = LastWords()

    @property
    def over(self) -> bool:
        """Whether it was ended."""
        return self.process.returncode is not None

    def ask(
        self, question: bytes, allowance: Allowance, deadline: float | None = None
    ) -> dict[str, Any]:
        """Return the answer to a framed question.

        Args:
            question: what to write.
            allowance: what the child has been allowed, to be named if that is not enough.
            deadline: seconds by the clock, for callers who cannot wait longer.

        Raises:
            TimeOutError, MemoryOutError: a limit was hit, or it did nothing for long.
            ChildError: it answers that it failed, or it crashed. Only after an answer does it live.
        """
        try:
            answer = self.exchange(question, allowance, deadline)
        except BaseException:  # interrupted, it would answer this to the next question
            self.end()
            raise
        return answer_in(answer, allowance)

    def exchange(
        self, question: bytes, allowance: Allowance, deadline: float | None
    ) -> dict[str, Any]:
        """Write a question and return the next message; raises why none will come."""
        self.unsent = memoryview(question)
        patience = Patience(self.pid, allowance, deadline)
        with selectors.DefaultSelector() as pipes:
            pipes.register(self.stdin, selectors.EVENT_WRITE, self.write)
            pipes.register(self.stdout, selectors.EVENT_READ, self.read)
            pipes.register(self.stderr, selectors.EVENT_READ, self.read_words)
            while not self.answers:
                for key, _ in pipes.select(patience.left()):
                    if not key.data():
                        pipes.unregister(key.fd)
                        if key.fd == self.stdout and not self.answers:
                            raise self.died(allowance)
        return self.answers.popleft()

    def write(self) -> bool:
        """Write what the pipe takes; return whether there is more."""
        try:
            self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]
        except BlockingIOError:
            return True
        except OSError:  # the child is gone, which its other pipes will tell
            return False
        return bool(self.unsent)

    def read(self) -> bool:
        """Take in messages; return whether there may be more."""
        data = os.read(self.stdout, CHUNK_BYTES)
        try:
            self.answers.extend(self.frames.feed(data))
        except FrameError as error:
            raise ChildError(f"the child process failed: {error}") from None
        return bool(data)

    def read_words(self) -> bool:
        """Take in what it writes to standard error; return whether there may be more."""
        data = os.read(self.stderr, CHUNK_BYTES)
        self.last_words.add(data)
        return bool(data)

    def died(self, allowance: Allowance) -> ZermeloError:
        """End a child that will not answer any more; return what it died of."""
        with contextlib.suppress(TimeoutExpired):  # what it ends with by itself says most
            self.process.wait(LAST_WORDS_SECONDS)
        self.kill()
        with selectors.DefaultSelector() as pipes:
            pipes.register(self.stderr, selectors.EVENT_READ)
            while pipes.select(LAST_WORDS_SECONDS) and self.read_words():
                pass
        return death(self.process.wait(), str(self.last_words), allowance)

    def kill(self) -> None:
        """Kill it and all that it has started; also from another thread than the one that waits."""
        kill_family(self.process)

    def end(self) -> None:
        """End it and all that it has started, if it has not ended yet."""
        if not self.over:
            self.kill()
            self.process.wait()
        for pipe in self.pipes:
            if pipe is not None:
                pipe.close()


class Patience:
    """How long an answer is waited for: until a deadline, or until the child does nothing."""

    def __init__(self, pid: int, allowance: Allowance, deadline: float | None) -> None:
        """Begin to wait."""
        now = time.monotonic()
        self.pid = pid
        self.allowance = allowance
        self.until = None if deadline is None else now + deadline
        self.next_look = now + activity.LOOK_INTERVAL
        self.stillness = activity.Stillness(activity.LONGEST_STILLNESS)

    def left(self) -> float:
        """Return the seconds until this is to be asked again; raises that it is over."""
        now = time.monotonic()
        if self.until is not None and now >= self.until:
            raise out_of_time(self.allowance)
        if now >= self.next_look:
            # Looks are counted, not hours: both processes may be stopped meanwhile.
            if self.stillness.looked(activity.cpu_seconds(self.pid), activity.LOOK_INTERVAL):
                raise did_nothing()
            self.next_look = now + activity.LOOK_INTERVAL
        return (self.next_look if self.until is None else min(self.next_look, self.until)) - now
