"""A process that thinks: takes one search at a time on standard input, says what it finds.

Run as `python -m zermelo.web.worker MEGABYTES`. It is told to stop by any further order, and is
killed if it does not.
"""

import os
import signal
import sys
import time
from typing import Any

from zermelo.errors import PlayError, ZermeloError
from zermelo.play.ggp.inbox import Heedful, Inbox, Order, Say, Voice
from zermelo.play.thought import spelled_line
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.sandbox import Allowance, confine
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Thinker, last
from zermelo.search.spec import parse
from zermelo.search.suit import require, suiting
from zermelo.session import LONGEST
from zermelo.web.compiling import compile_game

OFTEN = 0.1
"""Seconds between two reports."""
LINE = 12
"""Joint moves of an expected line that are told."""
MEMORY = 1 << 28
"""Bytes that a search may remember things in."""


class Mind:
    """The game and the search of the last order: both go on where they were, if asked again."""

    def __init__(self, inbox: Inbox, say: Say, megabytes: int) -> None:
        """Begin with nothing in mind."""
        self.inbox, self.say, self.megabytes = inbox, say, megabytes
        self.source: Any = None
        self.game: CircuitGame | None = None
        self.key: Any = None
        self.thinker: Thinker | None = None

    def known(self, order: Order) -> CircuitGame:
        """Return the game of an order; it was compiled before, so it is only read."""
        if self.game is None or self.source != order["source"]:
            source, allowance = order["source"], Allowance(megabytes=self.megabytes)
            self.game = compile_game(source["game"], source["text"], source["syntax"], allowance)
            self.source, self.key, self.thinker = source, None, None
        return self.game

    def suits(self, order: Order) -> None:
        """Say which searches suit a game."""
        self.say({"say": "done", "suits": suiting(self.known(order))})

    def warm(self, order: Order) -> None:
        """Load the kernels; the first time on a machine, numba has to compile them."""
        game = self.known(order)
        clock = Clock(Limits(nodes=100, memory=1 << 22))
        last(parse(order["spec"]).start(game, Role(0), clock)(game.initial, clock))
        self.say({"say": "done"})

    def think(self, order: Order) -> None:
        """Search, and say every better result."""
        game = self.known(order)
        role = Role(game.roles.index(order["role"]))
        state = game.state_of(order["fluents"])
        limits = Limits(seconds=order["seconds"], memory=MEMORY)
        key = (order["spec"], order["role"], order["match"])
        if self.thinker is None or self.key != key:
            search = parse(order["spec"])
            require(search, game)
            self.thinker = search.start(game, role, Heedful(limits, self.inbox))
            self.key = key
        clock = Heedful(limits, self.inbox)
        best: Result | None = None
        said = 0.0
        ended = False
        try:
            for result in self.thinker(state, clock):
                best = result
                if time.monotonic() - said > OFTEN:
                    said = time.monotonic()
                    self.say({"say": "result"} | told(game, role, best, clock))
            ended = True
        except OutOfTimeError:
            pass
        if not ended and self.inbox.orders:
            self.thinker = None  # it was stopped anywhere: nobody knows what it remembers
        if best is None or best.move is None:
            raise PlayError(f"{order['spec']} found no move in time; give it more seconds")
        self.say({"say": "done"} | told(game, role, best, clock))


def told(game: CircuitGame, role: Role, result: Result, clock: Heedful) -> dict[str, Any]:
    """Return a result as JSON has it."""
    return {
        "role": game.roles[role],
        "move": None if result.move is None else game.spell(role, result.move),
        "values": dict(zip(game.roles, result.values, strict=True)),
        "line": spelled_line(game, result)[:LINE],
        "depth": result.depth,
        "nodes": clock.count.nodes,
        "seconds": round(clock.seconds, 2),
        "proven": result.proven,
        "note": result.note,
        "moves": [
            {"move": game.spell(role, one.move), "worth": one.worth, "visits": one.visits}
            for one in result.prospects
        ],
    }


def work(mind: Mind, inbox: Inbox, say: Say) -> None:
    """Follow orders for ever; each has one last answer."""
    while True:
        order = inbox.take()
        assert order is not None, "it waits for ever"
        try:
            match order["do"]:
                case "think":
                    mind.think(order)
                case "suits":
                    mind.suits(order)
                case "warm":
                    mind.warm(order)
        except ZermeloError as error:
            mind.thinker = None
            say({"say": "failed", "error": str(error)})
        except (MemoryError, RecursionError):
            mind.thinker = None
            say({"say": "failed", "error": "the search ran out of memory"})


def main() -> None:
    """Be a worker until the server is gone."""
    megabytes = int(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    os.nice(1)
    confine(LONGEST, megabytes)
    say = Voice(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever prints must not be taken for something that was said
    inbox = Inbox(sys.stdin.buffer, say)
    say({"say": "ready"})
    work(Mind(inbox, say, megabytes), inbox, say)


if __name__ == "__main__":
    main()
