"""A child process as the front process sees it: given orders, listened to, ended if it fails.

Whatever happens to it, killed, stopped or crashed, nothing here waits for it: an order is written
into a buffer, and a process that was stopped, or has not answered a ping for long, is killed. Who
takes its place is decided in `duty`.
"""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

from zermelo.process.aio import AsyncChild
from zermelo.process.family import descendants, is_stopped, kill_each
from zermelo.process.frames import framed

PING_INTERVAL = 0.2
"""Seconds between two questions whether a child is alive."""
IS_ALIVE = framed({"do": "ping"})
LONGEST_MESSAGE = 1 << 26
"""Bytes."""
LONGEST_WARMING = 60.0
"""Seconds for which a child may not answer while it loads or compiles its kernels."""
MOST_MEGABYTES_AT_REST = 1024
"""Megabytes with which a child may go into its next match."""
LOGGED_LINES = 20
"""Lines of standard error that are logged when a child has ended."""
OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that somebody else sent: a process that fails by itself dies of another one."""

Log = Callable[[str], None]


class PlayerChild:
    """One process, from its start to its end."""

    def __init__(
        self,
        duty: str,
        command: list[str],
        *,
        patience: float,
        hear: Callable[["PlayerChild", dict[str, Any]], None],
        log: Log,
    ):
        """Remember what to run.

        Args:
            duty: what the child does.
            command: how it is started.
            patience: seconds for which it may be deaf, or not stop when a match is over.
            hear: called with what it says.
            log: called with what becomes of it.
        """
        self.duty = duty
        self.command = command
        self.patience = self.rest_patience = patience
        self.hear = hear
        self.log = log
        self.process: AsyncChild | None = None
        self.heard = 0.0
        self.warm = False
        self.rest_since: float | None = None
        self.killed_for = ""
        self.stopped: set[int] = set()

    def send(self, content: bytes) -> None:
        """Write a framed order if there is a process; it is not waited for."""
        if self.process is not None:
            self.process.send(content)

    async def run(self, started: Callable[["PlayerChild"], None]) -> None:
        """Start the process, say that it has started, and listen until it ends."""
        self.heard = asyncio.get_running_loop().time()
        process = self.process = await AsyncChild.start(self.command, LONGEST_MESSAGE)
        started(self)
        asking = asyncio.create_task(self.ask())
        try:
            await self.listen(process)
            await process.wait()
        finally:
            asking.cancel()
            await process.close()
        self.log(f"the {self.duty} {self.how_it_ended()}; another one takes over")
        for line in process.last_words.lines()[-LOGGED_LINES:-1]:
            self.log(f"  | {line}")

    async def listen(self, process: AsyncChild) -> None:
        """Hear what it says for as long as it lives."""
        loop = asyncio.get_running_loop()
        while (said := await process.receive()) is not None:
            self.heard = loop.time()
            match said["say"]:
                case "pong":
                    pass
                case "idle":
                    self.rest_since = None
                    if said["megabytes"] > MOST_MEGABYTES_AT_REST:
                        self.kill(f"holds {said['megabytes']} MB after a match")
                case _:
                    self.warm = self.warm or said["say"] == "warm"
                    self.hear(self, said)
        process.frames.finish()

    async def ask(self) -> None:
        """Ask again and again whether it is alive; end it if it seems not to be."""
        before = ""
        while True:
            self.send(IS_ALIVE)
            await asyncio.sleep(PING_INTERVAL)
            trouble = self.trouble()
            # Twice: if this process was stopped too, the answers are there but not yet read.
            if trouble and trouble == before:
                self.kill(trouble)
            before = trouble
            self.end_stopped_descendants()

    def trouble(self) -> str:
        """Return what is the matter with the process; nothing if nothing is."""
        now = asyncio.get_running_loop().time()
        if self.process and is_stopped(self.process.pid):
            return "was stopped"
        if now - self.heard > (self.patience if self.warm else LONGEST_WARMING):
            return "did not answer"
        rest = now - self.rest_since if self.warm and self.rest_since is not None else 0.0
        if rest > self.rest_patience:
            return "did not end its match"
        return ""

    def end_stopped_descendants(self) -> None:
        """Kill what the child started and waits for, if it was stopped: it would wait for long."""
        if self.process is None or self.process.returncode is not None:
            return
        stopped = {pid for pid in descendants(self.process.pid) if is_stopped(pid)}
        for pid in stopped & self.stopped:
            self.log(f"a process of the {self.duty} was stopped; it is ended")
            kill_each([pid])
        self.stopped = stopped

    @property
    def crashed(self) -> bool:
        """Whether the process failed by itself."""
        code = self.process.returncode if self.process else None
        return not self.killed_for and code is not None and -code not in OUTSIDE

    def how_it_ended(self) -> str:
        """Return what became of the process, for people."""
        code = self.process.returncode if self.process else None
        if self.killed_for:
            return self.killed_for
        last_words = self.process.last_words.lines() if self.process else []
        said = f": {last_words[-1]}" if last_words else ""
        if code is not None and code < 0:
            return f"was ended by {signal.Signals(-code).name}{said}"
        return f"failed{said}"

    def kill(self, why: str = "") -> None:
        """End the process at once."""
        if self.process and self.process.returncode is None:
            self.killed_for = why
            self.process.kill()
