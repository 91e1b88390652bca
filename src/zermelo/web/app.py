"""The web application: the guard, the pages, what can be asked, and the files of the pages."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from zermelo.errors import ZermeloError
from zermelo.registry import modules_in
from zermelo.web import pages
from zermelo.web.answering import failed
from zermelo.web.guarding import Guard
from zermelo.web.services import Services
from zermelo.web.settings import ServerSettings

STATIC = Path(__file__).parent / "static"


class Files(StaticFiles):
    """The files of the pages; the browser asks each time whether they have changed."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        """Return a file."""
        response = super().file_response(*args, **options)
        response.headers["cache-control"] = "no-cache"
        return response


class LastRequest:
    """Notes when somebody last asked for something."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        """Stand before `app`."""
        self.app, self.services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note, and let through."""
        self.services.asked = time.monotonic()
        await self.app(scope, receive, send)


def application(settings: ServerSettings, *, warm: bool = False) -> Starlette:
    """Return the application: every file of `routes` adds to it.

    With `warm`, the workers are started at once.
    """
    services = Services(settings)
    modules = [module for _, module in modules_in("zermelo.web.routes")]
    shown = [module.PAGE for module in modules if hasattr(module, "PAGE")]
    routes: list[BaseRoute] = [
        *(pages.route(shown, page) for page in shown),
        *(route for module in modules for route in module.routes),
        Mount("/static", Files(directory=STATIC)),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(services.workers.warm()) if warm else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await services.close()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(LastRequest, services=services),
            Middleware(Guard, settings=settings),
        ],
        exception_handlers={ZermeloError: failed, HTTPException: not_there},
    )
    app.state.services, app.state.pages = services, shown
    return app


def not_there(request: Request, error: Exception) -> Response:
    """Return what a wrong address or method is answered with: a page, where a person looks for one.

    Scripts, which ask below `/api` or do not ask for HTML, get JSON.
    """
    assert isinstance(error, HTTPException)
    wanted = "text/html" in request.headers.get("accept", "")
    if error.status_code == 404 and wanted and not request.url.path.startswith("/api/"):
        state = request.app.state
        framed = pages.framed(state.pages, pages.MISSING, state.services.settings.token)
        return HTMLResponse(framed, 404)
    return JSONResponse({"error": error.detail}, error.status_code)
