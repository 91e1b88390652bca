"""MTD(f): the value between two bounds that empty windows bring together (Plaat et al., 1996).

Every pass asks with an empty window whether the value is at least the last answer; the table
remembers what the passes before have seen. From above, MTD(+inf), it looks at exactly the leaves of
SSS*, from below at those of DUAL*. The moves of a node are always tried in the same order, unless
the table is asked about children (`peek`): then its move is tried first, and leaves are not kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf, nextafter

from zermelo.game.game import Game, Role, State
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.root import deep_calls, depth_limit, first_result, result
from zermelo.search.parts.windows import Answer, Line, Windows, completed
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.ordering import Ordering
from zermelo.search.window.windowed import Windowed, WindowMatch


@dataclass(frozen=True, slots=True)
class Mtd(Windowed):
    """Closes in on the value by tests, with a table that knows all leaves."""

    first: float | None = option(None, "first guess of the value; none: that of the evaluator")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        return partial(think, self, self.bench(Window, game, role, clock, watch))

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        # Ends are seen without a search where the table is asked about children.
        return Ordering(
            leaves=not self.peek,
            killers=self.killers,
            history=self.history,
            peek=self.peek,
            fold=self.fold,
        )


def think(options: Mtd, bench: WindowMatch[Window], state: State, clock: Clock) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    duel, search = bench.duel, bench.at(clock)
    yield first_result(duel, state)
    limit = depth_limit(duel.game, options.depth, clock)
    first = options.first
    if first is None:
        first = 0.0 if duel.game.terminal(state) else duel.guessed(state)
    with deep_calls(duel.game, limit):
        value, line, proven = mtd(search, state, limit, first)
        line = search.continued(state, line, limit, value)
        if proven and bench.watch is None:  # a picture is of the search alone
            line = completed(search, state, line, limit)
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
        # Only a pass that the mover of the root won has shown a move that is good for it. What is
        # behind that move is a bound's: the table knows better, when both sides have been heard.
        if maximising == (value >= test):
            line = found[:1]
    return value, line, proven
