"""The front process: listens, answers everybody at once, and lets others think.

Nothing that takes longer than some milliseconds is done here, so that INFO is answered at any time
and a move is never late, whatever becomes of the children. The one exception runs in a thread, and
only when the children are silent: see `reserve`.
"""

import asyncio
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from zermelo.errors import ReadError
from zermelo.play.network import http, messages
from zermelo.play.network.acceptor import Door, Outgoing
from zermelo.play.network.children import PlayerChildren
from zermelo.play.network.fallback import Reserve
from zermelo.play.network.match import NetworkMatch
from zermelo.play.network.messages import (
    Abort,
    Dialect,
    Info,
    Message,
    Ping,
    Play,
    Preview,
    Start,
    Stop,
)
from zermelo.play.network.settings import PlayerSettings
from zermelo.play.network.turn import MatchTurn

LONG_MESSAGE = 32 * 1024
"""Characters above which a message is read beside the loop: brackets of 4 MB take half a second."""
SWITCH = 0.001
"""Seconds after which who reads a long message lets others go on."""
WATCH = 0.5
"""Seconds between two looks at whether the manager is still there."""
Log = Callable[[str], None]
OPTIONS = "OPTIONS"
AHEAD = "solver"
"""Who compiles rules before a match: nobody waits for it when the match begins meanwhile."""


