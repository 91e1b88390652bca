"""A match in the front process: where it stands, and when to answer.

The manager sends the joint move of every turn once, in theory. If it sends one twice, or one that
cannot be made, the match stays where it is and the same move is answered again.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

from zermelo.play.ggp.clocks import budget, last_moment, memory, silence
from zermelo.play.ggp.crew import Crew
from zermelo.play.ggp.messages import Start
from zermelo.play.ggp.settings import Settings
from zermelo.play.ggp.turn import Turn

NUMBERS = count(1)
"""Of turns, never used twice: what a child says late is taken for what it is."""
HELP = 0.5
"""The part of the start clock after which the referee compiles the rules itself."""
KEPT = 8
"""Turns that are remembered."""


class Match:
    """From START to STOP."""

    def __init__(self, start: Start, crew: Crew, settings: Settings, log: Callable[[str], None]):
        """Remember what was agreed on; nothing is told to anybody yet."""
        self.start = start
        self.crew = crew
        self.settings = settings
        self.log = log
        self.chance = Random(start.match)
        self.turn = Turn(next(NUMBERS), ())
        self.first = self.turn.number
        self.role: int | None = None  # its place among the roles, once that is known
        self.unplayable: str | None = None
        self.over = False
        self.heard = asyncio.get_running_loop().time()
        self.waiting = 0  # answers that are being waited for
        self.deciding: dict[int, asyncio.Task[str]] = {}

    @property
    def id(self) -> str:
        """What the manager calls it."""
        return self.start.match

    def begin(self, began: float) -> None:
        """Let everybody start."""
        start, settings = self.start, self.settings
        seconds = budget(start.start_clock)
        self.crew.tell_all(
            {
                "do": "start",
                "rules": start.rules,
                "syntax": start.syntax,
                "role": start.role,
                "number": self.turn.number,
                "moves": [],
                "until": began + seconds,
                "help_at": began + min(HELP * seconds, 10.0),
                "ground": max(settings.ground, seconds),
                "megabytes": settings.megabytes,
                "table": memory(start.play_clock, settings.megabytes),
            }
        )

    def hear(self, duty: str, said: dict[str, Any]) -> None:
        """Take in what a child says."""
        match said["say"]:
            case "note":
                self.log(f"  {duty}: {said['text']}")
            case "role":
                self.role = said["role"]
            case "built":
                self.role = said["role"]
                self.crew.tell({"do": "built"}, "referee", "solver")
            case "unplayable" if said["number"] == self.first and duty == "thinker":
                # The others read the same rules, but may run into limits that do not matter.
                self.unplayable = said["why"]
                self.turn.changed.set()
            case _:
                turn: Turn | None = self.turn
                while turn is not None and turn.number != said["number"]:
                    turn = turn.before
                if turn is not None:
                    turn.hear(duty, said)

    async def ready(self, began: float) -> bool:
        """Wait until the start clock is nearly over, or nothing is left to think about."""
        turn, limit = self.turn, began + budget(self.start.start_clock)
        with self.waited_for():
            while not (turn.solved or self.unplayable or self.over):
                if not await self.changes(turn, limit):
                    break
        return self.unplayable is None

    async def play(self, moves: tuple[str, ...] | None, began: float) -> str:
        """Return our move after the joint move that the manager says was made."""
        with self.waited_for():
            turn = self.turn_after(moves)
            if turn.answer is not None:
                return turn.answer
            if turn.number not in self.deciding:
                self.deciding = {turn.number: asyncio.create_task(self.decide(turn, began))}
            return await asyncio.shield(self.deciding[turn.number])

    def turn_after(self, moves: tuple[str, ...] | None) -> Turn:
        """Return the turn that a PLAY is about: a new one, or the last one again."""
        last = self.turn
        if moves is None:
            if last.moves:
                self.log("  PLAY without moves in the middle of a match: the same turn again")
            return last
        if self.is_repeated(moves):
            self.log("  the same PLAY again")
            return last
        self.turn = Turn(next(NUMBERS), (*last.moves, moves), last, last.ahead.get(moves))
        self.forget()
        return self.turn

    def is_repeated(self, moves: tuple[str, ...]) -> bool:
        """Tell whether moves are those of the last PLAY, and cannot be a turn of their own.

        A joint move may well be made twice running, but not before we have answered, and then our
        part of it is what we answered. Where that leaves a doubt the referee decides: a move that
        can be made once more is a turn of its own.
        """
        last = self.turn
        if not last.moves or moves != last.moves[-1]:
            return False
        if last.answer is None:
            return True
        known = last.known and self.role is not None and self.role < len(moves)
        return known and last.answer != moves[self.role or 0]

    def forget(self) -> None:
        """Let go of what is long past."""
        turn: Turn | None = self.turn
        for _ in range(KEPT):
            turn = turn.before if turn else None
        if turn:
            turn.before = None

    async def decide(self, turn: Turn, began: float) -> str:
        """Return the move for a turn: when nothing is left to think about, or time is up."""
        clock = self.start.play_clock
        soft, hard = began + budget(clock), began + last_moment(clock)
        order: dict[str, Any] = {"number": turn.number, "moves": turn.moves, "until": soft}
        self.crew.tell_all({"do": "turn", **order})
        while not (turn.settled or self.unplayable or self.over):
            if not await self.changes(turn, soft if turn.known else hard):
                break
        if turn.refused is not None and turn.before is not None:
            self.log(f"  these moves cannot be: {turn.refused}; the turn before again")
            self.turn = turn.before
            return await self.again(turn.before, began)
        turn.answer, why = turn.choose(self.chance)
        self.log(f"  {why}")
        if turn is self.turn:
            order |= {"move": turn.answer, "until": began + 2 * clock + 1}
            self.crew.tell_all({"do": "answered", **order})
        return turn.answer

    async def again(self, turn: Turn, began: float) -> str:
        """Return the move of a turn that may have been answered before."""
        return turn.answer if turn.answer is not None else await self.decide(turn, began)

    async def changes(self, turn: Turn, limit: float) -> bool:
        """Wait until something is said of a turn; False if nothing is until `limit`."""
        turn.changed.clear()
        try:
            async with asyncio.timeout_at(limit):
                await turn.changed.wait()
        except TimeoutError:
            return False
        return True

    @contextlib.contextmanager
    def waited_for(self) -> Iterator[None]:
        """Count an answer that the manager waits for; it has spoken then."""
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1
            self.heard = loop.time()

    def is_abandoned(self, now: float) -> bool:
        """Tell whether the manager has been silent for longer than the clocks explain."""
        start = self.start
        patience = silence(start.start_clock, start.play_clock, self.settings.patience)
        return not self.waiting and now - self.heard > patience

    def end(self) -> None:
        """Let everybody rest, and answer whoever still waits."""
        self.over = True
        self.turn.changed.set()
        self.crew.tell_all({"do": "stop"})
