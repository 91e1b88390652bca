"""The door: takes connections, however many, and lets in who has said all.

A connection that opens and says nothing costs a file and a place in a list, nothing else: no task,
no buffer. When too many are speaking, or they hold too many bytes, the one that has been speaking
for longest is cut off: a manager needs a few milliseconds for a message, so it is not its
connection. Who waits for an answer is not counted among them.
"""

import asyncio
import contextlib
import resource
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from zermelo.play.network.http import Incoming, RefusedError, Request, answer

BACKLOG = 1024
AT_ONCE = 32
"""Connections that are taken before others get a turn."""
MOST_SPEAKING = 256
MOST_WAITING = 256
MOST_BYTES = 48 * 1024 * 1024
"""Bytes of unfinished messages together."""
PIECE = 64 * 1024
SILENCE = 0.2
"""Seconds to wait for what was promised after a message that looks whole."""
SECONDS_PER_MESSAGE = 10.0
"""How long a message may take from its first byte to its last."""
SWEEP = 0.1
HELD_UP = 0.1
"""Seconds by which this process may run late without a word in the log."""
SENDING = 5.0
LINGER = 1.0
"""Seconds for which whoever asked is watched after an answer that must not be lost."""
SETTLE = 0.1
"""Seconds until the system says that nobody was there to take an answer."""

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The bytes of an answer, and whom to tell if they do not arrive; None: it does not matter."""

    content: bytes
    lost: Callable[[], None] | None = None


Answer = Callable[[Request, float], Awaitable[Outgoing]]


@dataclass(eq=False, slots=True)
class Visitor:
    """A connection whose message is not whole yet."""

    connection: socket.socket
    began: float
    heard: float
    incoming: Incoming = field(default_factory=Incoming)
    size: int = 0


class Door:
    """Listens, reads, has each message answered, and closes."""

    def __init__(self, respond: Answer, log: Log) -> None:
        """Remember who answers."""
        self.respond = respond
        self.log = log
        self.loop = asyncio.get_running_loop()
        self.visitors: dict[Visitor, None] = {}  # the oldest first
        self.answering: set[asyncio.Task[None]] = set()
        self.size = 0
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most_speaking = max(4, min(MOST_SPEAKING, files // 4))
        self.most_waiting = max(4, min(MOST_WAITING, files // 4))
        self.listener: socket.socket | None = None
        self.sweeping: asyncio.TimerHandle | None = None

    def open(self, host: str, port: int) -> int:
        """Begin to listen, and return the port; OSError if that is not possible."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        self.listener.setblocking(False)
        self.loop.add_reader(self.listener, self.accept, self.listener)
        self.sweep()
        chosen: int = self.listener.getsockname()[1]
        return chosen

    def close(self) -> None:
        """Let nobody in any more, and send everybody away."""
        if self.listener is not None:
            self.loop.remove_reader(self.listener)
            self.listener.close()
        if self.sweeping is not None:
            self.sweeping.cancel()
        for visitor in list(self.visitors):
            self.leave(visitor)
            visitor.connection.close()
        for task in self.answering:
            task.cancel()

    def accept(self, listener: socket.socket) -> None:
        """Take some of those who knock."""
        for _ in range(AT_ONCE):
            try:
                connection, _ = listener.accept()
            except BlockingIOError:
                return
            except OSError:  # no file is left, or who knocked has gone
                self.cut_off_oldest()
                return
            connection.setblocking(False)
            now = self.loop.time()
            visitor = Visitor(connection, now, now)
            self.visitors[visitor] = None
            self.loop.add_reader(connection, self.hear, visitor)
            if len(self.visitors) > self.most_speaking:
                self.cut_off_oldest()

    def hear(self, visitor: Visitor) -> None:
        """Take in what a visitor says."""
        try:
            piece = visitor.connection.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            self.leave(visitor)
            visitor.connection.close()
            return
        visitor.heard = self.loop.time()
        visitor.size += len(piece)
        self.size += len(piece)
        try:
            visitor.incoming.feed(piece)
        except RefusedError as error:
            self.refuse(visitor, error)
            return
        if visitor.incoming.whole or not piece:
            self.let_in(visitor)
        while self.size > MOST_BYTES:
            self.cut_off_oldest()

    def sweep(self) -> None:
        """Look after those who have fallen silent."""
        now = self.loop.time()
        if self.sweeping is not None and now - self.sweeping.when() > HELD_UP:
            self.log(f"held up for {now - self.sweeping.when():.2f} s: the machine is too busy")
        for visitor in list(self.visitors):
            if visitor.incoming.perhaps_whole and now - visitor.heard > SILENCE:
                self.let_in(visitor)
            elif now - visitor.began > SECONDS_PER_MESSAGE:
                self.refuse(
                    visitor, RefusedError(408, f"no whole message within {SECONDS_PER_MESSAGE:g} s")
                )
        self.sweeping = self.loop.call_later(SWEEP, self.sweep)

    def leave(self, visitor: Visitor) -> None:
        """Read no more from a visitor."""
        self.loop.remove_reader(visitor.connection)
        del self.visitors[visitor]
        self.size -= visitor.size

    def cut_off_oldest(self) -> None:
        """Close the connection that has been speaking for longest."""
        oldest = next(iter(self.visitors), None)
        if oldest is not None:
            self.leave(oldest)
            oldest.connection.close()

    def refuse(self, visitor: Visitor, error: RefusedError) -> None:
        """Send a visitor away, with the reason."""
        self.leave(visitor)
        if str(error) and visitor.size:
            self.log(f"refused: {error}")
        with contextlib.suppress(OSError):
            visitor.connection.send(answer("nil", status=error.status, reason=str(error)))
        visitor.connection.close()

    def let_in(self, visitor: Visitor) -> None:
        """Have a message answered."""
        try:
            request = visitor.incoming.request()
            if len(self.answering) >= self.most_waiting:
                raise RefusedError(503, "too many are waiting for an answer")
        except RefusedError as error:
            self.refuse(visitor, error)
            return
        self.leave(visitor)
        task = self.loop.create_task(self.reply(visitor.connection, request, visitor.began))
        self.answering.add(task)
        task.add_done_callback(self.answering.discard)

    async def reply(self, connection: socket.socket, request: Request, began: float) -> None:
        """Send the answer to a request, and close."""
        outgoing = None
        try:
            try:
                outgoing = await self.respond(request, began)
                content = outgoing.content
            except RefusedError as error:
                self.log(f"refused: {error}")
                content = answer("nil", status=error.status, reason=str(error))
            async with asyncio.timeout(SENDING):
                await self.loop.sock_sendall(connection, content)
            if outgoing is None or outgoing.lost is None or await self.arrived(connection):
                outgoing = None
        except (OSError, TimeoutError):
            pass  # whoever asked has gone
        finally:
            connection.close()
            if outgoing is not None and outgoing.lost is not None:
                outgoing.lost()

    async def arrived(self, connection: socket.socket) -> bool:
        """Tell whether whoever asked was still there when the answer was sent, as far as we see."""
        connection.shutdown(socket.SHUT_WR)
        if refused(connection):
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while await self.loop.sock_recv(connection, PIECE):
                    pass
        await asyncio.sleep(SETTLE)
        return not refused(connection)


def refused(connection: socket.socket) -> bool:
    """Tell whether the other side has said that it takes no more bytes."""
    return connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0
