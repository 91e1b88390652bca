"""The processes that a process has started, as Linux shows them: found, seen to be stopped, ended.

Elsewhere none are found: then only the child itself is ended, and its own children end with it as
soon as they read or write.
"""

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any


def is_stopped(pid: int) -> bool:
    """Tell whether a process was stopped by a signal, where the system says so (Linux)."""
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return status.rpartition(b")")[2].split()[:1] == [b"T"]


def children_of(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started (Linux)."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            yield from [int(child) for child in task.read_bytes().split()]
        except OSError:
            continue


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that they have."""
    for child in children_of(pid):
        yield child
        yield from descendants(child)


def kill_each(pids: Iterable[int]) -> None:
    """End processes at once; those that have just ended by themselves are left alone."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_family(process: Popen[Any]) -> None:
    """End a child and what it has started, if it has not ended yet."""
    if process.returncode is not None:
        return  # its number may be somebody else's by now
    started = list(descendants(process.pid))
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    kill_each(started)
