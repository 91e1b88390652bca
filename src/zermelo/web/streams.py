"""Streams of events: every page that looks at a table hears what happens there."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.responses import StreamingResponse

ALIVE = 15.0
"""Seconds after which a line is sent that means nothing, so that a page that is gone is noticed."""
MOST_WAITING_EVENTS = 200
"""Events that wait for a slow page; then it is left behind, and begins anew."""


class Streams:
    """Those who listen; each has a queue of its own, so that nobody waits for the slowest."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.queues: set[asyncio.Queue[str | None]] = set()
        self.came = asyncio.Event()
        self.left = time.monotonic()

    def tell(self, kind: str, content: Mapping[str, Any]) -> None:
        """Tell everybody; who is too slow is left behind."""
        if not self.queues:
            return
        text = event(kind, content)
        for queue in list(self.queues):
            try:
                queue.put_nowait(text)
            except asyncio.QueueFull:
                self.queues.discard(queue)
                queue.get_nowait()
                queue.put_nowait(None)

    def close(self) -> None:
        """End all streams."""
        for queue in list(self.queues):
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(None)
        self.queues.clear()

    async def listen(self, first: str) -> AsyncIterator[str]:
        """Yield events as they happen, after a first one."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING_EVENTS)
        self.queues.add(queue)
        self.came.set()
        try:
            yield first
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), ALIVE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if text is None:
                    return
                yield text
        finally:
            self.queues.discard(queue)
            self.visited()

    def visited(self) -> None:
        """Note that somebody has looked without staying."""
        self.left = time.monotonic()
        self.came.set()

    async def until_watched(self, patience: float) -> None:
        """Wait for somebody to listen, if nobody has for some seconds."""
        while not self.queues and time.monotonic() - self.left > patience:
            self.came.clear()
            await self.came.wait()


def event_stream(texts: AsyncIterator[str]) -> StreamingResponse:
    """Return a response that sends events as they happen; the guard refuses it if there are many.

    Nothing begins before it is let through: work that events tell of starts with the first of them.
    """
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(texts, media_type="text/event-stream", headers=headers)


def event(kind: str, content: Mapping[str, Any]) -> str:
    r"""Return an event as it is sent.

    >>> event("position", {"turn": 1})
    'event: position\ndata: {"turn": 1}\n\n'
    """
    return f"event: {kind}\ndata: {json.dumps(content)}\n\n"
