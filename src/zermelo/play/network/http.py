"""HTTP as game managers speak it: one message a connection, taken as it comes.

Managers count the bytes of a message wrongly, or not at all. So a message also ends where its
brackets do: if it was said to be longer, or what was said to be all is less, after a short silence.
"""

from dataclasses import dataclass
from urllib.parse import unquote_plus

from zermelo.errors import ZermeloError

LARGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of a message; the largest real sheet of rules has 0.2 MB."""
LARGEST_HEAD = 64 * 1024
"""Bytes of the lines before a message, if it is not among them."""
TAIL = 64
"""Bytes at the end of a message that are looked at for its last bracket."""
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


class Incoming:
    """A request of which more and more is known."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.content = bytearray()  # the lines before the body, then the body alone
        self.method = ""
        self.path = ""
        self.length: int | None = None
        self.depth = 0

    def feed(self, piece: bytes) -> None:
        """Take in some bytes.

        Raises:
            RefusedError: that is no HTTP, or too much.
        """
        if not self.method:
            self.feed_head(piece)
            return
        self.content += piece
        self.depth += piece.count(b"(") - piece.count(b")")
        if len(self.content) > LARGEST_MESSAGE:
            raise RefusedError(413, f"a message of more than {LARGEST_MESSAGE} bytes is too long")

    def feed_head(self, piece: bytes) -> None:
        """Take in some of the lines before the body."""
        since = max(0, len(self.content) - 3)
        self.content += piece
        for end in (b"\r\n\r\n", b"\n\n"):
            at = self.content.find(end, since)
            if at >= 0:
                head, body = bytes(self.content[:at]), bytes(self.content[at + len(end) :])
                self.read_head(head.decode("latin-1").split("\n"))
                self.content.clear()
                self.feed(body)
                return
        if len(self.content) > (
            LARGEST_MESSAGE if self.content.startswith(b"GET ") else LARGEST_HEAD
        ):
            raise RefusedError(431, "the lines before the message are too long")

    def read_head(self, lines: list[str]) -> None:
        """Read the lines before the body."""
        method, _, rest = lines[0].strip().partition(" ")
        if method.upper() not in ("GET", "POST", "OPTIONS"):
            raise RefusedError(400, f"no HTTP request that is known: {lines[0].strip()[:60]!r}")
        self.method = method.upper()
        self.path = rest.rpartition(" ")[0] if " " in rest else rest
        self.length = length_of(lines[1:])

    @property
    def whole(self) -> bool:
        """Whether all is there, by every sign."""
        if self.method != "POST":
            return bool(self.method)
        return self.closed and (self.length is None or self.promised)

    @property
    def perhaps_whole(self) -> bool:
        """Whether all is there by one sign: it is whole if no more comes."""
        return self.method == "POST" and (self.closed or self.promised)

    @property
    def closed(self) -> bool:
        """Whether as many brackets were closed as opened."""
        return self.depth == 0 and self.content[-TAIL:].rstrip().endswith(b")")

    @property
    def promised(self) -> bool:
        """Whether all has come that was said to come."""
        return self.length is not None and len(self.content) >= self.length

    def request(self) -> Request:
        """Return the request as it is; RefusedError if it has not even begun."""
        match self.method:
            case "":
                raise RefusedError(400, "the connection ended before a request")
            case "GET":
                return Request("GET", unquote_plus(self.path.removeprefix("/")))
            case "OPTIONS":
                return Request("OPTIONS", "")
        try:
            return Request("POST", self.content.decode("utf-8"))
        except UnicodeDecodeError:
            return Request("POST", self.content.decode("latin-1"), "latin-1")


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
            if len(value) > 12 or int(value) > LARGEST_MESSAGE:
                raise RefusedError(413, f"a message of {value[:12]} bytes is too long")
            return int(value)
    return None


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
