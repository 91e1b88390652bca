"""What the server was told when it was started, and the limits that it keeps."""

import os
import secrets
from dataclasses import dataclass, field


def cores() -> int:
    """Return how many searches may run at once."""
    return max(1, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one server runs; nothing of it changes while it does."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = field(default_factory=cores)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """What every request has to name that changes something: pages of ours know it."""
    seconds: float = 20.0  # of compiling a game
    megabytes: int = 3072  # of compiling a game, and of a worker
    body: int = 1 << 20  # bytes of a request
    reading: float = 15.0  # seconds in which a request has to be there
    requests: int = 300  # that are being answered, streams among them
    tables: int = 100  # matches in memory
    streams: int = 200  # pages that are sent events
    waiting: int = 64  # searches that wait for their turn
    sheets: int = 50  # rule files that were dropped in
    longest: float = 60.0  # seconds of a decision
    store: str | None = None  # of matches that were kept, to be replayed
