"""All tables: matches in memory, the oldest of which go when there are too many."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role
from zermelo.play.thought import is_chance
from zermelo.web.answering import BusyError, GoneError
from zermelo.web.forms import safe
from zermelo.web.orders import GameSource
from zermelo.web.replaying.recorder import Keep
from zermelo.web.seat import CHANCE, PERSON, TableSeat
from zermelo.web.settings import ServerSettings
from zermelo.web.strategies.kept import PREFIX
from zermelo.web.table import WebTable
from zermelo.web.workers import Workers

NAME = re.compile(r"[A-Za-z0-9_-]{16}\Z")


class WebTables:
    """Matches by the names of their tables."""

    def __init__(self, settings: ServerSettings, workers: Workers, keep: Keep) -> None:
        """Begin with none; `keep` is given what was played to its end."""
        self.settings = settings
        self.workers = workers
        self.keep = keep
        self.tables: dict[str, WebTable] = {}

    def find(self, name: str) -> WebTable:
        """Return a table; GoneError if it is not there."""
        found = self.tables.get(name) if NAME.match(name) else None
        if found is None:
            raise GoneError("this match is no longer here; start a new one")
        return found

    def open(
        self,
        game_name: str,
        source: GameSource,
        game: CompiledGame,
        seats: tuple[TableSeat, ...],
        seconds: float,
        joints: Sequence[Joint] = (),
    ) -> WebTable:
        """Return a new table; the match begins at once, where some moves were made already."""
        self.make_room()
        name = secrets.token_urlsafe(12)
        table = WebTable(name, game_name, source, game, seats, seconds, self.workers, self.keep)
        self.tables[name] = table
        table.begin(joints)
        return table

    def make_room(self) -> None:
        """Close the table that was used longest ago, of those that nobody looks at."""
        if len(self.tables) < self.settings.tables:
            return
        left = [table for table in self.tables.values() if not table.streams.queues]
        if not left:
            raise BusyError("there are as many matches as this server holds; close one of them")
        oldest = min(left, key=lambda table: table.used)
        self.tables.pop(oldest.name).close()

    @property
    def players(self) -> set[str]:
        """Who sits at any table."""
        return {seat.player for table in self.tables.values() for seat in table.seats}

    def close(self) -> None:
        """End all matches."""
        for table in self.tables.values():
            table.close()
        self.tables.clear()


Known = Callable[[str], str]
"""What tells the search of a strategy that the server keeps, by how a seat is spelled."""


def seats_for(game: CompiledGame, given: object, known: Known) -> tuple[TableSeat, ...]:
    """Return who plays each role, of what a page said: `{"x": "person", "o": "mcts"}`.

    A strategy that the server keeps is spelled `strategy:NAME`; `known` finds it.

    Raises:
        UsageError: a role is missing, or its player is no search.
        GoneError: a strategy is no longer there.
    """
    if not isinstance(given, dict):
        raise UsageError("seats must say who plays each role")
    return tuple(seat_for(game, Role(role), given, known) for role in range(len(game.roles)))


def seat_for(game: CompiledGame, role: Role, given: Mapping[str, Any], known: Known) -> TableSeat:
    """Return who plays one role."""
    if is_chance(game, role):
        return TableSeat(CHANCE)
    name = game.roles[role]
    player = given.get(name)
    if not isinstance(player, str):
        raise UsageError(f"who plays {name}? a person, or a search")
    if player.startswith(PREFIX) and "=" not in player:
        return TableSeat(player, known(player))
    if player != PERSON:
        safe(player)
    return TableSeat(player)


def default_seats(game: CompiledGame, search: str) -> dict[str, str]:
    """Return who plays if nobody is named: a person the first role, a search the others."""
    players: Sequence[str] = [
        CHANCE if is_chance(game, Role(role)) else PERSON for role in range(len(game.roles))
    ]
    first = next((place for place, one in enumerate(players) if one == PERSON), 0)
    return {
        name: one if one == CHANCE or place == first else search
        for place, (name, one) in enumerate(zip(game.roles, players, strict=True))
    }
