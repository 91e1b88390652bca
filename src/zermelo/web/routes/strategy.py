"""Strategies: learned, kept, read, verified, taken home, and played by."""

import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Route

from zermelo.errors import UsageError
from zermelo.web.answering import GoneError, number_in, said, text_in
from zermelo.web.orders import (
    LearnOrder,
    PositionOrder,
    RuleOrder,
    StrategyFileOrder,
    StrategyOrder,
    VerifyOrder,
)
from zermelo.web.pages import Page
from zermelo.web.routes.tasks import LONGEST_MOVES as MOVES
from zermelo.web.routes.tasks import running
from zermelo.web.services import Services, services_of
from zermelo.web.strategies.kept import LONGEST_STRATEGY, NAME, SEARCHES, Kept
from zermelo.web.streams import event, event_stream

PAGE = Page("/strategy", "strategy", "Strategy", 5)
LEAST = 1.0
SECONDS_OF_LEARNING = 20.0
LONGEST_LEARNING = 600.0
"""Seconds that learning may take."""
VERIFYING = 30.0


async def learn(request: Request) -> StreamingResponse:
    """Learn a strategy, tell how far it is, and keep it."""
    services = services_of(request)
    found = await said(request)
    method = text_in({"method": "lemmas"} | dict(found), "method", 20)
    if method not in SEARCHES:
        raise UsageError(f"no method is called so; there is {', '.join(SEARCHES)}")
    order: LearnOrder = {
        **await order_of(services, found, "learn"),
        "method": method,
        "role": text_in({"role": ""} | dict(found), "role"),
        "every": found.get("every") is True,
        "seconds": number_in(found, "seconds", LEAST, LONGEST_LEARNING, SECONDS_OF_LEARNING),
    }
    return streamed(services, order, keeping=text_in(found, "game"))


async def bring(request: Request) -> StreamingResponse:
    """Take in a strategy file, if it is one for the game."""
    services = services_of(request)
    found = await said(request)
    order: StrategyFileOrder = {
        **await order_of(services, found, "open_strategy"),
        "text": text_in(found, "text", LONGEST_STRATEGY),
    }
    return streamed(services, order, keeping=text_in(found, "game"))


async def order_of(services: Services, found: Mapping[str, Any], what: str) -> PositionOrder:
    """Return an order about a position that a page names; the game is compiled before."""
    game = text_in(found, "game")
    moves = text_in({"moves": ""} | dict(found), "moves", MOVES)
    await services.games.game(game)
    return {"do": what, "match": game, "moves": moves, "source": services.games.source(game)}


def streamed(services: Services, order: PositionOrder, keeping: str = "") -> StreamingResponse:
    """Return the stream of a task; what it learns for the game `keeping` is kept."""

    def kept(answer: dict[str, Any]) -> dict[str, Any]:
        if not keeping:
            return answer
        return services.strategies.keep(keeping, order["moves"], answer).as_object()

    async def events() -> AsyncIterator[str]:
        job = secrets.token_urlsafe(12)
        services.stoppable[job] = order
        try:
            yield event("job", {"job": job})
            async for text in running(services, order, kept):
                yield text
        finally:
            services.stoppable.pop(job, None)

    return event_stream(events())


async def stop(request: Request) -> JSONResponse:
    """Let a task come to its end: what was found by then is its answer."""
    services = services_of(request)
    job = request.path_params["job"]
    order = services.stoppable.get(job) if NAME.match(job) else None
    if order is None:
        raise GoneError("this has ended already")
    return JSONResponse({"stopped": services.workers.finish(order)})


async def look(request: Request) -> JSONResponse:
    """Return a strategy that is kept."""
    return JSONResponse(kept_of(request).as_object())


async def every(request: Request) -> JSONResponse:
    """Return the strategies for a game that are kept."""
    game = request.query_params.get("game", "")
    return JSONResponse({"strategies": services_of(request).strategies.of(game)})


async def download(request: Request) -> PlainTextResponse:
    """Return a strategy as `zermelo learn` writes it."""
    found = kept_of(request)
    headers = {"content-disposition": f'attachment; filename="{found.filename}"'}
    return PlainTextResponse(found.text, headers=headers)


def kept_of(request: Request) -> Kept:
    """Return the strategy that an address names."""
    return services_of(request).strategies.find(request.path_params["strategy"])


async def applies(request: Request) -> StreamingResponse:
    """Look for positions in which a rule applies."""
    services, found = services_of(request), kept_of(request)
    rule = int(number_in(await said(request), "rule", 0, 1e6))
    order: RuleOrder = {**await order_about(services, found, "applies"), "rule": rule}
    return streamed(services, order)


async def verify(request: Request) -> StreamingResponse:
    """Hold a strategy to exact values."""
    services, found = services_of(request), kept_of(request)
    if found.method != "lemmas":
        raise UsageError("preferences claim nothing that could be verified")
    order: VerifyOrder = {**await order_about(services, found, "verify"), "seconds": VERIFYING}
    return streamed(services, order)


async def order_about(services: Services, found: Kept, what: str) -> StrategyOrder:
    """Return an order about a strategy that is kept."""
    order = await order_of(services, {"game": found.game, "moves": found.moves}, what)
    return {**order, "text": found.text, "method": found.method}


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
