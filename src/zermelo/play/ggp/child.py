"""A child process as the front process sees it: given orders, listened to, replaced if it fails.

Whatever happens to it, killed, stopped or crashed, nothing here waits for it: an order is written
into a buffer, and who was stopped, or does not answer a ping for long, is killed and started anew,
and told again what is going on.
"""

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from signal import Signals
from typing import Any

from zermelo.sandbox import environment

PING = 0.5
"""Seconds between two questions whether a child is alive."""
LONGEST_LINE = 1 << 26
WARMING = 60.0
"""Seconds for which a child may not answer while it loads or compiles its kernels."""
HEAVIEST = 1024
"""Megabytes with which a child may go into its next match."""
SOON = 5.0
"""A child that ends sooner is started again only after a pause."""
PAUSES = (0.0, 1.0, 5.0)

Order = Mapping[str, Any]
Hear = Callable[[str, dict[str, Any]], None]
Log = Callable[[str], None]
SCRIPT = ("start", "built", "turn", "answered")
"""What a new child has to be told of a match, in this order."""


class Child:
    """One duty, and the process that has it now."""

    def __init__(
        self,
        duty: str,
        arguments: list[str],
        *,
        patience: float,
        pause: float,
        hear: Hear,
        log: Log,
    ):
        """Remember what to run.

        Args:
            duty: what the child does.
            arguments: of its command, after the duty.
            patience: seconds for which it may be deaf, or not stop.
            pause: seconds until it is replaced, so that who is needed more is there before.
            hear: is told what it says.
            log: is told what becomes of it.
        """
        self.duty = duty
        self.pause = pause
        self.command = [sys.executable, "-m", "zermelo.play.ggp.worker", duty, *arguments]
        self.patience = patience
        self.hear = hear
        self.log = log
        self.process: Process | None = None
        self.script: dict[str, bytes] = {}
        self.heard = 0.0
        self.warm = False
        self.rest_since: float | None = None
        self.killed_for = ""
        self.last_words: deque[str] = deque(maxlen=3)

    def order(self, order: Order) -> None:
        """Give an order, and remember it for a child that may have to take over."""
        self.told(order["do"], json.dumps(order).encode() + b"\n")

    def told(self, kind: str, line: bytes) -> None:
        """Give an order that is written already."""
        if kind == "start":
            self.script.clear()
        if kind == "turn":
            self.script.pop("answered", None)
        if kind == "stop":
            self.script.clear()
            self.rest_since = asyncio.get_running_loop().time()
        else:
            self.script[kind] = line
        self.write(line)

    def write(self, line: bytes) -> None:
        """Write a line if there is a process; it is not waited for."""
        stream = self.process.stdin if self.process else None
        if stream is not None and not stream.is_closing():
            stream.write(line)

    async def live(self) -> None:
        """Keep a process running until cancelled."""
        loop = asyncio.get_running_loop()
        failures = 0
        try:
            while True:
                began = loop.time()
                try:
                    await self.run()
                except (OSError, ValueError) as error:  # it cannot be started, or talks nonsense
                    self.log(f"the {self.duty} failed: {error}")
                failures = failures + 1 if loop.time() - began < SOON else 0
                await asyncio.sleep(self.pause + PAUSES[min(failures, len(PAUSES) - 1)])
        finally:
            self.kill()
            if self.process:
                await self.process.wait()

    async def run(self) -> None:
        """Start a process, tell it what is going on, and listen until it ends."""
        loop = asyncio.get_running_loop()
        self.warm, self.rest_since, self.heard = False, None, loop.time()
        self.killed_for = ""
        self.last_words.clear()
        process = self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST_LINE,
            env=environment(),
        )  # fmt: skip
        for kind in SCRIPT:
            if kind in self.script:
                self.write(self.script[kind])
        asking = asyncio.create_task(self.ask())
        reading = asyncio.create_task(self.read_errors(process))
        try:
            await self.listen(process)
            await process.wait()
        finally:
            asking.cancel()
            reading.cancel()
            if process.returncode is None:
                process.kill()
        self.log(f"the {self.duty} {self.how_it_ended(process)}; another one takes over")

    async def listen(self, process: Process) -> None:
        """Hear what it says for as long as it lives."""
        assert process.stdout is not None
        loop = asyncio.get_running_loop()
        while line := await process.stdout.readline():
            self.heard = loop.time()
            said = json.loads(line)
            match said["say"]:
                case "pong":
                    pass
                case "warm":
                    self.warm = True
                    self.hear(self.duty, said)
                case "idle":
                    self.rest_since = None
                    if said["megabytes"] > HEAVIEST:
                        self.kill(f"holds {said['megabytes']} MB after a match")
                case _:
                    self.hear(self.duty, said)

    async def ask(self) -> None:
        """Ask again and again whether it is alive; end it if it seems not to be."""
        before = ""
        while True:
            self.write(b'{"do": "ping"}\n')
            await asyncio.sleep(PING)
            trouble = self.trouble()
            # Twice: if this process was stopped too, the answers are there but not yet read.
            if trouble and trouble == before:
                self.kill(trouble)
            before = trouble

    def trouble(self) -> str:
        """Return what is the matter with the process; nothing if nothing is."""
        now = asyncio.get_running_loop().time()
        if self.process and is_stopped(self.process.pid):
            return "was stopped"
        if now - self.heard > (self.patience if self.warm else WARMING):
            return "did not answer"
        if self.warm and self.rest_since is not None and now - self.rest_since > self.patience:
            return "did not end its match"
        return ""

    async def read_errors(self, process: Process) -> None:
        """Keep its last words."""
        assert process.stderr is not None
        while line := await process.stderr.readline():
            self.last_words.append(line.decode(errors="replace").strip())

    def how_it_ended(self, process: Process) -> str:
        """Return what became of a process, for people."""
        code = process.returncode
        if self.killed_for:
            return self.killed_for
        if code is not None and code < 0:
            return f"was ended by {Signals(-code).name}"
        said = f": {self.last_words[-1]}" if self.last_words else ""
        return f"failed{said}"

    def kill(self, why: str = "") -> None:
        """End the process at once."""
        if self.process and self.process.returncode is None:
            self.killed_for = why
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()


def is_stopped(pid: int) -> bool:
    """Tell whether a process was stopped by a signal, where the system says so (Linux)."""
    try:
        status = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return status.rpartition(b")")[2].split()[:1] == [b"T"]
