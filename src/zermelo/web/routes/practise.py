"""Practising: exercises on drawn trees, answers that are graded, and the next step."""

from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from zermelo.web.answering import said, text_in
from zermelo.web.pages import Page
from zermelo.web.practising.asking import (
    LONGEST_TREE,
    answer_in,
    checked,
    drawn,
    key_in,
    steps_object,
    wanted,
)
from zermelo.web.practising.layout import tree_object

PAGE = Page("/practise", "practise", "Practise", 3)


async def task(request: Request) -> JSONResponse:
    """Return an exercise on a tree: of a seed, or one that the address spells."""
    found = wanted(request.query_params)
    own = request.query_params.get("tree")
    text = None if own is None else text_in({"tree": own}, "tree", LONGEST_TREE)
    return JSONResponse(await to_thread.run_sync(made, found, text))


def made(found: dict[str, Any], own: str | None) -> dict[str, Any]:
    """Return an exercise as its page shows it."""
    text = drawn(found["seed"], found["depth"], found["branching"]) if own is None else own
    return found | {"tree": text, "picture": tree_object(key_in(text), found["ask"])}


async def check(request: Request) -> JSONResponse:
    """Grade an answer."""
    found = await said(request)
    text, answer, ask = text_in(found, "tree", LONGEST_TREE), answer_in(found), wanted(found)["ask"]
    return JSONResponse(await to_thread.run_sync(lambda: checked(key_in(text), answer, ask)))


async def steps(request: Request) -> JSONResponse:
    """Return the solution of an exercise, step by step."""
    text = text_in(await said(request), "tree", LONGEST_TREE)
    return JSONResponse(await to_thread.run_sync(lambda: steps_object(key_in(text))))


routes = [
    Route("/api/practise", task),
    Route("/api/practise/check", check, methods=["POST"]),
    Route("/api/practise/steps", steps, methods=["POST"]),
]
