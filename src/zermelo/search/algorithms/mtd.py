"""MTD(f): the value between two bounds that empty windows bring together (Plaat et al., 1996).

Every pass asks with an empty window whether the value is at least the last answer; the table
remembers what the passes before have seen. From above, MTD(+inf), it looks at exactly the leaves of
SSS*, from below at those of DUAL*. The moves of a node are always tried in the same order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf, nextafter
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.position.game import Game, Role, State, Trait
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
class Mtd:
    """Closes in on the value by tests, with a table that knows all leaves."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    first: float | None = option(None, "first guess of the value; none: that of the evaluator")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, self.evaluator.start(game))
        table = table_for(clock, leaves=True)
        order = Order(None, self.killers, self.history)
        score = chosen(self, game, watch)
        fast = Fast(duel, score, clock, leaves=True, table_first=False) if score else None
        return partial(think, self, duel, table, order, watch, fast)


def think(
    options: Mtd,
    duel: Duel,
    table: Table,
    order: Order,
    watch: Watch | None,
    fast: Fast | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, options.depth, clock)
    search: Windows = Window(duel, Trail(clock, watch), table, order)
    if fast is not None:
        search = fast.at(clock)
    first = options.first
    if first is None:
        first = 0.0 if duel.game.terminal(state) else duel.guessed(state)
    with deep_calls(duel.game, limit):
        value, line, proven = mtd(search, state, limit, first)
        line = search.continued(state, line, limit, value)
    yield result(duel, state, value, line, limit, proven)


def mtd(search: Windows, state: State, depth: int | None, first: float) -> Answer:
    """Return the value of a state, its line, and whether no guess was involved.

    Every pass moves one of the bounds, because it returns a bound on the far side of the test.
    """
    maximising = search.duel.maximising(state)
    value, low, high = first, -inf, inf
    line: Line = ()
    proven = True
    while low < high:
        test = nextafter(value, inf) if value == low else value
        value, found, sure = search.value(state, depth, nextafter(test, -inf), test)
        proven = proven and sure
        if value < test:
            high = value
        else:
            low = value
        # Only a pass that the mover of the root won has shown a move that is good for it.
        if maximising == (value >= test):
            line = found
    return value, line, proven
