"""A match in the front process: where it stands, and when to answer.

The manager sends the joint move of every turn once, in theory. The protocol numbers no turns, so a
PLAY with the same joint move as the last one is either the same PLAY again or the next turn, in
which everybody made the same move once more. It is the same PLAY, and gets the same answer, if

* we have not answered the last one yet, or our answer did not reach the manager; or
* our own move in it is not the one that we answered (in time): the manager cannot have gone on; or
* the joint move cannot be made once more in the present state.

Else it is the next turn: a manager that has our answer has no reason to ask again. If the PLAY
after it then cannot follow, but could follow the turn before, it was the same PLAY after all, and
the match goes on from there.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

from zermelo.play.network.children import PlayerChildren
from zermelo.play.network.clocks import budget, last_moment, memory, silence
from zermelo.play.network.fallback import Reserve
from zermelo.play.network.messages import Start
from zermelo.play.network.settings import PlayerSettings
from zermelo.play.network.turn import MatchTurn

NUMBERS = count(1)
"""Of turns, never used twice: what a child says late is taken for what it is."""
HEAD_START = 1.0
"""Seconds, at most half of what there is, in which the children are to say what is legal."""
KEPT_TURNS = 8
"""Turns that are remembered."""


class NetworkMatch:
    """From START to STOP."""

    def __init__(
        self,
        start: Start,
        children: PlayerChildren,
        reserve: Reserve,
        settings: PlayerSettings,
        log: Callable[[str], None],
    ):
        """Remember what was agreed on; nobody has an order yet."""
        self.start = start
        self.children = children
        self.reserve = reserve
        self.settings = settings
        self.log = log
        self.chance = Random(start.match)
        self.turn = MatchTurn(next(NUMBERS), ())
        self.first = self.turn.number
        self.role: int | None = None  # its place among the roles, once that is known
        self.unplayable: str | None = None
        self.over = False
        self.heard = asyncio.get_running_loop().time()
        self.waiting = 0  # answers that are being waited for
        self.was_ready = False

    @property
    def id(self) -> str:
        """What the manager calls it."""
        return self.start.match

    def begin(self, began: float) -> None:
        """Let everybody start."""
        start, settings = self.start, self.settings
        seconds = budget(start.start_clock)
        self.children.tell_all(
            {
                "do": "start",
                "rules": start.rules,
                "syntax": start.syntax,
                "role": start.role,
                "number": self.turn.number,
                "moves": [],
                "until": began + seconds,
                "ground": max(settings.ground, seconds),
                "megabytes": settings.megabytes,
                "table": memory(start.play_clock, settings.megabytes),
            }
        )

    def hear(self, duty: str, said: dict[str, Any]) -> None:
        """Take in what a child says."""
        match said["say"]:
            case "note":
                for line in said["text"].splitlines():
                    self.log(f"  {duty}: {line}")
            case "role" | "built" | "unplayable" if said["number"] != self.first:
                return  # of the match before
            case "role":
                self.role = said["role"]
            case "built":
                self.role = said["role"]
                self.children.tell({"do": "built"}, "referee", "solver")
            case "unplayable":
                # The others read the same rules, but may run into limits that do not matter.
                if duty == "thinker":
                    self.unplayable = said["why"]
                    self.turn.changed.set()
            case _:
                turn: MatchTurn | None = self.turn
                while turn is not None and turn.number != said["number"]:
                    turn = turn.before
                if turn is not None:
                    turn.hear(duty, said)

    async def ready(self, began: float) -> bool:
        """Wait until a search runs, or the start clock is nearly over; False if it is unplayable.

        A manager begins when all players are ready; thinking goes on until the first PLAY.
        """
        turn, limit = self.turn, began + budget(self.start.start_clock)
        with self.waited_for():
            while not (turn.begun or self.unplayable or self.over or self.was_ready):
                if not await self.changes(turn, limit):
                    break
        self.was_ready = True
        return self.unplayable is None

    async def play(self, moves: tuple[str, ...] | None, began: float) -> str:
        """Return our move after the joint move that the manager says was made."""
        with self.waited_for():
            turn = self.turn_after(moves)
            if turn.answer is not None:
                turn.lost = False  # unless this one does not arrive either
                return turn.answer
            if turn.deciding is None:
                turn.deciding = asyncio.create_task(self.decide(turn, began))
            return await asyncio.shield(turn.deciding)

    def turn_after(self, moves: tuple[str, ...] | None) -> MatchTurn:
        """Return the turn that a PLAY is about: a new one, or the last one again."""
        last = self.turn
        if moves is None:
            if last.moves:
                self.log("  PLAY without moves in the middle of a match: the same turn again")
            return last
        if self.is_resent(moves):
            self.log("  the same PLAY again")
            return last
        self.turn = MatchTurn(next(NUMBERS), (*last.moves, moves), last, last.ahead.get(moves))
        self.turn.doubtful = moves in last.moves[-1:]
        self.forget()
        return self.turn

    def is_resent(self, moves: tuple[str, ...]) -> bool:
        """Tell whether moves are those of the last PLAY, and cannot be a turn of their own."""
        last = self.turn
        if moves not in last.moves[-1:]:
            return False
        if last.answer is None or last.lost:
            return True
        known = last.known and self.role is not None and self.role < len(moves)
        return known and not last.late and last.answer != moves[self.role or 0]

    def forget(self) -> None:
        """Let go of what is long past."""
        turn: MatchTurn | None = self.turn
        for _ in range(KEPT_TURNS):
            turn = turn.before if turn else None
        if turn:
            turn.before = None

    async def decide(self, turn: MatchTurn, began: float, home: MatchTurn | None = None) -> str:
        """Return the move for a turn: when nothing is left to think about, or time is up.

        `home` is the turn to go back to if the moves cannot have been made; None: the one before.
        """
        clock = self.start.play_clock
        soft, hard = began + budget(clock), began + last_moment(clock)
        order: dict[str, Any] = {"number": turn.number, "moves": turn.moves, "until": soft}
        self.children.tell_all({"do": "turn", **order})
        head_start = min(HEAD_START, budget(clock) / 2)
        helping = asyncio.create_task(self.help(turn, began + head_start))
        try:
            while not (turn.settled or self.unplayable or self.over):
                if not await self.changes(turn, soft if turn.known else hard):
                    break
        finally:
            helping.cancel()
        if turn.refused is not None and turn.before is not None:
            return await self.instead(turn, began, home or turn.before)
        turn.answer, why = turn.choose(self.chance)
        turn.late = asyncio.get_running_loop().time() > hard
        self.log(f"  {why}")
        if turn is self.turn:
            order |= {"move": turn.answer, "until": began + 2 * clock + 1}
            self.children.tell_all({"do": "answered", **order})
        return turn.answer

    async def help(self, turn: MatchTurn, moment: float) -> None:
        """Find out ourselves what is legal, if no child has said it by then."""
        await asyncio.sleep(moment - asyncio.get_running_loop().time())
        if turn.known or turn.settled:
            return
        known: MatchTurn = turn
        while known.state is None and known.before is not None:
            known = known.before
        since = 0 if known.state is None else len(known.moves)
        said = await self.reserve.look(known.state, turn.moves[since:])
        if said["say"] not in ("legal", "some"):
            self.hear("reserve", {"number": turn.number, **said})
        elif not turn.known:
            turn.hear("reserve", said)

    async def instead(self, turn: MatchTurn, began: float, home: MatchTurn) -> str:
        """Return a move after moves that cannot have been made."""
        earlier = turn.before
        assert earlier is not None, "every turn but the first has one before"
        if earlier.doubtful and earlier.before is not None:
            self.log(f"  {turn.refused}; was the PLAY before only sent again?")
            moves = (*earlier.before.moves, turn.moves[-1])
            self.turn = MatchTurn(next(NUMBERS), moves, earlier.before, deciding=turn.deciding)
            return await self.decide(self.turn, began, home)
        self.log(f"  these moves cannot be: {turn.refused}; the turn before again")
        self.turn = home
        return await self.again(home, began)

    async def again(self, turn: MatchTurn, began: float) -> str:
        """Return the move of a turn that may have been answered before."""
        return turn.answer if turn.answer is not None else await self.decide(turn, began)

    async def changes(self, turn: MatchTurn, limit: float) -> bool:
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
        self.children.tell_all({"do": "stop"})
