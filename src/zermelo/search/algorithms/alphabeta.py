"""Alpha-beta: minimax without what cannot matter (Knuth and Moore, 1975).

`low` (alpha) is what max is sure of already, `high` (beta) what min is; a node whose value passes
the window will not be reached, so the rest of its children is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.position.game import Game, Joint, Role, State, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.duel import Duel
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.order import Order
from zermelo.search.parts.table import Table
from zermelo.search.root import depth_limit, first_result, result

Line = tuple[Joint, ...]
Answer = tuple[float, Line, bool]


@dataclass(frozen=True, slots=True)
class Alphabeta:
    """Minimax that leaves out what cannot matter."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.CONSTANT_SUM
    depth: int | None = option(None, "how many moves to look ahead; none: to the end")
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, self.evaluator.start(game))
        table = Table() if self.table else None
        order = Order(table, self.killers, self.history)
        return partial(think, duel, table, order, self.depth, watch)


def think(
    duel: Duel,
    table: Table | None,
    order: Order,
    depth: int | None,
    watch: Watch | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    search = Window(duel, Trail(clock, watch), table, order)
    value, line, proven = search.value(state, limit, -inf, inf)
    yield result(duel, state, value, line, limit, proven)


@dataclass(slots=True)
class Window:
    """Searches of states with windows, on one trail, sharing a table and an order of moves."""

    duel: Duel
    trail: Trail
    table: Table | None
    order: Order

    def value(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint | None = None,
        ply: int = 0,
    ) -> Answer:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """
        self.trail.enter(state, joint, low, high)
        line: Line = ()
        if self.duel.game.terminal(state):
            value, proven = self.duel.worth(state), True
            self.trail.leaf(value)
        elif depth == 0:
            value, proven = self.duel.guessed(state), False
            self.trail.leaf(value)
        elif (known := self.known(state, depth, low, high)) is not None:
            value, line, proven = known
        else:
            value, line, proven = self.searched(state, depth, low, high, ply)
            if self.table is not None:
                best = line[0] if line else None
                remaining = inf if depth is None else depth
                self.table.keep(state, remaining, value, (low, high), best, proven)
        self.trail.leave(value)
        return value, line, proven

    def searched(
        self, state: State, depth: int | None, low: float, high: float, ply: int
    ) -> Answer:
        """Return the value of a state by that of its children."""
        below = None if depth is None else depth - 1
        maximising = self.duel.maximising(state)
        children = self.order.sorted(self.duel.children(state), state, ply)
        best: tuple[float, Line] | None = None
        proven = True
        for number, (joint, child) in enumerate(children):
            worth, rest, sure = self.value(child, below, low, high, joint, ply + 1)
            proven = proven and sure
            if best is None or (worth > best[0] if maximising else worth < best[0]):
                best = worth, (joint, *rest)
                if maximising:
                    low = max(low, worth)
                else:
                    high = min(high, worth)
                self.trail.best(worth, low, high)
            if low >= high and number + 1 < len(children):
                pruned = tuple(joint for joint, _ in children[number + 1 :])
                self.trail.cut(best[0], maximising, pruned)
                self.order.cut(joint, ply, depth)
                break
        assert best is not None, "a role has no legal move"
        return *best, proven

    def known(self, state: State, depth: int | None, low: float, high: float) -> Answer | None:
        """Return an answer of the table that settles the window."""
        if self.table is None:
            return None
        entry = self.table.find(state, inf if depth is None else depth)
        if entry is None:
            return None
        line = (entry.joint,) if entry.joint else ()
        if entry.low >= high or entry.low == entry.high:
            self.trail.known(entry.low, f"at least {entry.low:g} is known")
            return entry.low, line, entry.proven
        if entry.high <= low:
            self.trail.known(entry.high, f"at most {entry.high:g} is known")
            return entry.high, line, entry.proven
        return None
