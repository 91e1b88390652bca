"""Zero window: is the worth of a state at least so much? Yes or no, and no more than that.

An alpha-beta search with an empty window just below the threshold (Pearl's TEST, 1980): every value
passes one side of it, so that it cuts as soon as can be. Leaves keep their values; it is the
question that has two answers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf, nextafter

from zermelo.game.game import Game, Role, State
from zermelo.search.base import Bound, Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import deep_calls, depth_limit, first_result, result
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.windowed import Tabled, WindowMatch


@dataclass(frozen=True, slots=True)
class Zerowindow(Tabled):
    """Asks whether the value is at least a threshold.

    The value v of its result is a bound. v >= threshold: yes, the role can get at least v. v below
    the threshold: no, it gets at most v. It is `proven` only where there was nothing to search.
    """

    threshold: float = option(50.0, "the worth that is asked for")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        bench = self.bench(Window, game, role, clock, watch)
        return partial(think, self, bench)


def think(
    options: Zerowindow, bench: WindowMatch[Window], state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then one that reaches the threshold, if there is one."""
    duel, search = bench.duel, bench.at(clock)
    yield first_result(duel, state)
    if duel.game.terminal(state):
        return
    limit = depth_limit(duel.game, options.depth, clock)
    with deep_calls(duel.game, limit):
        value, line, _ = search.value(
            state, limit, nextafter(options.threshold, -inf), options.threshold
        )
    bound = Bound.AT_LEAST if value >= options.threshold else Bound.AT_MOST
    yield result(duel, state, value, line, limit, complete=False, bound=bound)
