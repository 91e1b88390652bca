"""HTTP as game managers speak it: one message a connection, read with patience but within bounds.

Managers count the bytes of a message wrongly, or not at all. So a message also ends where its
brackets do: if it was said to be longer, after a short silence.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote_plus

from zermelo.errors import ZermeloError

LARGEST = 4 * 1024 * 1024
"""Bytes of a message; the largest real sheet of rules has 0.2 MB."""
LARGEST_HEAD = 64 * 1024
"""Bytes of the lines before a message, if it is not among them."""
PIECE = 64 * 1024
TAIL = 64
"""Bytes at the end of a message that are looked at for its last bracket."""
SILENCE = 0.2
"""Seconds to wait for what was promised after a message that looks whole."""
SECONDS = 10.0
"""How long a message may take from its first byte to its last."""
SHARED = (
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    "Access-Control-Allow-Headers: Content-Type, Accept, Sender, Receiver\r\n"
    "Access-Control-Max-Age: 86400\r\n"
    "Connection: close\r\n"
)
"""What lets a manager in a web page read the answer."""


class RefusedError(ZermeloError):
    """A request that is not answered, with the status that says so."""

    def __init__(self, status: int, message: str) -> None:
        """Remember the status."""
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked: the text of a message, and how its bytes are to be read."""

    method: str
    text: str
    encoding: str = "utf-8"


class Room(Protocol):
    """Counts the bytes that are held for a connection."""

    def grow(self, size: int) -> None:
        """Count more bytes; RefusedError if there is no room for them."""


async def read_request(reader: asyncio.StreamReader, room: Room) -> Request:
    """Return the request of a connection.

    Raises:
        RefusedError: it is too large, takes too long, or is no HTTP.
        OSError: the connection broke.
    """
    try:
        async with asyncio.timeout(SECONDS):
            return await read_all(reader, room)
    except TimeoutError:
        raise RefusedError(408, f"no whole message within {SECONDS:g} s") from None


async def read_all(reader: asyncio.StreamReader, room: Room) -> Request:
    """Return the request, however long it takes."""
    head, rest = await read_head(reader, room)
    lines = head.decode("latin-1").split("\n")
    method, _, after = lines[0].strip().partition(" ")
    path = after.rpartition(" ")[0] if " " in after else after
    match method.upper():
        case "GET":
            return Request("GET", unquote_plus(path.removeprefix("/")))
        case "OPTIONS":
            return Request("OPTIONS", "")
        case "POST":
            content = await read_body(reader, rest, length_of(lines[1:]), room)
            return decoded(content)
    raise RefusedError(400, f"no HTTP request that is known: {lines[0].strip()[:60]!r}")


async def read_head(reader: asyncio.StreamReader, room: Room) -> tuple[bytes, bytes]:
    """Return the lines before the body, and what has come of the body with them."""
    head = bytearray()
    while True:
        piece = await reader.read(PIECE)
        if not piece:
            raise RefusedError(400, "the connection ended before a request")
        room.grow(len(piece))
        since = max(0, len(head) - 3)
        head += piece
        for end in (b"\r\n\r\n", b"\n\n"):
            at = head.find(end, since)
            if at >= 0:
                return bytes(head[:at]), bytes(head[at + len(end) :])
        if len(head) > (LARGEST if head.startswith(b"GET ") else LARGEST_HEAD):
            raise RefusedError(431, "the lines before the message are too long")


def length_of(lines: list[str]) -> int | None:
    """Return how long the body is said to be; None if that is not said, or makes no sense.

    Raises:
        RefusedError: longer than any message may be.
    """
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "content-length":
            value = value.strip()
            if not (value.isascii() and value.isdigit()):
                return None
            if len(value) > 12 or int(value) > LARGEST:
                raise RefusedError(413, f"a message of {value[:12]} bytes is too long")
            return int(value)
    return None


async def read_body(
    reader: asyncio.StreamReader, first: bytes, length: int | None, room: Room
) -> bytes:
    """Return the body: all that was promised, or all up to where its brackets end."""
    body = bytearray(first)
    depth = first.count(b"(") - first.count(b")")
    while True:
        whole = depth == 0 and body[-TAIL:].rstrip().endswith(b")")
        enough = length is not None and len(body) >= length
        if whole and (enough or length is None):
            return bytes(body)
        if len(body) > LARGEST:
            raise RefusedError(413, f"a message of more than {LARGEST} bytes is too long")
        try:
            async with asyncio.timeout(SILENCE if whole or enough else None):
                piece = await reader.read(PIECE)
        except TimeoutError:
            return bytes(body)
        if not piece:
            return bytes(body)
        room.grow(len(piece))
        body += piece
        depth += piece.count(b"(") - piece.count(b")")


def decoded(content: bytes) -> Request:
    """Return the request of these bytes: UTF-8, or one character a byte if they are not that."""
    try:
        return Request("POST", content.decode("utf-8"))
    except UnicodeDecodeError:
        return Request("POST", content.decode("latin-1"), "latin-1")


def answer(text: str, encoding: str = "utf-8", status: int = 200, reason: str = "OK") -> bytes:
    """Return the bytes of an answer; the reason is for people, managers do not look at it."""
    content = text.encode(encoding, errors="replace")
    said = reason.encode("ascii", errors="replace").decode("ascii").splitlines()[0]
    head = (
        f"HTTP/1.0 {status} {said}\r\n"
        "Content-type: text/acl\r\n"
        f"Content-length: {len(content)}\r\n"
        f"{SHARED}\r\n"
    )
    return head.encode("ascii") + content
