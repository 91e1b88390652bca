"""The tree of a search: what can be searched there, and by which methods."""

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from zermelo.search.suitability import suiting
from zermelo.web.answering import text_in
from zermelo.web.pages import Page
from zermelo.web.services import services_of
from zermelo.web.tasks.trace import DEEPEST_TRACE, NODES
from zermelo.web.trees.drawn import EXAMPLES, LONGEST_TREE, tree_of
from zermelo.web.trees.tracing import traceable
from zermelo.web.trees.view import MOST_NODES

PAGE = Page("/tree", "tree", "Tree", 2)


async def examples(_: Request) -> JSONResponse:
    """Return the drawn trees that the page offers, and the limits."""
    limits = {
        "nodes": NODES,
        "depth": DEEPEST_TRACE,
        "shown": MOST_NODES,
        "characters": LONGEST_TREE,
    }
    return JSONResponse(
        {"examples": [example.as_object() for example in EXAMPLES], "limits": limits}
    )


async def methods(request: Request) -> JSONResponse:
    """Return the searches that can be traced on a game, or on a drawn tree, with their options."""
    asked = request.query_params
    if "tree" in asked:
        suits = suiting(tree_of(text_in(asked, "tree", LONGEST_TREE)))
        title = ""
    else:
        services, name = services_of(request), text_in(asked, "game")
        await services.games.game(name)
        suits, title = await services.suiting(name), services.games.title(name)
    found = [form for form in traceable() if form["name"] in suits]
    return JSONResponse({"title": title, "searches": found})


routes = [Route("/api/tree/examples", examples), Route("/api/tree/methods", methods)]
