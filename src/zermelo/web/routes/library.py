"""The library: all games as cards, a board for each, and rule files that are dropped in."""

from functools import cache
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.library import entries
from zermelo.web.answering import said, text_in
from zermelo.web.games import card
from zermelo.web.pages import Page
from zermelo.web.scene.scene import stage_of
from zermelo.web.services import services_of

PAGE = Page("/", "library", "Library", 0)
LONGEST_SHEET = 1 << 19
"""Characters of a rule file."""


@cache
def cards() -> list[dict[str, Any]]:
    """Return all games of the library."""
    return [card(entry) for entry in entries().values()]


async def games(request: Request) -> JSONResponse:
    """Return all games, without their boards."""
    games = services_of(request).games
    dropped = [games.about(name) | {"roles": [], "kinds": ["your file"], "playable": True}
               for name in games.dropped]  # fmt: skip
    return JSONResponse({"games": [*dropped[::-1], *await to_thread.run_sync(cards)]})


async def board(request: Request) -> JSONResponse:
    """Return the first position of a game, as it is drawn."""
    games = services_of(request).games
    name = request.path_params["game"]
    game = await games.game(name)
    scene = await to_thread.run_sync(start, game)
    return JSONResponse({"name": name, "title": games.title(name), "scene": scene})


def start(game: CompiledGame) -> dict[str, Any]:
    """Return how a game looks at the start."""
    return stage_of(game).scene(game.initial)


async def drop(request: Request) -> JSONResponse:
    """Take a rule file in, and compile it; what is wrong with it is said."""
    found = await said(request)
    games = services_of(request).games
    name = games.drop(text_in(found, "name", 200), text_in(found, "text", LONGEST_SHEET))
    try:
        game = await games.game(name)
    except BaseException:
        games.dropped.pop(name, None)
        raise
    about = games.about(name) | {"roles": list(game.roles)}
    return JSONResponse(about, 201)


routes = [
    Route("/api/games", games),
    Route("/api/games", drop, methods=["POST"]),
    Route("/api/games/{game}/board", board),
]
