"""Children that work for pages: a few at a time, each with limits, ended when nobody waits for it.

A worker keeps what it knows for the next order. A child knows nothing and is gone afterwards, which
is right for texts that somebody is still typing: the next letter makes the answer worthless.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request

from zermelo.process.answering import COMMAND
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import answer_of
from zermelo.process.sync import SyncChild
from zermelo.web.answering import ENDING, BusyError, GoneError
from zermelo.web.settings import ServerSettings


class Children:
    """As many children at once as there are workers; the others wait their turn."""

    def __init__(self, settings: ServerSettings) -> None:
        """Start nothing yet."""
        self.most = settings.waiting
        self.room = asyncio.Semaphore(settings.workers)
        self.working: set[asyncio.Task[dict[str, Any]]] = set()
        self.ending = False

    async def ask(self, function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
        """Return what `module:function` answers in a child; cancelled, the child is killed.

        Raises:
            BusyError: too many wait already, or the server is being ended.
            TimeOutError, MemoryOutError: a limit was hit.
            ChildError: the function failed, or the child crashed.
        """
        if self.ending:
            raise BusyError(ENDING)
        if len(self.working) >= self.most:
            raise BusyError("too many rule sheets are being read; try again in a minute")
        work = asyncio.create_task(self.in_turn(function, message, allowance))
        self.working.add(work)
        try:
            return await work
        except asyncio.CancelledError:
            if self.ending:
                raise BusyError(ENDING) from None
            raise
        finally:
            self.working.discard(work)

    async def in_turn(
        self, function: str, message: Message, allowance: Allowance
    ) -> dict[str, Any]:
        """Return what a child answers, as soon as there is room for one."""
        async with self.room:
            return await answer(function, message, allowance)

    async def close(self) -> None:
        """End all children; whoever waits for one gets an error."""
        self.ending = True
        for work in self.working:
            work.cancel()
        await asyncio.gather(*self.working, return_exceptions=True)


async def answer(function: str, message: Message, allowance: Allowance) -> dict[str, Any]:
    """Return what `module:function` answers to `message` in a child process.

    A thread waits for the answer; cancelled, the child is killed, and so the thread ends.
    """
    child = SyncChild(COMMAND)
    waiting = asyncio.to_thread(answer_of, child, function, message, allowance)
    working = asyncio.ensure_future(waiting)
    try:
        return await asyncio.shield(working)
    finally:
        child.kill()
        await asyncio.gather(working, return_exceptions=True)


async def while_awaited(asking: Request, work: Coroutine[Any, Any, dict[str, Any]]) -> Any:
    """Return what `work` comes to; it is given up as soon as the page that asked is gone."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(gone(asking))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
    finally:
        leaving.cancel()
        working.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)
    raise GoneError("nobody waits for the answer any more")


async def gone(asking: Request) -> None:
    """Return when the page that asked is gone."""
    while (await asking.receive())["type"] != "http.disconnect":
        pass
