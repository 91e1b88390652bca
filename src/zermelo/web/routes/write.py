"""Writing: what is wrong with a text, random matches of it, other syntaxes, texts to start from.

Every text is looked at in a child with limits, which ends as soon as the page has sent a newer one.
"""

from collections.abc import Mapping
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from zermelo.errors import LimitError
from zermelo.process.limits import Allowance
from zermelo.text.read import syntax_named
from zermelo.web.answering import number_in, said, text_in
from zermelo.web.children import while_awaited
from zermelo.web.compiling import AROUND
from zermelo.web.pages import Page
from zermelo.web.services import Services, services_of
from zermelo.web.writing import sheets

PAGE = Page("/write", "write", "Write", 9)
LONGEST_TEXT = 1 << 19
"""Characters of a text."""


def draft_in(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text and the syntax that a request brings; UsageError if they are in disorder."""
    text = text_in(found, "text", LONGEST_TEXT)
    return {"text": text, "syntax": syntax_named(text_in(found, "syntax"))}


def allowed(services: Services) -> Allowance:
    """Return what a child may use."""
    return Allowance(services.settings.seconds, services.settings.megabytes)


async def ask(
    request: Request, function: str, message: Mapping[str, Any], allowance: Allowance | None = None
) -> JSONResponse:
    """Answer with what a child says, for as long as the page waits for it."""
    services = services_of(request)
    asking = services.children.ask(function, message, allowance or allowed(services))
    try:
        return JSONResponse(await while_awaited(request, asking))
    except LimitError as error:
        size = len(message["text"])
        raise LimitError(f"looking at {size:,} characters of rules: {error}") from None


async def check(request: Request) -> JSONResponse:
    """Return every problem of a text."""
    message = draft_in(await said(request))
    return await ask(request, "zermelo.web.writing.drafts:check_here", message)


async def play(request: Request) -> JSONResponse:
    """Return random matches of the game that a text tells."""
    found = await said(request)
    message = draft_in(found) | {"seed": int(number_in(found, "seed", 0, 1e9, 0))}
    limits = allowed(services_of(request))
    message |= {"seconds": limits.seconds, "megabytes": limits.megabytes}
    whole = Allowance(limits.seconds * AROUND, limits.megabytes)
    return await ask(request, "zermelo.web.writing.trials:play_here", message, whole)


async def convert(request: Request) -> JSONResponse:
    """Return a text in another syntax."""
    found = await said(request)
    message = draft_in(found) | {"to": syntax_named(text_in(found, "to"))}
    return await ask(request, "zermelo.web.writing.drafts:convert_here", message)


async def template(request: Request) -> JSONResponse:
    """Return a commented game to start from."""
    return JSONResponse(sheets.template(syntax_named(request.path_params["syntax"])))


async def rules(request: Request) -> JSONResponse:
    """Return the rules of a game as they were written."""
    games, name = services_of(request).games, request.path_params["game"]
    found = await to_thread.run_sync(sheets.rules, games, name)
    return JSONResponse(found | {"title": games.title(name)})


routes = [
    Route("/api/write/check", check, methods=["POST"]),
    Route("/api/write/play", play, methods=["POST"]),
    Route("/api/write/convert", convert, methods=["POST"]),
    Route("/api/write/templates/{syntax}", template),
    Route("/api/games/{game}/rules", rules),
]
