"""A server of its own, as the command starts it."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.process.child import environment


@dataclass(frozen=True, slots=True)
class Served:
    """Where a server is, and its process."""

    address: str
    pid: int


@contextlib.contextmanager
def served() -> Iterator[Served]:
    """Start a server, and end it afterwards."""
    command = [sys.executable, "-m", "zermelo", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+(?=/)", server.stdout.readline())
        assert found is not None
        yield Served(found[0], server.pid)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
