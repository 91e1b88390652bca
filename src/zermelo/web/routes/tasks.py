"""Tasks that a page asks for: the answer is a stream of events, which ends with the answer.

A page that goes away, or closes the stream, is waited for no longer: the task ends.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from zermelo.errors import ZermeloError
from zermelo.web.answering import GoneError, as_object, said, text_in
from zermelo.web.services import Services, services_of
from zermelo.web.streams import ALIVE, event, event_stream
from zermelo.web.task import Asked, all_tasks

LONGEST_MOVES = 1 << 16
"""Characters of the moves that lead to a position."""

Ended = Callable[[dict[str, Any]], dict[str, Any]]


def offered() -> dict[str, Asked]:
    """Return what checks the requests for tasks that pages may ask for, by their names."""
    return {name: one.asked for name, one in all_tasks().items() if one.asked is not None}


async def task(request: Request) -> StreamingResponse:
    """Give a worker a task, and stream what it says."""
    services = services_of(request)
    kind = request.path_params["task"]
    if kind not in offered():
        raise GoneError("there is nothing of that name to ask for")
    found = await said(request)
    order = {
        "do": kind,
        "moves": text_in({"moves": ""} | dict(found), "moves", LONGEST_MOVES),
    }
    order |= offered()[kind](found, services.settings)
    if "source" not in order:  # of a game; what a task is about may also be drawn
        name = text_in(found, "game")
        await services.games.game(name)  # compiled within its limits before a worker reads it
        order = {"match": name} | order | {"source": services.games.source(name)}
    return event_stream(running(services, order))


async def running(
    services: Services, order: Mapping[str, Any], ended: Ended = dict
) -> AsyncIterator[str]:
    """Yield what is said while a worker is at it: `result`, `waiting`, then `done` or `failed`.

    At the end a page gets what `ended` makes of the answer.
    """
    queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    task = asyncio.create_task(services.workers.ask(order, queue.put_nowait))
    task.add_done_callback(lambda _: queue.put_nowait({"say": "end"}))
    try:
        while True:
            try:
                heard = await asyncio.wait_for(queue.get(), ALIVE)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if heard["say"] == "end":
                break
            yield event(heard["say"], heard)
        try:
            yield event("done", ended(task.result()))
        except ZermeloError as error:
            yield event("failed", as_object(error))
    finally:
        task.cancel()


routes = [Route("/api/tasks/{task}", task, methods=["POST"])]
