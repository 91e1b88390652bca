"""Replaying: the matches that there are, one of them turn by turn, and match files dropped in."""

import json
import re
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.play.record import Record
from zermelo.play.recorded import spell_record
from zermelo.web.answering import GoneError, said, text_in
from zermelo.web.orders import ReplayOrder
from zermelo.web.pages import Page
from zermelo.web.replaying.archive import Opened, turn_in
from zermelo.web.routes.tasks import running
from zermelo.web.scene.scene import stage_of
from zermelo.web.services import Services, services_of
from zermelo.web.streams import event_stream

PAGE = Page("/replay", "replay", "Replay", 7)
LONGEST_FILE = 1 << 20
"""Characters of a match file."""
LONGEST_RECORD = 1 << 23
"""Characters of a record that a worker is given."""


async def matches(request: Request) -> JSONResponse:
    """Return all matches at a glance."""
    services = services_of(request)
    found, problem = await to_thread.run_sync(services.archive.entries)
    titles = {one["game"]: title_of(services, one["game"]) for one in found}
    listed = [one | {"title": titles[one["game"]]} for one in found]
    store = services.archive.settings.store is not None
    return JSONResponse({"matches": listed, "store": store, "problem": problem})


def title_of(services: Services, name: str) -> str:
    """Return what people call a game; rules that are not known are called as the match does."""
    try:
        services.games.check(name)
    except GoneError:
        return re.split(r"[/\\]", name)[-1]
    return services.games.title(name)


async def drop(request: Request) -> JSONResponse:
    """Take a match file in; what is wrong with it is said."""
    found = await said(request)
    name, text = text_in(found, "name", 200), text_in(found, "text", LONGEST_FILE)
    archive = services_of(request).archive
    return JSONResponse({"id": await to_thread.run_sync(archive.drop, name, text)}, 201)


async def replay(request: Request) -> StreamingResponse:
    """Make the moves of a match again, and tell all about it; a stream as that of a task."""
    services = services_of(request)
    name = request.path_params["match"]
    record = await to_thread.run_sync(services.archive.record, name)
    game_name = game_of(services, record)
    await services.games.game(game_name)  # compiled within its limits before a worker reads it
    order: ReplayOrder = {
        "do": "replay",
        "match": name,
        "source": services.games.source(game_name),
        "record": {key: value for key, value in record.items() if key != "rules"},
    }
    if len(await to_thread.run_sync(json.dumps, order["record"])) > LONGEST_RECORD:
        raise LimitError("this match is too long to be shown here; `zermelo replay` shows it")

    def ended(answer: dict[str, Any]) -> dict[str, Any]:
        states = tuple(State(int(state, 16)) for state in answer.pop("states"))
        services.archive.open(name, Opened(game_name, states))
        return answer | {"game": game_name, "title": services.games.title(game_name), "id": name}

    stream = running(services, order, ended)
    return event_stream(stream)


def game_of(services: Services, record: Record) -> str:
    """Return what the server calls the game of a match; GoneError if its rules are not here."""
    rules, name = record.get("rules"), record["game"]
    if rules is not None:
        return services.games.drop(rules["name"], rules["text"])
    file = re.split(r"[/\\]", name)[-1]
    for known, sheet in reversed(services.games.dropped.items()):
        if sheet.title == file:
            return known
    try:
        services.games.check(name)
    except GoneError:
        raise GoneError(
            f"the match was played by the rules of {file[:80]}, which are not of the library; "
            "drop that rule file on the library page first, then open the match again"
        ) from None
    return str(name)


async def turn(request: Request) -> JSONResponse:
    """Return a position of a match that was opened, as it is drawn."""
    services = services_of(request)
    opened = services.archive.states(request.path_params["match"])
    number = turn_in(request.path_params["turn"])
    if number >= len(opened.states):
        raise GoneError(f"the match has the positions 0 to {len(opened.states) - 1}")
    game = await services.games.game(opened.game_name)
    before = opened.states[number - 1] if number else None
    scene = await to_thread.run_sync(shown, game, opened.states[number], before)
    return JSONResponse({"turn": number, "scene": scene})


def shown(game: CompiledGame, state: State, before: State | None) -> dict[str, Any]:
    """Return what is drawn of a position."""
    return stage_of(game).scene(state, before)


async def record(request: Request) -> Response:
    """Return a match as a file."""
    archive = services_of(request).archive
    found = await to_thread.run_sync(archive.record, request.path_params["match"])
    name = re.sub(r"[^\w.-]+", "_", found["matchId"], flags=re.ASCII)[:100] or "match"
    headers = {"content-disposition": f'attachment; filename="{name}.json"'}
    text = await to_thread.run_sync(spell_record, found)
    return Response(text, media_type="application/json", headers=headers)


routes = [
    Route("/api/matches", matches),
    Route("/api/matches", drop, methods=["POST"]),
    Route("/api/matches/{match}", replay, methods=["POST"]),
    Route("/api/matches/{match}/turns/{turn}", turn),
    Route("/api/matches/{match}/record", record),
]
