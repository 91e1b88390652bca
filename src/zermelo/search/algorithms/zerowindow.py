"""Zero window: is the worth of a state at least so much? Yes or no, and no more than that.

An alpha-beta search with an empty window just below the threshold (Pearl's TEST, 1980): every value
passes one side of it, so that it cuts as soon as can be. Leaves keep their values; it is the
question that has two answers.
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
from zermelo.search.base import DUEL, Bound, Clock, Result, Thinker, option
from zermelo.search.duel import Duel
from zermelo.search.events import Trail, Watch
from zermelo.search.fast import Fast, chosen
from zermelo.search.parts.order import Order
from zermelo.search.parts.table import Table, table_for
from zermelo.search.root import deep_calls, depth_limit, first_result, result
from zermelo.search.windows import Windows


@dataclass(frozen=True, slots=True)
class Zerowindow:
    """Asks whether the value is at least a threshold.

    The value v of its result is a bound. v >= threshold: yes, the role can get at least v. v below
    the threshold: no, it gets at most v. It is `proven` only where there was nothing to search.
    """

    needs: ClassVar[Trait] = DUEL
    threshold: float = option(50.0, "the worth that is asked for")
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, self.evaluator.start(game))
        table = table_for(clock) if self.table else None
        order = Order(table, self.killers, self.history)
        score = chosen(self, game, watch)
        fast = Fast(duel, score, clock, table=self.table) if score else None
        return partial(think, self, duel, table, order, watch, fast)


def think(
    options: Zerowindow,
    duel: Duel,
    table: Table | None,
    order: Order,
    watch: Watch | None,
    fast: Fast | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then one that reaches the threshold, if there is one."""
    first = first_result(duel, state)
    yield first
    if duel.game.terminal(state):
        return
    limit = depth_limit(duel.game, options.depth, clock)
    search: Windows = Window(duel, Trail(clock, watch), table, order)
    if fast is not None:
        search = fast.at(clock)
    with deep_calls(duel.game, limit):
        value, line, _ = search.value(
            state, limit, nextafter(options.threshold, -inf), options.threshold
        )
    bound = Bound.AT_LEAST if value >= options.threshold else Bound.AT_MOST
    yield result(duel, state, value, line, limit, proven=False, bound=bound)
