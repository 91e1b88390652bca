"""What stands before every request: who may ask, how much, and what the browser may do with it.

A page of another site can make the browser send requests here. It cannot choose their `Host`, nor
hide its `Origin`, nor read the token that our pages have; so a request with a foreign host or
origin is refused, and one that changes something needs the token.
"""

import asyncio
import re
import secrets
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.settings import ServerSettings

TOKEN = "x-zermelo-token"
HERE = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
PLACE = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""A name or a number with its port: what reads addresses would forgive more, such as tabs."""
OWN = frozenset({"same-origin", "none"})
ASKING = frozenset({"GET", "HEAD"})
STREAM = "text/event-stream"
HEARD_OUT = 1 << 25
"""Bytes of a request beyond its limit that are read to be thrown away."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class TooMuchError(Exception):
    """A body is larger than allowed, or came too slowly."""

    def __init__(self, status: int, message: str) -> None:
        """Remember what to answer."""
        super().__init__(message)
        self.status = status


class Guard:
    """Lets through what may come in, and adds the headers that keep pages safe."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        """Stand before `app`."""
        self.app = app
        self.settings = settings
        self.answering = 0  # requests that have come in and are not done with
        self.streaming = 0  # of them, those whose answers are streams of events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        streams = False

        async def sealed(message: Message) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                if given.get("content-type", "").startswith(STREAM):
                    if self.streaming >= self.settings.streams:
                        raise TooMuchError(503, "too many pages are open; close some of them")
                    streams = True
                    self.streaming += 1
                for name, value in HEADERS.items():
                    given[name] = value
                if "cache-control" not in given:
                    given["cache-control"] = "no-store"
            await send(message)

        refusal = self.refusal(scope["method"], scope["path"], headers)
        if refusal is not None:
            status, message = refusal
            await JSONResponse({"error": message}, status)(scope, receive, sealed)
            return
        try:
            # Who is slow to say what they want keeps nobody out: they are not counted until then.
            body = b"" if scope["method"] in ASKING else await self.body(headers, receive)
            await self.answered(scope, given_back(body, receive), sealed)
        except TooMuchError as error:
            closing = {"connection": "close"}
            answer = JSONResponse({"error": str(error)}, error.status, closing)
            await answer(scope, receive, sealed)
        finally:
            self.streaming -= streams

    async def answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; TooMuchError if it has too many to answer."""
        if self.answering >= self.settings.requests:
            raise TooMuchError(503, "too many ask at once; try again in a moment")
        self.answering += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.answering -= 1

    def refusal(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        """Return why a request is not let through, with its status; None if it is."""
        host = headers.get("host", "")
        if not is_ours(host, self.settings.host):
            return 421, "this server does not answer to that host name"
        if not all(is_from(origin, host) for origin in headers.getlist("origin")):
            return 403, "requests from other sites are refused"
        # What a foreign page embeds has no origin, but browsers tell where it comes from.
        if path.startswith("/api/") and headers.get("sec-fetch-site", "none") not in OWN:
            return 403, "requests from other sites are refused"
        if method in ASKING:
            return None
        if method != "POST":
            return 405, f"{method} is not known here"
        if not secrets.compare_digest(
            headers.get(TOKEN, "").encode(), self.settings.token.encode()
        ):
            return 403, "the page is from before the server was started: load it again"
        return None

    async def body(self, headers: Headers, receive: Receive) -> bytes:
        """Return the body of a request; TooMuchError if it is too large or too slow."""
        most = self.settings.body
        told = headers.get("content-length", "0")
        if not told.isdecimal():
            raise TooMuchError(400, "the length of the request is no number")
        # What is too large is not kept, but heard out up to a point: a client that is cut
        # short while it sends does not read why.
        patience = most + HEARD_OUT
        if int(told) > patience:
            raise TooMuchError(413, too_large(most))
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.settings.reading):
                while size <= patience:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise TooMuchError(400, "the request was given up")
                    part = message.get("body", b"")
                    size += len(part)
                    if size <= most:
                        parts.append(part)
                    else:
                        parts.clear()
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise TooMuchError(408, "the request took too long to arrive") from None
        if size > most:
            raise TooMuchError(413, too_large(most))
        return b"".join(parts)


def too_large(most: int) -> str:
    """Return what is said of a request that is too large."""
    return f"that is more than {most >> 10} KB, the most that is taken"


def given_back(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read already, and then what comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def is_from(origin: str, host: str) -> bool:
    """Tell whether a request comes from a page of the host that it goes to.

    >>> is_from("http://127.0.0.1:8000", "127.0.0.1:8000"), is_from("null", "127.0.0.1:8000")
    (True, False)
    """
    return origin.lower() in {f"http://{host}".lower(), f"https://{host}".lower()}


def is_ours(host: str, listening: str) -> bool:
    """Tell whether a `Host` is a name of this machine: no name that others may point at it.

    >>> is_ours("127.0.0.1:8000", "127.0.0.1"), is_ours("evil.example:8000", "127.0.0.1")
    (True, False)
    """
    found = PLACE.fullmatch(host)
    if found is None:
        return False
    name = (found[1] or found[2]).lower()
    if name in HERE or name == listening.lower():
        return True
    if listening not in EVERYWHERE:
        return False
    try:  # a number cannot be pointed elsewhere, a name can
        ip_address(name)
    except ValueError:
        return False
    return True
