"""A deadline, to be checked now and then."""

import time
from dataclasses import dataclass


class TimeUpError(Exception):
    """Time is up: what was found so far stands. Never to be seen from outside."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the clock of `time.monotonic`."""

    moment: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """Return the moment that lies so far ahead."""
        return cls(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        """How many seconds are left; none, if it is over."""
        return max(0.0, self.moment - time.monotonic())

    def check(self) -> None:
        """Raise TimeUpError if it is over."""
        if time.monotonic() > self.moment:
            raise TimeUpError
