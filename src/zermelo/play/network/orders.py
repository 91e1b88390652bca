"""A clock that heeds orders: a search ends as soon as there is something new to do."""

from zermelo.process.inside import Inbox
from zermelo.search.base import Clock, Limits, OutOfTimeError


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
