"""The strategies that a server keeps, by names of its own.

A page never names a file. What it learned is kept here; for the worker that plays by it there is a
file in a folder of this server alone, which is gone when the server ends.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zermelo.errors import LimitError, UsageError
from zermelo.web.answering import BusyError, GoneError
from zermelo.writing import write_text

NAME = re.compile(r"[A-Za-z0-9_-]{16}\Z")
PREFIX = "strategy:"
"""How a seat is spelled that plays by a strategy of this server."""
MOST_STRATEGIES = 40
LONGEST_STRATEGY = 8 << 20
"""Characters of a strategy."""
SEARCHES = {"lemmas": "strategy", "preferences": "preferences"}
"""Which search plays by what a method learns."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A strategy, the game that it is for, and what is said of it."""

    name: str
    game: str
    moves: str  # that lead to where it begins
    method: str
    text: str
    about: Mapping[str, Any]

    @property
    def filename(self) -> str:
        """What the file is called that a page gets."""
        words = re.sub(r"[^A-Za-z0-9_]+", "-", self.game).strip("-")[:60]
        return f"{words or 'game'}-{self.method}.lp"

    def as_object(self) -> dict[str, Any]:
        """Return it as a page has it, without its text."""
        return dict(self.about) | {"strategy": self.name, "game": self.game, "moves": self.moves}


def nobody() -> Collection[str]:
    """Return the players that are at tables: none."""
    return ()


class Strategies:
    """Strategies by name; the oldest that nobody plays by goes when there are too many."""

    def __init__(self, playing: Callable[[], Collection[str]] = nobody) -> None:
        """Begin with none; `playing` says who sits at tables."""
        self.kept: OrderedDict[str, Kept] = OrderedDict()
        self.playing = playing
        self.folder: TemporaryDirectory[str] | None = None

    def keep(self, game: str, moves: str, answer: Mapping[str, Any]) -> Kept:
        """Keep what a worker learned.

        Raises:
            LimitError: it is too long.
            BusyError: there are too many, and all are played by.
        """
        text, method = str(answer["text"]), str(answer["method"])
        if len(text) > LONGEST_STRATEGY:
            raise LimitError(f"the strategy has {len(text):,} characters, more than are kept here")
        self.make_room()
        name = secrets.token_urlsafe(12)
        about = {key: value for key, value in answer.items() if key not in ("text", "say")}
        found = Kept(name, game, moves, method, text, about)
        write_text(self.file(name), text)
        self.kept[name] = found
        return found

    def make_room(self) -> None:
        """Let the oldest go that nobody plays by."""
        if len(self.kept) < MOST_STRATEGIES:
            return
        playing = self.playing()
        free = [name for name in self.kept if f"{PREFIX}{name}" not in playing]
        if not free:
            raise BusyError("as many strategies as this server keeps are played by; end a match")
        self.kept.pop(free[0])
        self.file(free[0]).unlink(missing_ok=True)

    def file(self, name: str) -> Path:
        """Return the file of a strategy: its name was made here, never by a page."""
        if self.folder is None:
            self.folder = TemporaryDirectory(prefix="zermelo-web-")
        return Path(self.folder.name) / f"{name}.lp"

    def find(self, name: str) -> Kept:
        """Return a strategy; GoneError if it is not there."""
        found = self.kept.get(name) if NAME.match(name) else None
        if found is None:
            raise GoneError("this strategy is no longer here; learn it again")
        return found

    def spec(self, player: str, game: str) -> str:
        """Return the search that a seat means, as a worker takes it.

        Raises:
            GoneError: there is no such strategy.
            UsageError: it is for another game.
        """
        found = self.find(player.removeprefix(PREFIX))
        if found.game != game:
            raise UsageError(f"this strategy is for {found.game}, not for {game}")
        return f"{SEARCHES[found.method]}:file={self.file(found.name)}"

    def of(self, game: str) -> list[dict[str, str]]:
        """Return those for a game as players: how the seat is spelled, and a title."""
        return [
            {"name": f"{PREFIX}{name}", "title": str(kept.about["title"])}
            for name, kept in self.kept.items()
            if kept.game == game
        ]

    def close(self) -> None:
        """Let all go, and the folder with them."""
        self.kept.clear()
        if self.folder is not None:
            self.folder.cleanup()
            self.folder = None
