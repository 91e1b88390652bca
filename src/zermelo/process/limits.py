"""What a child process may use, and how it binds itself to that."""

import ctypes
import resource
import signal
import sys
from dataclasses import dataclass

MEGABYTE = 1 << 20
UNLIMITED_CPU = 1 << 20
"""Seconds of CPU time for a child whose single answers are what is limited."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the child may use: seconds of CPU time, megabytes of memory."""

    seconds: float = 60.0
    megabytes: int = 6144


def confine(seconds: int, megabytes: int) -> None:
    """Limit this process to so much CPU time and memory, and to its parent's life.

    A process that was confined itself cannot allow more than it has.
    """
    # The parent may be killed without a chance to tidy up: die with it (Linux only). "Parent" is
    # the thread that started this process.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    lower(resource.RLIMIT_CPU, seconds, seconds + 1)
    lower(resource.RLIMIT_AS, megabytes * MEGABYTE, megabytes * MEGABYTE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lower(kind: int, soft: int, hard: int) -> None:
    """Set a limit, unless there is a lower one already."""
    _, now = resource.getrlimit(kind)
    if now != resource.RLIM_INFINITY:
        soft, hard = min(soft, now), min(hard, now)
    resource.setrlimit(kind, (soft, hard))
