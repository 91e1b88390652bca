"""The services of one server: its games, workers, tables, archive, strategies and children."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from zermelo.web.children import Children
from zermelo.web.games import GameList
from zermelo.web.orders import GameOrder
from zermelo.web.replaying.archive import Archive
from zermelo.web.settings import ServerSettings
from zermelo.web.strategies.kept import Strategies
from zermelo.web.tables import WebTables
from zermelo.web.workers import Workers

KEPT_GAMES = 500
"""Games of which it is known what suits them."""


@dataclass(eq=False)
class Services:
    """What routes use; each server has its own."""

    settings: ServerSettings
    games: GameList = field(init=False)
    workers: Workers = field(init=False)
    tables: WebTables = field(init=False)
    archive: Archive = field(init=False)
    strategies: Strategies = field(init=False)
    children: Children = field(init=False)
    suits: dict[str, list[str]] = field(default_factory=dict)  # searches, by game
    stoppable: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # orders, by job
    asked: float = field(default_factory=time.monotonic)  # when the last request came

    def __post_init__(self) -> None:
        """Create the services."""
        self.games = GameList(self.settings)
        self.workers = Workers(self.settings)
        self.archive = Archive(self.settings)
        self.tables = WebTables(self.settings, self.workers, self.archive.keep)
        self.strategies = Strategies(lambda: self.tables.players)
        self.children = Children(self.settings)

    async def suiting(self, name: str) -> list[str]:
        """Return the searches that suit a game; a worker finds out once."""
        if name not in self.suits:
            order: GameOrder = {"do": "suits", "source": self.games.source(name), "match": name}
            found = await self.workers.ask(order, lambda _: None)
            if len(self.suits) >= KEPT_GAMES:
                self.suits.clear()
            self.suits[name] = list(found["suits"])
        return self.suits[name]

    async def close(self) -> None:
        """End all matches and processes; whoever waits for one of them gets an error."""
        self.tables.close()
        await self.workers.close()
        await self.games.close()
        await self.children.close()
        self.strategies.close()


def services_of(request: Request) -> Services:
    """Return the services of the server that was asked."""
    services = request.app.state.services
    assert isinstance(services, Services)
    return services
