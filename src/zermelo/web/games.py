"""The games that the server knows: those of the library, and rule files that were dropped in.

A game is asked for by a text from outside. It is looked up among names that are known; nothing of
it ever becomes a path.
"""

import asyncio
import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any

from anyio import CapacityLimiter, to_thread

from zermelo.errors import LimitError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.library import GameEntry, entries, parse_game_name
from zermelo.process.child import ChildError, MemoryOutError, TimeOutError
from zermelo.process.limits import Allowance
from zermelo.rules.information import RANDOM
from zermelo.text.read import ENDINGS, syntax_of
from zermelo.web.answering import BusyError, GoneError
from zermelo.web.children import Children
from zermelo.web.compiling import COMPILING, kept_game, opened_game, order_for, raise_failure
from zermelo.web.orders import GameSource
from zermelo.web.settings import ServerSettings

NAME = re.compile(
    r"[a-z0-9_]{1,60}(?::[a-z0-9_]{1,30}=[0-9]{1,6}(?:,[a-z0-9_]{1,30}=[0-9]{1,6})*)?\Z"
)
DROPPED = re.compile(r"file-[0-9a-f]{16}\Z")
SEES = re.compile(r"^[^;%\n]*\bsees\b", re.MULTILINE)
KEPT_GAMES = 24
"""Games that are held ready."""
LONGEST_TITLE = 60
LONGEST_DESCRIPTION = 600
LOOKED_AT = 10_000
"""Characters in which a description is looked for: of all files at once, for the first page."""
SIGNS = ";%"
"""What a comment begins with, in one syntax or another."""


@dataclass(frozen=True, slots=True)
class DroppedSheet:
    """A rule file that was dropped in."""

    title: str
    text: str
    syntax: str


class GameList:
    """The games by name; each is compiled once, however many requests ask for it."""

    def __init__(self, settings: ServerSettings) -> None:
        """Begin with the library."""
        self.settings = settings
        self.dropped: OrderedDict[str, DroppedSheet] = OrderedDict()
        self.ready: OrderedDict[str, asyncio.Task[CompiledGame]] = OrderedDict()
        self.limiter: CapacityLimiter | None = None
        self.children = Children(settings)

    def drop(self, filename: str, text: str) -> str:
        """Take a rule file in; return the name it has from now on."""
        name = PurePath(filename.replace("\\", "/")).name
        if PurePath(name).suffix.lower() not in ENDINGS:
            known = ", ".join(ENDINGS)
            raise UsageError(
                f"a rule file ends in one of {known}; this one is called {name[:80]!r}"
            )
        syntax = syntax_of(name)
        digest = hashlib.sha256(f"{syntax}\0{text}".encode(errors="replace")).hexdigest()[:16]
        given = f"file-{digest}"
        self.dropped[given] = DroppedSheet(name[:LONGEST_TITLE], text, syntax)
        self.dropped.move_to_end(given)
        while len(self.dropped) > self.settings.sheets:
            old, _ = self.dropped.popitem(last=False)
            self.ready.pop(old, None)
        return given

    def check(self, name: str) -> None:
        """Raise GoneError unless a game is called so."""
        if DROPPED.match(name):
            if name not in self.dropped:
                raise GoneError("this rule file is no longer here; drop it in again")
        elif not NAME.match(name) or name.partition(":")[0] not in entries():
            raise GoneError("there is no such game; the library shows all that there are")

    async def game(self, name: str) -> CompiledGame:
        """Return a game, compiled; ZermeloError if it is unknown or its rules are wrong."""
        self.check(name)
        if name not in self.ready:
            if sum(not task.done() for task in self.ready.values()) >= self.settings.waiting:
                raise BusyError("too many games are being compiled; try again in a minute")
            self.ready[name] = asyncio.create_task(self.compile(name))
        self.ready.move_to_end(name)
        while len(self.ready) > KEPT_GAMES:
            self.ready.popitem(last=False)
        task = self.ready[name]
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done():
                self.ready.pop(name, None)  # the next one who asks may try again
            raise

    async def compile(self, name: str) -> CompiledGame:
        """Compile a game in a child, and read it in a thread; a few at a time.

        A child can be ended when the server is, a thread that waits for one could not.
        """
        if self.limiter is None:
            self.limiter = CapacityLimiter(self.settings.workers)
        allowance = Allowance(self.settings.seconds, self.settings.megabytes)
        source = self.source(name)
        game = source["game"]
        if source["text"] is None:
            known = await to_thread.run_sync(partial(kept_game, source), limiter=self.limiter)
            if known is not None:
                return known
        try:
            message, room = order_for(source, allowance)
            raise_failure(await self.children.ask(COMPILING, message, room))
        except (ChildError, TimeOutError, MemoryOutError) as error:
            raise LimitError(f"compiling {game} failed: {error}") from None
        opening = partial(opened_game, source, allowance)
        return await to_thread.run_sync(opening, limiter=self.limiter)

    async def close(self) -> None:
        """Compile nothing any more."""
        await self.children.close()

    def source(self, name: str) -> GameSource:
        """Return what a worker needs to have the same game."""
        file = self.dropped.get(name)
        if file is None:
            return {"game": name, "text": None, "syntax": ""}
        return {"game": file.title, "text": file.text, "syntax": file.syntax}

    def title(self, name: str) -> str:
        """Return what people call a game."""
        if name in self.dropped:
            return self.dropped[name].title
        return entries()[name.partition(":")[0]].title

    def about(self, name: str) -> dict[str, Any]:
        """Return what is known of a game without compiling it."""
        self.check(name)
        if name in self.dropped:
            return {
                "name": name,
                "title": self.title(name),
                "description": opening_comment(self.dropped[name].text),
                "source": "",
                "parameters": {},
                "values": {},
            }
        base, values = parse_game_name(name)
        return card(entries()[base]) | {"name": name, "values": dict(values)}


def opening_comment(text: str) -> str:
    r"""Return what the comment says that a sheet begins with, shortened, as one line of plain text.

    >>> opening_comment(";;;;;;;;\n;;; Nim\n;; with 2 heaps\n\n(role a) ; who begins")
    'Nim with 2 heaps'
    """
    said = ""
    for line in map(str.strip, text[:LOOKED_AT].splitlines()):
        if (line and line[0] not in SIGNS) or len(said) > LONGEST_DESCRIPTION:
            break
        if any(map(str.isalnum, line)):  # else it is empty, or a line drawn of signs
            said += " " + line.strip(f"{SIGNS}*#=-~ ")
    said = "".join(filter(str.isprintable, " ".join(said.split())))
    if len(said) <= LONGEST_DESCRIPTION:
        return said
    kept = said[: LONGEST_DESCRIPTION - 2]
    return f"{kept.rpartition(' ')[0] or kept} …"


def card(entry: GameEntry) -> dict[str, Any]:
    """Return a game of the library as its card shows it."""
    # Words alone: to read all rule sheets properly takes seconds, and the first page cannot wait.
    hidden = SEES.search(entry.rules.read_text(encoding="utf-8")) is not None
    count = len([role for role in entry.roles if role != RANDOM])
    kinds = [{1: "puzzle", 2: "two players"}.get(count, f"{count} players")]
    kinds += ["chance"] if RANDOM in entry.roles else []
    kinds += ["hidden information"] if hidden else []
    return {
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "source": entry.source,
        "roles": list(entry.roles),
        "kinds": kinds,
        "playable": not hidden,
        "parameters": {
            name: {"default": one.default, "least": one.least, "most": one.most, "about": one.about}
            for name, one in entry.parameters.items()
        },
    }
