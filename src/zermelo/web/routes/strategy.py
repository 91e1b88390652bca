"""Strategies: learned, kept, read, verified, taken home, and played by."""

import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Route

from zermelo.errors import UsageError
from zermelo.web.answering import BusyError, GoneError, number_in, said, text_in
from zermelo.web.pages import Page
from zermelo.web.routes.tasks import LONGEST as MOVES
from zermelo.web.routes.tasks import running
from zermelo.web.services import House, house_of
from zermelo.web.strategies.kept import LARGEST, NAME, SEARCHES, Kept
from zermelo.web.streams import event

PAGE = Page("/strategy", "strategy", "Strategy", 5)
LEAST = 1.0
SECONDS = 20.0
LONGEST = 600.0
"""Seconds that learning may take."""
VERIFYING = 30.0


async def learn(request: Request) -> StreamingResponse:
    """Learn a strategy, tell how far it is, and keep it."""
    house = house_of(request)
    found = await said(request)
    method = text_in({"method": "lemmas"} | dict(found), "method", 20)
    if method not in SEARCHES:
        raise UsageError(f"no method is called so; there is {', '.join(SEARCHES)}")
    order = await order_of(house, found, "learn") | {
        "method": method,
        "role": text_in({"role": ""} | dict(found), "role"),
        "every": found.get("every") is True,
        "seconds": number_in(found, "seconds", LEAST, LONGEST, SECONDS),
    }
    return streamed(house, order, keeping=text_in(found, "game"))


async def bring(request: Request) -> StreamingResponse:
    """Take in a strategy file, if it is one for the game."""
    house = house_of(request)
    found = await said(request)
    order = await order_of(house, found, "open_strategy")
    order["text"] = text_in(found, "text", LARGEST)
    return streamed(house, order, keeping=text_in(found, "game"))


async def order_of(house: House, found: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return an order about a position that a page names; the game is compiled before."""
    game = text_in(found, "game")
    moves = text_in({"moves": ""} | dict(found), "moves", MOVES)
    await house.shelf.game(game)
    return {"do": what, "match": game, "moves": moves, "source": house.shelf.source(game)}


def streamed(house: House, order: dict[str, Any], keeping: str = "") -> StreamingResponse:
    """Return the stream of an errand; what it learns for the game `keeping` is kept."""
    if house.streaming >= house.settings.streams:
        raise BusyError("too many pages are open; close some of them")

    def kept(answer: dict[str, Any]) -> dict[str, Any]:
        return house.strategies.keep(keeping, order["moves"], answer).told() if keeping else answer

    async def told() -> AsyncIterator[str]:
        job = secrets.token_urlsafe(12)
        house.stoppable[job] = order
        try:
            yield event("job", {"job": job})
            async for text in running(house, order, kept):
                yield text
        finally:
            house.stoppable.pop(job, None)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(told(), media_type="text/event-stream", headers=headers)


async def stop(request: Request) -> JSONResponse:
    """Let an errand come to its end: what was found by then is its answer."""
    house = house_of(request)
    job = request.path_params["job"]
    order = house.stoppable.get(job) if NAME.match(job) else None
    if order is None:
        raise GoneError("this has ended already")
    return JSONResponse({"stopped": house.workers.finish(order)})


async def look(request: Request) -> JSONResponse:
    """Return a strategy that is kept."""
    return JSONResponse(kept_of(request).told())


async def every(request: Request) -> JSONResponse:
    """Return the strategies for a game that are kept."""
    game = request.query_params.get("game", "")
    return JSONResponse({"strategies": house_of(request).strategies.of(game)})


async def download(request: Request) -> PlainTextResponse:
    """Return a strategy as `zermelo learn` writes it."""
    found = kept_of(request)
    headers = {"content-disposition": f'attachment; filename="{found.filename}"'}
    return PlainTextResponse(found.text, headers=headers)


def kept_of(request: Request) -> Kept:
    """Return the strategy that an address names."""
    return house_of(request).strategies.find(request.path_params["strategy"])


async def applies(request: Request) -> StreamingResponse:
    """Look for positions in which a rule applies."""
    house, found = house_of(request), kept_of(request)
    rule = int(number_in(await said(request), "rule", 0, 1e6))
    order = await order_about(house, found, "applies")
    return streamed(house, order | {"rule": rule})


async def verify(request: Request) -> StreamingResponse:
    """Hold a strategy to exact values."""
    house, found = house_of(request), kept_of(request)
    if found.method != "lemmas":
        raise UsageError("preferences claim nothing that could be verified")
    order = await order_about(house, found, "verify")
    return streamed(house, order | {"seconds": VERIFYING})


async def order_about(house: House, found: Kept, what: str) -> dict[str, Any]:
    """Return an order about a strategy that is kept."""
    order = await order_of(house, {"game": found.game, "moves": found.moves}, what)
    return order | {"text": found.text, "method": found.method}


routes = [
    Route("/api/strategies", every),
    Route("/api/strategies", learn, methods=["POST"]),
    Route("/api/strategies/open", bring, methods=["POST"]),
    Route("/api/strategies/jobs/{job}/stop", stop, methods=["POST"]),
    Route("/api/strategies/{strategy}", look),
    Route("/api/strategies/{strategy}/file", download),
    Route("/api/strategies/{strategy}/rules", applies, methods=["POST"]),
    Route("/api/strategies/{strategy}/verify", verify, methods=["POST"]),
]
