"""Starting a process without ever waiting for it in the event loop.

A new process runs our own code until it has loaded its program, and whoever started it waits for
that. If it is stopped in this moment, that wait never ends. So every process has a thread that
starts it and waits for its end; the thread must live as long, for some processes are bound to it
(`zermelo.process.sandbox.confine`).
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

LOOK = 0.2
"""Seconds between two looks at a process that has not loaded its program yet."""
STARTING = 20.0
"""Seconds after which a process is not waited for any longer."""

# With vfork this process would stand still until the new one has loaded its program.
subprocess._USE_VFORK = False  # type: ignore[misc]  # documented for this use


class Spawned:
    """A process, with streams that the event loop reads and writes."""

    def __init__(self, popen: Popen[bytes], ended: "asyncio.Future[int]") -> None:
        """Connect nothing yet."""
        self.popen = popen
        self.pid = popen.pid
        self.ended = ended
        self.stdin: asyncio.WriteTransport | None = None
        self.stdout = asyncio.StreamReader()
        self.stderr = asyncio.StreamReader()
        self.transports: list[asyncio.BaseTransport] = []

    @property
    def returncode(self) -> int | None:
        """What it ended with; None if it still runs."""
        return self.ended.result() if self.ended.done() else None

    async def connect(self, limit: int) -> None:
        """Connect the streams; `limit` is the longest line in bytes."""
        loop = asyncio.get_running_loop()
        stdin, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self.popen.stdin)
        self.stdin = stdin
        self.transports.append(stdin)
        self.stdout = asyncio.StreamReader(limit=limit)
        self.stderr = asyncio.StreamReader(limit=limit)
        for reader, pipe in ((self.stdout, self.popen.stdout), (self.stderr, self.popen.stderr)):
            protocol = asyncio.StreamReaderProtocol(reader)
            transport, _ = await loop.connect_read_pipe(lambda chosen=protocol: chosen, pipe)  # type: ignore[misc]
            self.transports.append(transport)

    def kill(self) -> None:
        """End the process at once."""
        if not self.ended.done():
            with contextlib.suppress(ProcessLookupError):
                self.popen.kill()

    def close(self) -> None:
        """Close the streams."""
        for transport in self.transports:
            transport.close()
        pipes = (self.popen.stdin, self.popen.stdout, self.popen.stderr)
        for pipe in pipes[len(self.transports) :]:
            if pipe is not None:
                pipe.close()


async def spawned(command: list[str], env: dict[str, str], limit: int) -> Spawned:
    """Return a process that runs a command.

    Raises:
        OSError: it cannot be started.
    """
    loop = asyncio.get_running_loop()
    started: asyncio.Future[Popen[bytes]] = loop.create_future()
    ended: asyncio.Future[int] = loop.create_future()
    lock, wanted = threading.Lock(), [True]
    popens: list[Popen[bytes]] = []

    def live() -> None:
        try:
            popen = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env)
        except OSError as error:
            tell(loop, started, error)
            return
        with lock:
            popens.append(popen)
            if not wanted[0]:
                drop(popen)
        tell(loop, started, popen)
        tell(loop, ended, popen.wait())

    threading.Thread(target=live, daemon=True).start()
    process = None
    try:
        process = Spawned(await loaded(started), ended)
        await process.connect(limit)
    except BaseException:
        with lock:
            wanted[0] = False
            if process is not None:
                process.kill()
                process.close()
            elif popens:
                drop(popens[0])
        raise
    return process


def drop(popen: Popen[bytes]) -> None:
    """End a process that nobody listens to."""
    popen.kill()
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe is not None:
            pipe.close()


async def loaded(started: "asyncio.Future[Popen[bytes]]") -> Popen[bytes]:
    """Return a process as soon as it has loaded its program; end it if it is stopped before."""
    for _ in range(round(STARTING / LOOK)):
        await asyncio.wait([started], timeout=LOOK)
        if started.done():
            return started.result()
        end_stopped_children()
    raise OSError(f"the process did not start within {STARTING:g} s")


def tell(loop: asyncio.AbstractEventLoop, future: "asyncio.Future[Any]", result: object) -> None:
    """Give a future its result, or error, from another thread."""

    def give() -> None:
        if future.cancelled():
            return
        if isinstance(result, OSError):
            future.set_exception(result)
        else:
            future.set_result(result)

    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(give)


def end_stopped_children() -> None:
    """Kill the children of this process that were stopped."""
    for pid in children_of(os.getpid()):
        if is_stopped(pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


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
