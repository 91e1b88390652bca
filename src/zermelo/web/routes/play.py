"""Playing: who may play a game, new tables, and what persons do there."""

from collections.abc import Awaitable, Callable
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint
from zermelo.game.spelling import joints_of, moves_in
from zermelo.play.seats import PREFERRED
from zermelo.web.answering import number_in, said, text_in
from zermelo.web.forms import forms
from zermelo.web.pages import Page
from zermelo.web.practising.asking import practised
from zermelo.web.scene.pieces import tones_of
from zermelo.web.seat import TableSeat
from zermelo.web.services import Services, services_of
from zermelo.web.streams import event, event_stream
from zermelo.web.table import MOST_TURNS as TURNS
from zermelo.web.table import WebTable
from zermelo.web.tables import default_seats, seats_for

PAGE = Page("/play", "play", "Play", 1)
SECONDS_PER_MOVE = 1.0
"""What a search thinks for if nobody says otherwise."""
LEAST = 0.05
LONGEST_MOVES = 1 << 16
"""Characters of the moves that lead to a position."""


async def players(request: Request) -> JSONResponse:
    """Return what is known of a game, and who may play it: searches with their options."""
    services = services_of(request)
    name = request.path_params["game"]
    game = await services.games.game(name)
    suits = await services.suiting(name)
    offered = [form for form in forms() if form["name"] in suits]
    preferred = next(one for one in PREFERRED if one in suits)
    about = services.games.about(name) | {
        "roles": list(game.roles),
        "tones": tones_of(game.roles),
        "searches": offered,
        "practised": practised(game.roles, suits),
        "strategies": services.strategies.of(name),
        "seats": default_seats(game, preferred),
        "seconds": SECONDS_PER_MOVE,
        "longest": services.settings.longest,
    }
    return JSONResponse(about)


async def open_table(request: Request) -> JSONResponse:
    """Begin a match."""
    services = services_of(request)
    found = await said(request)
    name = text_in(found, "game")
    game = await services.games.game(name)
    seats, time_for = seats_in(found, game, name, services), seconds(found, services)
    text = text_in({"moves": ""} | dict(found), "moves", LONGEST_MOVES)
    joints = await to_thread.run_sync(made, game, text)
    table = services.tables.open(name, services.games.source(name), game, seats, time_for, joints)
    return JSONResponse({"table": table.name} | table.position(), 201)


def seats_in(
    found: Any, game: CompiledGame, name: str, services: Services
) -> tuple[TableSeat, ...]:
    """Return who plays; a strategy that is kept must be for this game."""
    return seats_for(game, found.get("seats"), lambda one: services.strategies.spec(one, name))


def made(game: CompiledGame, text: str) -> list[Joint]:
    """Return the moves after which a match begins; PlayError if they cannot be made.

    The first question to a game loads its kernels, which takes seconds: it is asked here, in a
    thread, and not where all pages are served.
    """
    game.terminal(game.initial)
    lines = moves_in(text)
    if len(lines) > TURNS:
        raise PlayError(f"a match has at most {TURNS} moves")
    return joints_of(game, game.initial, lines)


def seconds(found: Any, services: Services) -> float:
    """Return how long searches are to think."""
    return number_in(found, "seconds", LEAST, services.settings.longest, SECONDS_PER_MOVE)


async def look(request: Request) -> JSONResponse:
    """Return how a match stands."""
    table = services_of(request).tables.find(request.path_params["table"])
    table.streams.visited()
    return JSONResponse({"game": table.game_name} | table.position())


async def events(request: Request) -> StreamingResponse:
    """Tell what happens at a table for as long as somebody listens."""
    services = services_of(request)
    table = services.tables.find(request.path_params["table"])
    stream = table.streams.listen(event("position", table.position()))
    return event_stream(stream)


Act = Callable[[WebTable, Any, Services], None]


def doing(act: Act) -> Callable[[Request], Awaitable[JSONResponse]]:
    """Return what lets a person do something at a table."""

    async def done(request: Request) -> JSONResponse:
        services = services_of(request)
        table = services.tables.find(request.path_params["table"])
        act(table, await said(request), services)
        return JSONResponse({"version": table.version})

    return done


def move(table: WebTable, found: Any, _: Services) -> None:
    """Make a move."""
    version = int(number_in(found, "version", 0, 1e9))
    table.move(text_in(found, "role"), text_in(found, "move"), version)


def reseat(table: WebTable, found: Any, services: Services) -> None:
    """Let others play on."""
    seats = seats_in(found, table.game, table.game_name, services)
    table.seat(seats, seconds(found, services))


routes = [
    Route("/api/games/{game}/players", players),
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables/{table}", look),
    Route("/api/tables/{table}/events", events),
    Route("/api/tables/{table}/move", doing(move), methods=["POST"]),
    Route("/api/tables/{table}/undo", doing(lambda table, *_: table.undo()), methods=["POST"]),
    Route("/api/tables/{table}/hint", doing(lambda table, *_: table.hint()), methods=["POST"]),
    Route("/api/tables/{table}/again", doing(lambda table, *_: table.begin()), methods=["POST"]),
    Route("/api/tables/{table}/seats", doing(reseat), methods=["POST"]),
]
