"""Pages: a frame around every one, with the navigation to those that there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

FOLDER = Path(__file__).parent / "pages"
PARTS = """\
<link rel="stylesheet" href="/static/css/$name.css">
<script type="module" src="/static/js/$name.js"></script>"""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it is, what it is called, and its files `pages/NAME.html`, `js/NAME.js`."""

    path: str
    name: str
    title: str
    place: int  # in the navigation


MISSING = Page("", "missing", "Not here", 0)
"""Shown at an address without a page; it needs neither style nor script of its own."""


@cache
def content(name: str) -> str:
    """Return the text of a file in `pages`."""
    return (FOLDER / f"{name}.html").read_text(encoding="utf-8")


def navigation(pages: Sequence[Page], here: Page) -> str:
    """Return the links to all pages."""
    return "".join(
        f'<a href="{escape(page.path)}"{" aria-current=page" if page == here else ""}>'
        f"{escape(page.title)}</a>"
        for page in sorted(pages, key=lambda page: page.place)
    )


def framed(pages: Sequence[Page], page: Page, token: str) -> str:
    """Return a page as the browser gets it."""
    parts = "" if page == MISSING else Template(PARTS).substitute(name=escape(page.name))
    return Template(content("frame")).substitute(
        title=escape(page.title),
        name=escape(page.name),
        parts=parts,
        token=escape(token),
        navigation=navigation(pages, page),
        content=content(page.name),
    )


def route(pages: Sequence[Page], page: Page) -> Route:
    """Return the route of a page."""

    async def show(request: Request) -> HTMLResponse:
        return HTMLResponse(framed(pages, page, request.app.state.services.settings.token))

    return Route(page.path, show, name=page.name)
