"""Starting a process without ever waiting for it in the event loop.

A new process runs our own code until it has loaded its program, and whoever started it waits for
that. If it is stopped in this moment, that wait never ends. So every process has a thread that
starts it and waits for its end; the thread must live as long, for some processes are bound to it
(`zermelo.process.limits.confine`).
"""

import asyncio
import contextlib
import os
import subprocess
import threading
from collections.abc import Sequence
from subprocess import PIPE, Popen
from typing import Any

from zermelo.process.family import children_of, is_stopped, kill_each, kill_family

LOOK_INTERVAL = 0.2
"""Seconds between two looks at a process that has not loaded its program yet."""
LONGEST_START = 20.0
"""Seconds after which a process is not waited for any longer."""

# With vfork this process would stand still until the new one has loaded its program.
subprocess._USE_VFORK = False  # type: ignore[misc]  # documented for this use

Spawned = tuple[Popen[bytes], "asyncio.Future[int]"]
"""A process, and what it will have ended with."""


async def spawned(command: Sequence[str], env: dict[str, str]) -> Spawned:
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
    try:
        return await loaded(started), ended
    except BaseException:
        with lock:
            wanted[0] = False
            if popens:
                drop(popens[0])
        raise


def drop(popen: Popen[bytes]) -> None:
    """End a process that nobody listens to."""
    kill_family(popen)
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe is not None:
            pipe.close()


async def loaded(started: "asyncio.Future[Popen[bytes]]") -> Popen[bytes]:
    """Return a process as soon as it has loaded its program; end it if it is stopped before."""
    for _ in range(round(LONGEST_START / LOOK_INTERVAL)):
        await asyncio.wait([started], timeout=LOOK_INTERVAL)
        if started.done():
            return started.result()
        kill_each(pid for pid in children_of(os.getpid()) if is_stopped(pid))
    raise OSError(f"the process did not start within {LONGEST_START:g} s")


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
