"""Scout, or principal variation search: the first move is believed to be the best, and the others
are only tested (Pearl, 1980; Marsland and Campbell, 1982; Reinefeld, 1983).

The first child of a node is searched with its whole window, every other one with an empty window
that just asks whether it is better. Only if it is, it is searched again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf, nextafter
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.position.game import Game, Joint, Role, State, Trait
from zermelo.search.algorithms.alphabeta import Window
from zermelo.search.base import DUEL, Clock, Result, Thinker, option
from zermelo.search.duel import Duel
from zermelo.search.events import Trail, Watch
from zermelo.search.fast import Fast, chosen
from zermelo.search.parts.order import Order
from zermelo.search.parts.table import Table, table_for
from zermelo.search.root import deep_calls, depth_limit, first_result, result
from zermelo.search.windows import Answer, Line, Windows


@dataclass(frozen=True, slots=True)
class Scout:
    """Alpha-beta that tests all moves but the first with an empty window."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, self.evaluator.start(game))
        table = table_for(clock) if self.table else None
        order = Order(table, self.killers, self.history)
        score = chosen(self, game, watch)
        fast = Fast(duel, score, clock, table=self.table, scout=True) if score else None
        return partial(think, self, duel, table, order, watch, fast)


def think(
    options: Scout,
    duel: Duel,
    table: Table | None,
    order: Order,
    watch: Watch | None,
    fast: Fast | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, options.depth, clock)
    search: Windows = Scouting(duel, Trail(clock, watch), table, order, options.shallow)
    if fast is not None:
        search = fast.at(clock)
    with deep_calls(duel.game, limit):
        value, line, proven = search.value(state, limit, -inf, inf)
        line = search.continued(state, line, limit, value)
    yield result(duel, state, value, line, limit, proven)


@dataclass(slots=True)
class Scouting(Window):
    """Searches with windows that test before they look closer."""

    def searched(
        self, state: State, depth: int | None, low: float, high: float, ply: int
    ) -> Answer:
        """Return the value of a state by that of its children."""
        window = low, high
        below = None if depth is None else depth - 1
        maximising = self.duel.maximising(state)
        children = self.ordered(state, depth, ply)
        best: tuple[float, Line] | None = None
        proven = True
        for number, (joint, child) in enumerate(children):
            if best is None:
                answer = self.value(child, below, low, high, joint, ply + 1)
            else:
                answer = self.tested(child, below, low, high, joint, ply + 1, maximising)
            worth, rest, sure = answer
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
        assert best is not None, "children are never none"
        self.remember(state, depth, window, best, maximising, proven)
        return *best, proven

    def tested(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint,
        ply: int,
        maximising: bool,
    ) -> Answer:
        """Return a bound if it is no better than what is known, else an answer for the window."""
        if maximising:
            test = low, nextafter(low, inf)
        else:
            test = nextafter(high, -inf), high
        answer = self.value(state, depth, test[0], test[1], joint, ply)
        # The test gave a bound inside the window: only a second look tells the value.
        if test != (low, high) and low < answer[0] < high:
            answer = self.value(state, depth, low, high, joint, ply)
        return answer
