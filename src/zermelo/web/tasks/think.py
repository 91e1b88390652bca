"""Thinking: a search finds a move, and says every better result on the way."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from zermelo.answers.answer import INLINED, SpelledLine
from zermelo.answers.render.json import plain
from zermelo.answers.think import SpelledThought, spelled_thought
from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role
from zermelo.play.network.orders import Heedful
from zermelo.play.thought import Thought, spelled_joints
from zermelo.process.inside import Inbox
from zermelo.search.base import Clock, Limits, OutOfTimeError, Result, Thinker
from zermelo.search.spec import parse
from zermelo.search.suitability import require
from zermelo.web.orders import SearchOrder
from zermelo.web.task import Task
from zermelo.web.worker_state import MEMORY, Answer, WorkerState

OFTEN = 0.1
"""Seconds between two reports."""
LINE = 12
"""Joint moves of an expected line that are shown."""
LINES = 12
"""Moves whose expected lines are shown: those that were tried most, or seem best."""


@dataclass(frozen=True, slots=True)
class MoveTried:
    """A move that a search has looked at, and the line that it expects after it."""

    move: str
    worth: float
    visits: int
    bound: str
    line: SpelledLine


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a search has found up to now, and what it has found of every move."""

    thought: SpelledThought = field(metadata=INLINED)
    moves: Sequence[MoveTried] = ()


class ReportingClock(Heedful):
    """A clock by which a search says what it has found, however rarely it finds something better.

    Alpha-beta may be at one depth for seconds: meanwhile its nodes and seconds go up.
    """

    def __init__(self, limits: Limits, inbox: Inbox, say: Callable[[], None]) -> None:
        """Start."""
        super().__init__(limits, inbox)
        self.say = say

    def part(self, limits: Limits) -> "ReportingClock":
        """Return a clock for a part of the search that reports as this one does."""
        return ReportingClock(limits, self.inbox, self.say)

    def tick(self, nodes: int = 1) -> None:
        """Count nodes, and perhaps say something."""
        super().tick(nodes)
        self.say()


class ResultReporter:
    """Says the best result so far, not more often than anybody could look at it."""

    def __init__(self, worker: WorkerState, game: CompiledGame, role: Role, limits: Limits) -> None:
        """Begin with nothing to say."""
        self.worker, self.game, self.role = worker, game, role
        self.clock = ReportingClock(limits, worker.inbox, self.report)
        self.best: Result | None = None
        self.said = 0.0

    def report(self) -> None:
        """Say the best result, unless that was done a moment ago."""
        if self.best is not None and time.monotonic() - self.said > OFTEN:
            self.said = time.monotonic()
            self.worker.tell(self.spelled(self.best))

    def spelled(self, result: Result) -> Answer:
        """Return a result as JSON has it."""
        found: Answer = plain(thinking(self.game, self.role, result, self.clock))
        return found


def run(worker: WorkerState, order: SearchOrder) -> Answer:
    """Search; a search that is asked again for the same match goes on where it was."""
    game = worker.known(order)
    role = Role(game.roles.index(order["role"]))
    state = game.state_of(order["fluents"])
    limits = Limits(seconds=order["seconds"], memory=MEMORY)
    thinker = thinker_for(worker, order)
    reporter = ResultReporter(worker, game, role, limits)
    ended = False
    try:
        for result in thinker(state, reporter.clock):
            reporter.best = result
            reporter.report()
        ended = True
    except OutOfTimeError:
        pass
    if not ended and worker.inbox.orders:
        worker.forget()  # it was stopped anywhere: nobody knows what it remembers
    best = reporter.best
    if best is None or best.move is None:
        raise PlayError(f"{order['spec']} found no move in time; give it more seconds")
    return reporter.spelled(best)


def thinker_for(worker: WorkerState, order: SearchOrder) -> Thinker:
    """Return the search of an order, bound to its match."""
    game = worker.known(order)
    limits = Limits(seconds=order["seconds"], memory=MEMORY)

    def start() -> Thinker:
        search = parse(order["spec"])
        require(search, game)
        role = Role(game.roles.index(order["role"]))
        return search.start(game, role, Heedful(limits, worker.inbox))

    return worker.thinker(order["match"], (order["spec"], order["role"]), start)


def thinking(game: Game, role: Role, result: Result, clock: Clock) -> Thinking:
    """Return a result with what every move is worth; long lines are cut."""
    spent = Thought(result, clock.count, round(clock.seconds, 2))
    thought = spelled_thought(game, role, spent)
    most = sorted(result.prospects, key=lambda one: (-one.visits, -one.worth))[:LINES]
    lines = {one.move: one.expected()[:LINE] for one in most if one.expected is not None}
    moves = [
        MoveTried(
            game.spell(role, one.move),
            one.worth,
            one.visits,
            one.bound.value,
            spelled_joints(game, lines.get(one.move, ())),
        )
        for one in result.prospects
    ]
    return Thinking(replace(thought, line=thought.line[:LINE]), moves)


tasks = {"think": Task(run)}
