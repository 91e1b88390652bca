"""What is common to all children of this process: how one is started, and what it died of."""

import os
import signal
import sys
from typing import Any

from zermelo.errors import LimitError, ZermeloError
from zermelo.process.activity import LONGEST_STILLNESS
from zermelo.process.limits import Allowance

MEMORY_SIGNS = "bad_alloc", "MemoryError", "cannot allocate memory", "failed to map segment"
"""What C++, Python and the loader say last when an allocation fails deep inside."""
LAST_WORDS_BYTES = 1 << 14
"""Bytes of standard error that are kept until a child ends."""
LAST_WORDS_SECONDS = 0.5
"""Seconds for which the rest of them is waited for: a process of the child may hold the pipe."""
QUOTED_CHARACTERS = 2000
"""Characters of its last words that an error message quotes."""


class ChildError(ZermeloError):
    """The child answered that the call failed, or crashed."""


class TimeOutError(LimitError):
    """The child ran out of time."""


class MemoryOutError(LimitError):
    """The child ran out of memory."""


def python(module: str, *arguments: str) -> list[str]:
    """Return the command of a child that runs a module: always a fresh interpreter, never a fork.

    >>> python("zermelo.process.answering")[1:]
    ['-m', 'zermelo.process.answering']
    """
    return [sys.executable, "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Return what a child's environment is: it finds the modules that this process finds."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class LastWords:
    """The end of what a child has written to standard error."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.kept = b""

    def add(self, piece: bytes) -> None:
        """Take in more; what was said long before is forgotten."""
        self.kept = (self.kept + piece)[-LAST_WORDS_BYTES:]

    def lines(self) -> list[str]:
        """Return the lines that are not empty."""
        return [line.rstrip() for line in str(self).splitlines() if line.strip()]

    def __str__(self) -> str:
        return self.kept.decode(errors="replace")


def out_of_time(allowance: Allowance) -> TimeOutError:
    """Return what to raise for a child that took too long."""
    return TimeOutError(f"{allowance.seconds:g} s of time were not enough")


def out_of_memory(allowance: Allowance) -> MemoryOutError:
    """Return what to raise for a child that wanted too much memory."""
    return MemoryOutError(f"{allowance.megabytes} MB of memory were not enough")


def did_nothing() -> TimeOutError:
    """Return what to raise for a child that was ended because it did nothing."""
    return TimeOutError(f"the child process did nothing for {LONGEST_STILLNESS:g} s")


def answer_in(answer: dict[str, Any], allowance: Allowance) -> dict[str, Any]:
    """Return an answer; raises why there is none, if it says so."""
    match answer.get("failed"):
        case None:
            return answer
        case "memory":
            raise out_of_memory(allowance)
    raise ChildError(str(answer["failed"]))


def death(code: int, last_words: str, allowance: Allowance) -> ZermeloError:
    """Return what to raise for a child that ended with `code` without an answer."""
    if -code in (signal.SIGXCPU, signal.SIGPROF):
        return out_of_time(allowance)
    if any(sign in last_words for sign in MEMORY_SIGNS):
        return out_of_memory(allowance)
    if code == -signal.SIGKILL:
        # Ours are told apart before: this is the system, or somebody else.
        message = "the child process was killed, as happens when the machine runs out of memory"
        return MemoryOutError(message)
    last = last_words.strip()[-QUOTED_CHARACTERS:]
    if code < 0:
        name = signal.Signals(-code).name
        crash = f"the child process crashed: {signal.strsignal(-code)} ({name})"
        return ChildError(f"{crash}: {last}" if last else crash)
    return ChildError(f"the child process failed: {last}")
