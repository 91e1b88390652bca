"""What a worker keeps between orders: a game, searches that continue, and its two streams."""

from collections.abc import Callable
from typing import Any

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.spelling import after, moves_in
from zermelo.play.network.orders import Heedful
from zermelo.process.inside import Inbox, Say
from zermelo.process.limits import Allowance
from zermelo.search.base import Limits, Thinker
from zermelo.web.compiling import compile_game
from zermelo.web.orders import GameOrder, GameSource, PositionOrder

MEMORY = 1 << 28
"""Bytes that a search may remember things in."""
THINKERS = 4
"""Searches of one match that are kept: one for each role, and one that gives hints."""
Answer = dict[str, Any]


class WorkerState:
    """The game and the searches of the last match: they continue where they were if asked again."""

    def __init__(self, inbox: Inbox, say: Say, megabytes: int) -> None:
        """Begin without a game."""
        self.inbox, self.say, self.megabytes = inbox, say, megabytes
        self.source: GameSource | None = None
        self.game: CompiledGame | None = None
        self.match: Any = None
        self.thinkers: dict[Any, Thinker] = {}

    def known(self, order: GameOrder) -> CompiledGame:
        """Return the game of an order."""
        return self.game_of(order["source"])

    def game_of(self, source: GameSource) -> CompiledGame:
        """Return a game; it was compiled before, so it is only read."""
        if self.game is None or self.source != source:
            self.game = compile_game(source, Allowance(megabytes=self.megabytes))
            self.source = source
            self.forget()
        return self.game

    def thinker(self, match: Any, key: Any, start: Callable[[], Thinker]) -> Thinker:
        """Return the search of a match that is called `key`, started if it is not there yet."""
        if match != self.match:
            self.forget()
            self.match = match
        if key not in self.thinkers:
            while len(self.thinkers) >= THINKERS:
                del self.thinkers[next(iter(self.thinkers))]
            self.thinkers[key] = start()
        return self.thinkers[key]

    def forget(self) -> None:
        """Let all searches go: nobody knows what they remember."""
        self.thinkers.clear()

    def position(self, order: PositionOrder) -> State:
        """Return the position that an order is about: after its moves; PlayError if they fail."""
        game = self.known(order)
        return after(game, game.initial, moves_in(order["moves"]))

    def clock(self, seconds: float | None = None, nodes: int | None = None) -> Heedful:
        """Return a clock that has run down as soon as nobody waits any more."""
        return Heedful(Limits(seconds=seconds, nodes=nodes, memory=MEMORY), self.inbox)

    def tell(self, found: Answer) -> None:
        """Say what has been found up to now."""
        self.say(found | {"say": "result"})
