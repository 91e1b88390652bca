"""A limit of time for learning, asked between steps; what it cuts off says so."""

import time
from math import inf


class LearningTimeError(Exception):
    """The time for learning is up: what was proved by then is true."""


class Limit:
    """Some seconds from now on, or as long as it takes."""

    def __init__(self, seconds: float | None) -> None:
        """Start the clock."""
        self.begin = time.monotonic()
        self.allowed = seconds

    @property
    def seconds(self) -> float:
        """How many seconds have passed."""
        return time.monotonic() - self.begin

    @property
    def end(self) -> float:
        """When the time is up, on the monotonic clock; infinity without a limit."""
        return inf if self.allowed is None else self.begin + self.allowed

    def check(self) -> None:
        """Raise LearningTimeError if the time is up."""
        if self.allowed is not None and self.seconds >= self.allowed:
            raise LearningTimeError

    def left(self) -> float | None:
        """Return the seconds that a step may take; None without a limit.

        Raises:
            LearningTimeError: none are left.
        """
        self.check()
        return None if self.allowed is None else self.allowed - self.seconds
