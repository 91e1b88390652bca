"""Inside a child that takes orders while it works: what it hears, and how it speaks."""

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, BinaryIO

from zermelo.process.frames import framed, received
from zermelo.process.limits import UNLIMITED_CPU, confine

Order = dict[str, Any]
Say = Callable[[Order], None]


class Voice:
    """Says things to the parent; from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        """Speak into `stream`."""
        self.stream = stream
        self.lock = threading.Lock()

    def __call__(self, message: Order) -> None:
        """Say something."""
        content = framed(message)
        with self.lock:
            self.stream.write(content)
            self.stream.flush()


class Inbox:
    """Orders in the order in which they came. That the process lives is answered at once."""

    def __init__(self, stream: BinaryIO, say: Say) -> None:
        """Begin to read; when the parent is gone, so are we."""
        self.orders: deque[Order] = deque()
        self.changed = threading.Condition()
        self.say = say
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream: BinaryIO) -> None:
        """Take in orders for as long as there are any."""
        for order in received(stream):
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


def begin(megabytes: int, niceness: int) -> tuple[Inbox, Voice]:
    """Bind this process to its parent and its limits; return what it hears and speaks with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    os.nice(niceness)
    confine(UNLIMITED_CPU, megabytes)
    say = Voice(os.fdopen(os.dup(1), "wb", closefd=False))
    os.dup2(2, 1)  # whatever prints must not be taken for something that was said
    return Inbox(sys.stdin.buffer, say), say
