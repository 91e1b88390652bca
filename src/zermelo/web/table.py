"""A table: one match, who plays it, and everything that happens there.

What a person does comes in by a method; searches are asked of the workers; every change is sent
to the pages that look on. A table is used from one event loop only.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from anyio import to_thread

from zermelo.errors import PlayError, UsageError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role
from zermelo.play.record import Record
from zermelo.play.running_match import RunningMatch
from zermelo.play.thought import is_chance
from zermelo.web.orders import GameSource, SearchOrder
from zermelo.web.position import position
from zermelo.web.replaying.recorder import Keep, MatchRecorder, match_name, record_of
from zermelo.web.seat import CHANCE, PERSON, TableSeat
from zermelo.web.streams import Streams
from zermelo.web.workers import Workers

ADVISER = "auto"
"""Who gives hints."""
PATIENCE = 60.0
"""Seconds for which searches play on among themselves though nobody looks: a page may come back."""
MOST_TURNS = 2000
"""Turns after which a match is given up: searches alone would play for ever."""


@dataclass(eq=False)
class WebTable:
    """One match in memory."""

    name: str  # of the table
    game_name: str
    source: GameSource  # what a worker needs to have the game
    game: CompiledGame
    seats: tuple[TableSeat, ...]
    seconds: float
    workers: Workers
    keep: Keep  # is given the record of a match that is over
    session: RunningMatch = field(init=False)
    recorder: MatchRecorder = field(default_factory=MatchRecorder.begun)
    streams: Streams = field(default_factory=Streams)
    course: list[dict[str, Any]] = field(default_factory=list)  # what searches thought, by turn
    spent: dict[str, float] = field(default_factory=dict)
    version: int = 0  # grows with every choice and move: tells a late click from a fresh one
    match: int = 0
    problem: str = ""
    kept: str | None = None  # what the match is called in the archive, once it is there
    used: float = field(default_factory=time.monotonic)
    driving: asyncio.Task[None] | None = None
    hinting: asyncio.Task[None] | None = None
    preparing: asyncio.Task[None] | None = None
    began: float = 0.0
    thinking: str | None = None  # the role that a search thinks for

    def __post_init__(self) -> None:
        """Begin."""
        self.session = self.fresh()

    def fresh(self) -> RunningMatch:
        """Return a match that has not begun."""
        people = frozenset(
            Role(role) for role, seat in enumerate(self.seats) if seat.player == PERSON
        )
        return RunningMatch(self.game, (self.game.initial,), people, by_hand=True)

    def begin(self, joints: Sequence[Joint] = ()) -> None:
        """Start a new match with the same players, where some moves were made already."""
        self.halt()
        self.match += 1
        self.session, self.problem = self.fresh(), ""
        for joint in joints:
            state = self.game.next(self.session.state, joint)
            states, made = (*self.session.states, state), (*self.session.joints, joint)
            self.session = replace(self.session, states=states, joints=made)
        self.course, self.spent, self.recorder = [], {}, MatchRecorder.begun(len(joints))
        self.go_on()
        self.prepare()

    def seat(self, seats: tuple[TableSeat, ...], seconds: float) -> None:
        """Let others play on from here."""
        self.halt()
        self.seats, self.seconds, self.problem = seats, seconds, ""
        people = frozenset(Role(role) for role, one in enumerate(seats) if one.player == PERSON)
        self.session = replace(self.session, people=people, chosen={})
        # The position stays as it is: a move that is on its way was chosen for it.
        self.go_on(moved=False)
        self.prepare()

    def move(self, role_name: str, text: str, version: int) -> None:
        """Make a person's move; PlayError if it cannot be made, or the match has gone on."""
        if version != self.version:
            raise PlayError("the match has gone on meanwhile")
        if role_name not in self.game.roles:
            raise UsageError("there is no such role")
        role = Role(self.game.roles.index(role_name))
        if role not in self.session.people or role not in self.session.choosing:
            raise PlayError(f"{role_name} has nothing to choose now")
        move = self.game.read(role, text)
        self.spend(role)
        self.session = self.session.choose(role, move)
        self.go_on()

    def undo(self) -> None:
        """Take back the last decision of a person."""
        before = self.session.undo()
        if before is None:
            raise PlayError("there is no move of yours to take back")
        self.halt()
        self.session, self.problem = before, ""
        self.course = [one for one in self.course if one["turn"] < len(before.joints)]
        self.recorder.forget(len(before.joints))
        self.go_on()

    def hint(self) -> None:
        """Think for the person who is to move; pages are sent what is found."""
        asking = [role for role in self.session.choosing if role in self.session.people]
        if not asking or self.session.over:
            raise PlayError("nobody is to move who could take a hint")
        if self.hinting is None or self.hinting.done():
            self.hinting = asyncio.create_task(self.advise(asking[0]))

    async def advise(self, role: Role) -> None:
        """Ask the adviser, and tell."""
        version = self.version
        try:
            found = await self.think(role, ADVISER, "hint")
        except ZermeloError as error:
            self.streams.tell("problem", {"text": str(error)})
            return
        if version == self.version:
            self.streams.tell("hint", found)

    def go_on(self, *, moved: bool = True) -> None:
        """Tell what has changed, and let whoever is next move."""
        self.used = time.monotonic()
        self.version += moved
        self.kept = None
        if self.hinting is not None:
            self.hinting.cancel()
        if self.driving is not None:
            self.driving.cancel()
        self.driving = asyncio.create_task(self.drive())

    def halt(self) -> None:
        """Stop all thinking."""
        for task in (self.driving, self.hinting, self.preparing):
            if task is not None:
                task.cancel()
        self.driving = self.hinting = self.preparing = None

    def prepare(self) -> None:
        """Get the searches ready while a person thinks about the first move, if nobody waits."""
        waiting = any(role in self.session.people for role in self.session.choosing)
        if waiting and self.workers.idle and any(seat.thinks for seat in self.seats):
            self.preparing = asyncio.create_task(self.prepared())

    async def prepared(self) -> None:
        """Let a worker start the searches; what goes wrong is said when they are to move."""
        for role, seat in enumerate(self.seats):
            if seat.thinks:
                with contextlib.suppress(ZermeloError):
                    await self.workers.ask(self.order("prepare", Role(role), seat.search), ignore)

    async def drive(self) -> None:
        """Let chance and searches move until it is a person's turn, or over."""
        try:
            while await self.advance():
                await asyncio.sleep(0)  # others want to be served too
        except ZermeloError as error:
            self.problem = str(error)
        if self.session.over:
            self.keep(await to_thread.run_sync(self.record))
            self.kept = self.match_name
        self.began = time.monotonic()
        self.tell()

    async def advance(self) -> bool:
        """Make the next choice that is no person's; tell whether there may be more."""
        session = self.session
        if session.over:
            return False
        if session.stuck:
            names = " and ".join(self.game.roles[role] for role in session.stuck)
            raise PlayError(f"the rules leave {names} without a legal move, and the match not over")
        if not session.choosing:
            if len(session.joints) >= MOST_TURNS:
                raise PlayError(f"the match is given up after {MOST_TURNS} moves")
            self.session = session.advance()
            self.recorder.came(len(self.session.joints))
            self.version += 1
            return True
        role = session.choosing[0]
        seat = self.seats[role]
        if seat.player == PERSON:
            return False
        if seat.player == CHANCE or is_chance(self.game, role):
            self.session = session.choose(role, Random().choice(session.moves(role)))
            return True
        if all(one.player != PERSON for one in self.seats):
            await self.streams.until_watched(PATIENCE)
        self.began = time.monotonic()
        self.thinking = self.game.roles[role]
        self.tell()
        try:
            found = await self.think(role, seat.search, "thinking")
        finally:
            self.thinking = None
        self.spend(role)
        self.note(found)
        self.session = session.choose(role, self.game.read(role, found["move"]))
        return True

    async def think(self, role: Role, spec: str, kind: str) -> dict[str, Any]:
        """Return what a search finds for a role; pages see it while it thinks."""
        version = self.version
        if self.preparing is not None:
            await asyncio.wait([self.preparing])  # else another worker would begin with nothing

        def report(said: dict[str, Any]) -> None:
            if version == self.version:
                self.streams.tell("thinking", {"for": kind, "version": version} | said)

        found = await self.workers.ask(self.order("think", role, spec), report)
        report(found | {"say": "result"})
        return found

    def order(self, what: str, role: Role, spec: str) -> SearchOrder:
        """Return the order to a worker for a role."""
        return {
            "do": what,
            "source": self.source,
            "role": self.game.roles[role],
            "fluents": list(self.game.describe(self.session.state)),
            "spec": spec,
            "seconds": self.seconds,
            "match": f"{self.name} {self.match}",
        }

    def note(self, found: Mapping[str, Any]) -> None:
        """Remember what a search thought of the position."""
        turn = len(self.session.joints)
        if None not in found["values"].values():  # else nothing was searched
            self.course.append({"turn": turn, "role": found["role"], "values": found["values"]})
        self.recorder.thought(turn, self.game.roles.index(found["role"]), found)

    def spend(self, role: Role) -> None:
        """Count the time that a role took."""
        name, seconds = self.game.roles[role], time.monotonic() - self.began
        self.spent[name] = self.spent.get(name, 0.0) + seconds
        self.recorder.spent(len(self.session.joints), role, seconds)
        self.began = time.monotonic()

    @property
    def match_name(self) -> str:
        """What the match is called in the archive, where nobody learns the table's own name."""
        return match_name(self.name, self.match)

    def record(self) -> Record:
        """Return the match as it is kept."""
        players = [seat.called for seat in self.seats]
        return record_of(
            self.match_name, self.game_name, self.source, players, self.session, self.recorder
        )

    def tell(self) -> None:
        """Tell all pages how the match stands."""
        self.streams.tell("position", self.position())

    def position(self) -> dict[str, Any]:
        """Return how the match stands."""
        return position(self.session) | {
            "table": self.name,
            "version": self.version,
            "seats": {
                name: seat.player for name, seat in zip(self.game.roles, self.seats, strict=True)
            },
            "seconds": self.seconds,
            "spent": self.spent,
            "thinking": self.thinking,
            "course": self.course,
            "problem": self.problem,
            "record": self.kept,
        }

    def close(self) -> None:
        """End everything."""
        self.halt()
        self.streams.close()


def ignore(_: Mapping[str, Any]) -> None:
    """Ignore what a worker says."""
