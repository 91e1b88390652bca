"""A child process of an event loop, which never waits for it: messages there, messages back.

What is sent goes into a buffer; what comes is taken in as it comes. Whoever starts a child ends it
by `close`, whatever has become of it meanwhile.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from subprocess import Popen
from typing import IO, Any

from zermelo.process.child import LAST_WORDS_SECONDS, LastWords, environment
from zermelo.process.family import kill_family
from zermelo.process.frames import CHUNK_BYTES, LONGEST_FRAME, Frames
from zermelo.process.spawn import spawned


class AsyncChild:
    """One process, from its start to its end."""

    def __init__(self, popen: Popen[bytes], ended: "asyncio.Future[int]", longest: int) -> None:
        """Connect nothing yet; `start` does."""
        self.popen = popen
        self.pid = popen.pid
        self.ended = ended
        self.frames = Frames(longest)
        self.messages: deque[dict[str, Any]] = deque()
        self.last_words = LastWords()
        self.stdin: asyncio.WriteTransport | None = None
        self.stdout = asyncio.StreamReader()
        self.stderr = asyncio.StreamReader()
        self.transports: list[asyncio.BaseTransport] = []
        self.reading: asyncio.Task[None] | None = None

    @staticmethod
    async def start(command: Sequence[str], longest: int = LONGEST_FRAME) -> "AsyncChild":
        """Return a process that runs a command and may say messages of `longest` bytes.

        Raises:
            OSError: it cannot be started.
        """
        popen, ended = await spawned(command, environment())
        child = AsyncChild(popen, ended, longest)
        try:
            await child.connect()
        except BaseException:
            kill_family(popen)
            child.hang_up()
            raise
        return child

    async def connect(self) -> None:
        """Connect the streams."""
        loop = asyncio.get_running_loop()
        self.stdin, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self.popen.stdin)
        self.transports.append(self.stdin)
        for reader, pipe in ((self.stdout, self.popen.stdout), (self.stderr, self.popen.stderr)):
            self.transports.append(await connected(reader, pipe))
        self.reading = asyncio.create_task(self.read_words())

    @property
    def returncode(self) -> int | None:
        """What it ended with; None if it still runs."""
        return self.ended.result() if self.ended.done() else None

    def send(self, framed: bytes) -> None:
        """Write a framed message if the process still reads; it is not waited for."""
        if self.stdin is not None and not self.stdin.is_closing():
            self.stdin.write(framed)

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message; None if it will say nothing any more.

        Raises:
            FrameError: it says something else than messages.
        """
        while not self.messages:
            data = await self.stdout.read(CHUNK_BYTES)
            if not data:
                return None
            self.messages.extend(self.frames.feed(data))
        return self.messages.popleft()

    async def read_words(self) -> None:
        """Keep its last words."""
        while data := await self.stderr.read(CHUNK_BYTES):
            self.last_words.add(data)

    def kill(self) -> None:
        """End it and what it has started, at once."""
        kill_family(self.popen)

    async def end(self) -> int:
        """Return what it ended with; it is killed if it does not end by itself at once."""
        await asyncio.wait([self.ended], timeout=LAST_WORDS_SECONDS)
        self.kill()
        code = await self.wait()
        self.hang_up()
        return code

    async def wait(self) -> int:
        """Return what it ended with, as soon as that and its last words are known."""
        code = await asyncio.shield(self.ended)
        if self.reading is not None:
            await asyncio.wait([self.reading], timeout=LAST_WORDS_SECONDS)
        return code

    async def close(self) -> None:
        """End it if it still runs, and let go of its pipes."""
        self.kill()
        try:
            await asyncio.shield(self.ended)
        finally:
            self.hang_up()

    def hang_up(self) -> None:
        """Let go of its pipes."""
        if self.reading is not None:
            self.reading.cancel()
        for transport in self.transports:
            transport.close()
        pipes = (self.popen.stdin, self.popen.stdout, self.popen.stderr)
        for pipe in pipes[len(self.transports) :]:
            if pipe is not None:
                pipe.close()


async def connected(reader: asyncio.StreamReader, pipe: IO[bytes] | None) -> asyncio.BaseTransport:
    """Let a pipe feed a reader."""
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, pipe)
    return transport
