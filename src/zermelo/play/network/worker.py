"""A child process of the player: takes orders on standard input, says what it finds on output.

Run as `python -m zermelo.play.network.worker referee|thinker|solver MEGABYTES [SEARCH]`.
"""

import faulthandler
import gc
import resource
import sys
from pathlib import Path
from typing import Protocol

from zermelo.errors import ZermeloError
from zermelo.process.inside import Inbox, Order, Say, begin

NICE = {"referee": 0, "thinker": 1, "solver": 10}
"""How far each stands back for others: the front process and the referee are never to wait."""


class Duty(Protocol):
    """What a child does with each order; errors of the input are raised."""

    def warm(self) -> None:
        """Load what takes long, before any match."""

    def announced(self, order: Order) -> None:
        """A match by these rules may begin soon."""

    def start(self, order: Order) -> None:
        """A match begins."""

    def built(self, order: Order) -> None:
        """Another child has compiled the rules, and put them into the store."""

    def turn(self, order: Order) -> None:
        """These moves have been made."""

    def go_on(self, order: Order) -> None:
        """Nothing else is to be done: work on the match or turn that an order began."""

    def answered(self, order: Order) -> None:
        """That was our move."""

    def stop(self, order: Order) -> None:
        """The match is over."""


def duty_called(name: str, inbox: Inbox, say: Say, search: str | None) -> Duty:
    """Return a duty by its name; only the referee goes without numba."""
    match name:
        case "referee":
            from zermelo.play.network.referee import Referee

            return Referee(inbox, say)
        case "thinker":
            from zermelo.play.network.thinking import NetworkThinker

            return NetworkThinker(inbox, say, search)
        case "solver":
            from zermelo.play.network.solving import Solving

            return Solving(inbox, say)
    raise ValueError(f"no duty is called {name}")


def work(duty: Duty, inbox: Inbox, say: Say) -> None:
    """Follow orders for ever."""
    while True:
        order = inbox.take()
        assert order is not None, "it waits for ever"
        match order["do"]:
            case "start":
                try:
                    duty.start(order)
                except ZermeloError as error:
                    say({"say": "unplayable", "number": order["number"], "why": reason(error)})
                else:
                    duty.go_on(order)
            case "announced":
                try:
                    duty.announced(order)
                    text = "compiled"
                except ZermeloError as error:
                    text = reason(error)
                say({"say": "announced", "text": text})
            case "built":
                duty.built(order)
            case "turn":
                duty.turn(order)
                duty.go_on(order)
            case "answered":
                duty.answered(order)
            case "stop":
                duty.stop(order)
                gc.collect()
                say({"say": "idle", "megabytes": megabytes_held()})


def reason(error: ZermeloError) -> str:
    r"""Return what an error says in a line: of several errors in the rules, the first.

    >>> reason(ZermeloError("2 errors in the rules\n  no rule for 'goal'\n  no rule for 'legal'"))
    "2 errors in the rules, first: no rule for 'goal'"
    """
    first, _, rest = str(error).partition("\n")
    second = rest.partition("\n")[0].strip()
    return f"{first}, first: {second}" if first.endswith("errors in the rules") else first


def megabytes_held() -> int:
    """Return the memory of this process, as far as the system tells; its peak where it does not."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return pages * resource.getpagesize() >> 20


def main() -> None:
    """Be a child of the player until it is gone."""
    name, megabytes, *search = sys.argv[1:]
    faulthandler.enable()  # what was being done when a kernel crashes
    inbox, say = begin(int(megabytes), NICE[name])
    duty = duty_called(name, inbox, say, search[0] if search else None)
    duty.warm()
    say({"say": "warm"})
    work(duty, inbox, say)


if __name__ == "__main__":
    main()
