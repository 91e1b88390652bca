"""Network players as processes, for benchmarks and tests: started, listened to, and ended."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.play.network.manager import Address

PLAYER = [sys.executable, "-m", "zermelo", "player"]
LISTENS = re.compile(r" listens on .*:(\d+)")
WARM = 1800.0
"""Seconds for a line of the log: kernels may have to be compiled by a process that hardly runs."""
PATIENT = 300.0
"""Seconds in which an answer must have come, and far more than any takes."""


@dataclass(eq=False)
class Running:
    """A player, its address, and what it has logged so far."""

    process: subprocess.Popen[str]
    address: Address
    log: list[str] = field(default_factory=list)

    def read_log(self) -> None:
        """Take in the log until the end."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.rstrip("\n"))

    def logged(self, text: str, seconds: float = WARM, since: int = 0) -> bool:
        """Wait until a line of the log says `text`; False if none does in that time."""
        until = time.monotonic() + seconds
        while not any(text in line for line in self.log[since:]):
            if time.monotonic() > until or self.process.poll() is not None:
                return False
            time.sleep(0.02)
        return True

    def children(self, duty: str = "") -> list[int]:
        """Return the processes that think, or those with one duty."""
        wanted = f"zermelo.play.network.worker\0{duty}".encode()
        return [pid for pid in descendants(self.process.pid) if wanted in command_of(pid)]

    def megabytes(self) -> float:
        """Return the memory of the front process."""
        return resident(self.process.pid)


@contextmanager
def running(*options: str, warm: bool = True) -> Iterator[Running]:
    """Start a player on a free port, with these options; end it in the end."""
    process = subprocess.Popen(
        [*PLAYER, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = LISTENS.search(process.stdout.readline())
        assert found, "the player did not start"
        player = Running(process, Address(int(found[1])))
        threading.Thread(target=player.read_log, daemon=True).start()
        if warm:
            assert player.logged("warm:"), player.log
        yield player
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
        if process.stderr:
            process.stderr.close()


def descendants(pid: int) -> list[int]:
    """Return the children of a process, and theirs."""
    found: list[int] = []
    todo = [pid]
    while todo:
        parent = todo.pop()
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                children = [int(child) for child in task.read_text().split()]
            except OSError:
                continue
            found += children
            todo += children
    return found


def command_of(pid: int) -> bytes:
    """Return the command line of a process; nothing if it has gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def resident(pid: int) -> float:
    """Return the megabytes that a process holds in memory."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep that many processors busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def exchange(
    address: Address, content: bytes, *, seconds: float = PATIENT, end: bool = False
) -> str:
    """Send bytes, and return all that comes back; `end` says that no more will be sent."""
    answer = bytearray()
    with socket.create_connection((address.host, address.port), timeout=seconds) as connection:
        # Who is refused may find the door closed while it still speaks.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(content)
            if end:
                connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while piece := connection.recv(1 << 16):
                answer += piece
    return answer.decode("utf-8", errors="replace")


def request(content: bytes, length: str | None = "") -> bytes:
    """Return a POST of these bytes; with the right length, another one, or none at all."""
    said = str(len(content)) if length == "" else length
    line = b"" if said is None else f"Content-Length: {said}\r\n".encode()
    return b"POST / HTTP/1.0\r\nContent-Type: text/acl\r\n" + line + b"\r\n" + content


def say(address: Address, text: str | bytes, seconds: float = PATIENT) -> str:
    """Send a message, and return the body of the answer."""
    content = text.encode() if isinstance(text, str) else text
    return exchange(address, request(content), seconds=seconds).partition("\r\n\r\n")[2]
