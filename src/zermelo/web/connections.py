"""Connections that are given up when they do not say in time what they want.

A client that sends its request a byte at a time, or nothing at all, costs little; thousands of them
would keep everybody else out. When it gets crowded, whoever has been at it longest has to go.
"""

import asyncio
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 400
"""At once."""
HEAD = 10.0
"""Seconds in which the first lines of a request have to be there; a body has its own limits."""


class Connection(H11Protocol):
    """A connection, and since when it has been about to say something."""

    giving_up: asyncio.TimerHandle | None = None
    since: float = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and make room if there are too many."""
        super().connection_made(transport)
        self.expect()
        if len(self.connections) > CONNECTIONS:
            open_ones: list[Any] = [one for one in self.connections if isinstance(one, Connection)]
            slow = [one for one in open_ones if one.is_slow]
            min(slow, key=lambda one: one.since, default=self).transport.close()

    @property
    def is_slow(self) -> bool:
        """Whether it has not said yet what it wants, or not all of it."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def data_received(self, data: bytes) -> None:
        """Take in what came; a request whose first lines are there is waited for no longer."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self.expect()
        else:
            self.relax()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.relax()
        super().connection_lost(exc)

    def expect(self) -> None:
        """Begin to wait for a request, unless it is waited for already."""
        if self.giving_up is None and not self.transport.is_closing():
            self.since = time.monotonic()
            self.giving_up = self.loop.call_later(HEAD, self.transport.close)

    def relax(self) -> None:
        """Wait no longer."""
        if self.giving_up is not None:
            self.giving_up.cancel()
            self.giving_up = None
