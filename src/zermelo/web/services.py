"""Everything that one server has: its settings, its games, its workers, its tables."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from zermelo.web.children import Children
from zermelo.web.game_shelf import Shelf
from zermelo.web.replaying.archive import Archive
from zermelo.web.settings import Settings
from zermelo.web.strategies.kept import Strategies
from zermelo.web.tables import Tables
from zermelo.web.workers import Workers

KEPT = 500
"""Games of which it is known what suits them."""


@dataclass(eq=False)
class House:
    """What routes ask for; there is one for each server."""

    settings: Settings
    shelf: Shelf = field(init=False)
    workers: Workers = field(init=False)
    tables: Tables = field(init=False)
    archive: Archive = field(init=False)
    strategies: Strategies = field(init=False)
    children: Children = field(init=False)
    suits: dict[str, list[str]] = field(default_factory=dict)  # searches, by game
    errands: set[asyncio.Task[Any]] = field(default_factory=set)  # that pages wait for
    stoppable: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # orders, by job
    asked: float = field(default_factory=time.monotonic)  # when the last request came

    def __post_init__(self) -> None:
        """Furnish it."""
        self.shelf = Shelf(self.settings)
        self.workers = Workers(self.settings)
        self.archive = Archive(self.settings)
        self.tables = Tables(self.settings, self.workers, self.archive.keep)
        self.strategies = Strategies(lambda: self.tables.players)
        self.children = Children(self.settings)

    @property
    def streaming(self) -> int:
        """How many pages listen."""
        return self.tables.streams + len(self.errands)

    async def suiting(self, name: str) -> list[str]:
        """Return the searches that suit a game; a worker finds out once."""
        if name not in self.suits:
            order = {"do": "suits", "source": self.shelf.source(name), "match": name}
            found = await self.workers.ask(order, lambda _: None)
            if len(self.suits) >= KEPT:
                self.suits.clear()
            self.suits[name] = list(found["suits"])
        return self.suits[name]

    async def close(self) -> None:
        """End all matches and processes; whoever waits for one of them gets an error."""
        self.tables.close()
        await self.workers.close()
        await self.shelf.close()
        await self.children.close()
        self.strategies.close()


def house_of(request: Request) -> House:
    """Return what belongs to the server that was asked."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house
