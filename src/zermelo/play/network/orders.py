"""The orders that a child process has got, read while it thinks; and a clock that heeds them."""

import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, BinaryIO

from zermelo.search.base import Clock, Limits, OutOfTimeError

Order = dict[str, Any]
Say = Callable[[Order], None]


class Voice:
    """Says things to the front process, a line each; from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        """Speak into `stream`."""
        self.stream = stream
        self.lock = threading.Lock()

    def __call__(self, message: Order) -> None:
        """Say something."""
        line = json.dumps(message).encode() + b"\n"
        with self.lock:
            self.stream.write(line)
            self.stream.flush()


class Inbox:
    """Orders in the order in which they came. That the process lives is answered at once."""

    def __init__(self, stream: BinaryIO, say: Say) -> None:
        """Begin to read; when the front process is gone, so are we."""
        self.orders: deque[Order] = deque()
        self.changed = threading.Condition()
        self.say = say
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream: BinaryIO) -> None:
        """Take in orders for as long as there are any."""
        for line in stream:
            order = json.loads(line)
            if order["do"] == "ping":
                self.say({"say": "pong"})
                continue
            with self.changed:
                self.orders.append(order)
                self.changed.notify()
        os._exit(0)

    def waiting(self, *but: str) -> bool:
        """Whether something is to be done, other than the kinds of orders that are named."""
        return any(order["do"] not in but for order in list(self.orders))

    def take(self, until: float | None = None) -> Order | None:
        """Return the next order; None if there is none until that moment."""
        with self.changed:
            while not self.orders:
                left = None if until is None else until - time.monotonic()
                if left is not None and left <= 0:
                    return None
                self.changed.wait(left)
            return self.orders.popleft()

    def wait_for(self, kind: str) -> None:
        """Wait until such an order, or one that ends the match, has come; they stay in the box."""
        with self.changed:
            while not any(order["do"] in (kind, "start", "stop") for order in self.orders):
                self.changed.wait()


class Heedful(Clock):
    """A clock that has also run down as soon as there is something new to do."""

    def __init__(self, limits: Limits, inbox: Inbox) -> None:
        """Start."""
        super().__init__(limits)
        self.inbox = inbox

    def part(self, limits: Limits) -> Clock:
        """Return a clock for a part of the search, as heedful as this one."""
        return Heedful(limits, self.inbox)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes; OutOfTimeError when a limit is reached or an order waits."""
        super().tick(nodes)
        if self.inbox.orders:
            raise OutOfTimeError
