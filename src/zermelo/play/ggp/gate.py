"""The gate: how many connections may be speaking at once, and how much they may have said.

A connection that opens and says nothing costs a file and some memory. When there are too many, or
they hold too many bytes, the one that has been speaking for longest is cut off: a manager needs a
few milliseconds for a message, so it is not its connection. Who waits for an answer is not counted.
"""

import asyncio
import resource
from dataclasses import dataclass, field

from zermelo.play.ggp.http import RefusedError

MOST_CONNECTIONS = 256
MOST_BYTES = 48 * 1024 * 1024


def connections_allowed() -> int:
    """Return how many connections may be speaking, so that files are left for all others."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min(MOST_CONNECTIONS, files // 4))


@dataclass(eq=False, slots=True)
class Visitor:
    """A connection whose message is still being read."""

    gate: "Gate"
    writer: asyncio.StreamWriter
    size: int = 0
    cut_off: bool = False

    def grow(self, size: int) -> None:
        """Count more bytes; RefusedError if this connection had to be cut off."""
        self.size += size
        self.gate.size += size
        self.gate.make_room()
        if self.cut_off:
            raise RefusedError(503, "cut off: too many bytes at once")

    def leave(self) -> None:
        """Go through: the message has been read, or never will be."""
        if self in self.gate.visitors:
            del self.gate.visitors[self]
            self.gate.size -= self.size


@dataclass(slots=True)
class Gate:
    """All connections that are speaking, the oldest first."""

    connections: int = field(default_factory=connections_allowed)
    bytes_held: int = MOST_BYTES
    size: int = 0
    visitors: dict[Visitor, None] = field(default_factory=dict)

    def enter(self, writer: asyncio.StreamWriter) -> Visitor:
        """Let a connection in, and the oldest out if there are too many."""
        visitor = Visitor(self, writer)
        self.visitors[visitor] = None
        self.make_room()
        return visitor

    def make_room(self) -> None:
        """Cut off the oldest until the rest is within bounds."""
        while len(self.visitors) > self.connections or self.size > self.bytes_held:
            oldest = next(iter(self.visitors))
            oldest.cut_off = True
            oldest.leave()
            oldest.writer.transport.abort()
