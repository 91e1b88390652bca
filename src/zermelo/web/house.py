"""Everything that one server has: its settings, its games, its workers, its tables."""

import time
from dataclasses import dataclass, field

from starlette.requests import Request

from zermelo.web.settings import Settings
from zermelo.web.shelf import Shelf
from zermelo.web.tables import Tables
from zermelo.web.workers import Workers


@dataclass(eq=False)
class House:
    """What routes ask for; there is one for each server."""

    settings: Settings
    shelf: Shelf = field(init=False)
    workers: Workers = field(init=False)
    tables: Tables = field(init=False)
    asked: float = field(default_factory=time.monotonic)  # when the last request came

    def __post_init__(self) -> None:
        """Furnish it."""
        self.shelf = Shelf(self.settings)
        self.workers = Workers(self.settings)
        self.tables = Tables(self.settings, self.workers)

    async def close(self) -> None:
        """End all matches and processes."""
        self.tables.close()
        await self.workers.close()


def house_of(request: Request) -> House:
    """Return what belongs to the server that was asked."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house
