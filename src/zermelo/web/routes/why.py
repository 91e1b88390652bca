"""Asking why: a move of a position, explained part by part."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from zermelo.web.answering import number_in, said, text_in
from zermelo.web.orders import WhyOrder
from zermelo.web.routes.tasks import LONGEST_MOVES, running
from zermelo.web.services import Services, services_of
from zermelo.web.strategies.kept import PREFIX
from zermelo.web.streams import event_stream

SECONDS_FOR_REASONS = 2.0
LEAST = 0.05


async def why(request: Request) -> StreamingResponse:
    """Send a worker to find out why, and stream what it finds."""
    services = services_of(request)
    found = await said(request)
    given = {"moves": "", "role": "", "move": "", "player": ""} | dict(found)
    name = text_in(given, "game")
    order: WhyOrder = {
        "do": "why",
        "match": name,
        "moves": text_in(given, "moves", LONGEST_MOVES),
        "role": text_in(given, "role"),
        "move": text_in(given, "move", 1000),
        "seconds": number_in(
            given, "seconds", LEAST, services.settings.longest, SECONDS_FOR_REASONS
        ),
        "source": services.games.source(name),
        "strategy": rules_of(given, name, services),
    }
    await services.games.game(name)
    return event_stream(running(services, order))


def rules_of(given: Mapping[str, Any], game: str, services: Services) -> str:
    """Return the strategy that a player goes by, if it is one that is kept; else nothing."""
    player = text_in(given, "player", 300)
    if not player.startswith(PREFIX) or "=" in player:
        return ""
    services.strategies.spec(player, game)  # it must be for this game
    kept = services.strategies.find(player.removeprefix(PREFIX))
    return kept.text if kept.method == "lemmas" else ""


routes = [Route("/api/why", why, methods=["POST"])]
