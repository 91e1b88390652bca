"""A process that goes on by itself: it outlives us, and disturbs nobody.

It has no terminal, no streams and no parent, so no signal that is meant for us ends it, and nobody
has to end it: its work must have an end of its own.
"""

import importlib
import os
import sys
import threading

from zermelo.process.child import environment, python

LOWEST = 19
"""The niceness of a process that runs only where nobody else wants to."""


def start(module: str, *arguments: str) -> None:
    """Have `main` of a module called with these arguments, by a process of its own.

    Raises:
        OSError: it cannot be started.
    """
    command = python(__name__, module, *arguments)
    null = os.open(os.devnull, os.O_RDWR)
    try:
        streams = [(os.POSIX_SPAWN_DUP2, null, number) for number in range(3)]
        pid = os.posix_spawn(command[0], command, environment(), file_actions=streams)
    finally:
        os.close(null)
    # It ends as soon as it has a child that goes on, and must be waited for, though not by us.
    threading.Thread(target=os.waitpid, args=(pid, 0), daemon=True).start()


def detach() -> None:
    """Become a process of no parent, no terminal, and of the lowest priority."""
    if os.fork():
        os._exit(0)
    os.setsid()
    os.nice(LOWEST)


if __name__ == "__main__":
    detach()  # before anything is imported that starts threads
    importlib.import_module(sys.argv[1]).main(*sys.argv[2:])
