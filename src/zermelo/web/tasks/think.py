"""Thinking: a search finds a move, and says every better result on the way."""

import time
from collections.abc import Callable
from typing import Any

from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role
from zermelo.game.proof import rests_on
from zermelo.play.network.orders import Heedful
from zermelo.play.thought import spelled_line
from zermelo.process.inside import Inbox
from zermelo.search.base import Limits, OutOfTimeError, Result, Thinker
from zermelo.search.spec import parse
from zermelo.search.suitability import require
from zermelo.web.task import Task
from zermelo.web.worker_state import MEMORY, Answer, Order, WorkerState

OFTEN = 0.1
"""Seconds between two reports."""
LINE = 12
"""Joint moves of an expected line that are shown."""
LINES = 12
"""Moves whose expected lines are shown: those that were tried most, or seem best."""


class Talking(Heedful):
    """A clock by which a search says what it has found, however rarely it finds something better.

    Alpha-beta may be at one depth for seconds: meanwhile its nodes and seconds go up.
    """

    def __init__(self, limits: Limits, inbox: Inbox, say: Callable[[], None]) -> None:
        """Start."""
        super().__init__(limits, inbox)
        self.say = say

    def part(self, limits: Limits) -> "Talking":
        """Return a clock for a part of the search, as talkative as this one."""
        return Talking(limits, self.inbox, self.say)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes, and perhaps say something."""
        super().tick(nodes)
        self.say()


class Speaker:
    """Says the best result so far, not more often than anybody could look at it."""

    def __init__(self, worker: WorkerState, game: CompiledGame, role: Role, limits: Limits) -> None:
        """Begin with nothing to say."""
        self.worker, self.game, self.role = worker, game, role
        self.clock = Talking(limits, worker.inbox, self.speak)
        self.best: Result | None = None
        self.said = 0.0

    def speak(self) -> None:
        """Say the best result, unless that was done a moment ago."""
        if self.best is not None and time.monotonic() - self.said > OFTEN:
            self.said = time.monotonic()
            self.worker.tell(self.told(self.best))

    def told(self, result: Result) -> Answer:
        """Return a result as JSON has it."""
        return told(self.game, self.role, result, self.clock)


def run(worker: WorkerState, order: Order) -> Answer:
    """Search; a search that is asked again for the same match goes on where it was."""
    game = worker.known(order)
    role = Role(game.roles.index(order["role"]))
    state = game.state_of(order["fluents"])
    limits = Limits(seconds=order["seconds"], memory=MEMORY)
    thinker = thinker_for(worker, order)
    speaker = Speaker(worker, game, role, limits)
    ended = False
    try:
        for result in thinker(state, speaker.clock):
            speaker.best = result
            speaker.speak()
        ended = True
    except OutOfTimeError:
        pass
    if not ended and worker.inbox.orders:
        worker.forget()  # it was stopped anywhere: nobody knows what it remembers
    best = speaker.best
    if best is None or best.move is None:
        raise PlayError(f"{order['spec']} found no move in time; give it more seconds")
    return speaker.told(best)


def thinker_for(worker: WorkerState, order: Order) -> Thinker:
    """Return the search of an order, bound to its match."""
    game = worker.known(order)
    limits = Limits(seconds=order["seconds"], memory=MEMORY)

    def start() -> Thinker:
        search = parse(order["spec"])
        require(search, game)
        role = Role(game.roles.index(order["role"]))
        return search.start(game, role, Heedful(limits, worker.inbox))

    return worker.thinker(order["match"], (order["spec"], order["role"]), start)


def expected(game: CompiledGame, result: Result) -> dict[Move, list[list[str]]]:
    """Return the lines that are expected after the moves that matter most."""
    most = sorted(result.prospects, key=lambda one: (-one.visits, -one.worth))[:LINES]
    return {
        one.move: [
            [game.spell(Role(role), move) for role, move in enumerate(joint)]
            for joint in one.expected()[:LINE]
        ]
        for one in most
        if one.expected is not None
    }


def told(game: CompiledGame, role: Role, result: Result, clock: Heedful) -> dict[str, Any]:
    """Return a result as JSON has it."""
    lines = expected(game, result)
    return {
        "role": game.roles[role],
        "move": None if result.move is None else game.spell(role, result.move),
        "values": dict(zip(game.roles, result.reported, strict=True)),
        "line": spelled_line(game, result)[:LINE],
        "depth": result.depth,
        "nodes": clock.count.nodes,
        "seconds": round(clock.seconds, 2),
        "proven": result.proven,
        "rests_on": rests_on(result.proof),
        "note": result.note,
        "moves": [
            {
                "move": game.spell(role, one.move),
                "worth": one.worth,
                "visits": one.visits,
                "bound": one.bound.value,
                "line": lines.get(one.move, []),
            }
            for one in result.prospects
        ],
    }


tasks = {"think": Task(run)}