class NetworkPlayer:
    """Answers messages; plays one match at a time."""

    def __init__(self, settings: PlayerSettings, log: Log):
        """Start nobody yet."""
        self.settings = settings
        self.log = log
        self.match: NetworkMatch | None = None
        self.children = PlayerChildren(settings, self.hear, log)
        self.door = Door(self.reply, log)
        self.readers = ThreadPoolExecutor(1, "message")
        self.deriving = ThreadPoolExecutor(1, "reserve")
        self.heard = asyncio.get_running_loop().time()
        self.compiling = False  # what a PREVIEW announced
        self.next: Preview | None = None  # that came meanwhile

    def hear(self, duty: str, said: dict[str, Any]) -> None:
        """Take in what a child says."""
        if said["say"] == "warm":
            self.log(f"the {duty} is ready")
            self.compiling = self.compiling and duty != AHEAD
            if self.children.warm:
                self.log("warm: everybody is ready")
        elif said["say"] == "announced":
            self.compiling = False
            if self.next is not None and self.match is None:
                self.prepare(self.next)
            self.log(f"  the rules that were announced: {said['text']}")
        elif self.match is not None:
            self.match.hear(duty, said)

    async def reply(self, request: http.Request, began: float) -> Outgoing:
        """Return the answer to a request."""
        if request.method == OPTIONS:
            return Outgoing(http.answer(""))
        try:
            message, dialect = await self.read(request.text)
        except ReadError as error:
            raise http.RefusedError(400, error.message) from None
        self.heard = began
        text = await self.answer(message, dialect, began)
        took = asyncio.get_running_loop().time() - began
        self.log(f"{summary(message)} -> {text}  ({took:.3f} s)")
        content = http.answer(text, request.encoding)
        if isinstance(message, Play) and self.match is not None:
            return Outgoing(content, partial(self.lost, self.match.turn))
        return Outgoing(content)

    def lost(self, turn: MatchTurn) -> None:
        """Remember that the manager did not get the move of a turn: it will ask again."""
        self.log("  the manager did not take this answer")
        turn.lost = True

    async def read(self, text: str) -> tuple[Message, Dialect]:
        """Return the message that a text says; a long one is read by a thread."""
        if len(text) < LONG_MESSAGE:
            return messages.read_message(text)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, messages.read_message, text)

    async def answer(self, message: Message, dialect: Dialect, began: float) -> str:
        """Return the answer to a message."""
        match message:
            case Info():
                free = self.match is None
                return messages.introduction(self.settings.name, free=free, dialect=dialect)
            case Ping(asked):
                ours = self.match is None or asked in (None, self.match.id)
                return "ready" if ours else "nil"
            case Preview():
                if self.match is not None:
                    return "busy"
                self.prepare(message)
                return "ready"
            case Start():
                return await self.begin(message, began)
            case Play(asked, moves):
                if self.match is None or self.match.id != asked:
                    return "busy"
                return messages.spelled(await self.match.play(moves, began), dialect)
            case Stop(asked):
                return "done" if self.finish(asked) else "busy"
            case Abort(asked):
                return "aborted" if self.finish(asked) else "busy"

    def prepare(self, preview: Preview) -> None:
        """Have rules compiled that may be played soon; of many at once, the first and the last."""
        self.next = preview if self.compiling else None
        if self.compiling or not preview.rules:
            return
        self.compiling = True
        limits = {"ground": self.settings.ground, "megabytes": self.settings.megabytes}
        self.children.tell(
            {"do": "announced", "rules": preview.rules, "syntax": preview.syntax} | limits, AHEAD
        )

    async def begin(self, start: Start, began: float) -> str:
        """Begin a match unless there is one; the same START again is answered as the first."""
        match = self.match
        if match is None:
            reserve = Reserve(start, self.deriving)
            match = self.match = NetworkMatch(
                start, self.children, reserve, self.settings, self.log
            )
            match.begin(began)
            asyncio.get_running_loop().call_soon(reserve.prepare)
        elif match.start != start:
            return "busy"
        if await match.ready(began):
            return "ready"
        if self.match is match:
            self.log(f"  not played: {match.unplayable}")
            self.finish(match.id)
        return "busy"

    def finish(self, match_id: str) -> bool:
        """End the match of that id; False if there is none."""
        match = self.match
        if match is None or match.id != match_id:
            return False
        self.match = None
        match.end()
        return True

    async def watch(self) -> None:
        """Be free again when the manager is gone; return when nobody has come for long enough."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(WATCH)
            match = self.match
            if match is not None and match.is_abandoned(loop.time()):
                self.log(f"nothing was heard of {match.id} for too long: it is given up")
                self.finish(match.id)
                self.heard = loop.time()
            idle = self.settings.idle
            if idle is not None and self.match is None and loop.time() - self.heard > idle:
                return


def summary(message: Message) -> str:
    """Return a message in a line, for the log.

    >>> summary(Play("m1", ("(mark 1 1)", "noop")))
    'PLAY m1 (mark 1 1) noop'
    """
    match message:
        case Info() | Preview():
            rest: tuple[str, ...] = ()
        case Ping(asked):
            rest = (asked,) if asked else ()
        case Start(asked, role, rules, _, start_clock, play_clock):
            size = f"{len(rules):,} characters of rules,"
            rest = (asked, role, size, f"{start_clock:g} s, {play_clock:g} s")
        case Play(asked, moves):
            rest = (asked, *(moves or ("nil",)))
        case Stop(asked) | Abort(asked):
            rest = (asked,)
    line = " ".join((type(message).__name__.upper(), *rest))
    return line if len(line) <= 120 else f"{line[:117]}..."


async def serve(settings: PlayerSettings, log: Log, listening: Callable[[int], None]) -> int:
    """Play until a signal comes, or nobody for `idle` seconds; return the signal, or 0.

    `listening` is called with the port, once connections are taken there.

    Raises:
        OSError: the address cannot be listened at.
    """
    player = NetworkPlayer(settings, log)
    port = player.door.open(settings.host, settings.port)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    signals: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, signals.put_nowait, number)
    listening(port)
    children = asyncio.create_task(player.children.live())
    watching = asyncio.create_task(player.watch())
    asked = asyncio.create_task(signals.get())
    try:
        done, _ = await asyncio.wait(
            (watching, asked, children), return_when=asyncio.FIRST_COMPLETED
        )
        if children in done:
            await children
        return asked.result() if asked in done else 0
    finally:
        player.door.close()
        sys.setswitchinterval(usual)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        for task in (children, watching, asked):
            task.cancel()
        await asyncio.gather(children, watching, asked, return_exceptions=True)
        player.readers.shutdown(wait=False)
        player.deriving.shutdown(wait=False, cancel_futures=True)
