"""Iterative deepening: alpha-beta to depth 1, 2, 3 and so on, for as long as there is time.

An iteration costs little beside the next one, and shows it which moves to try first (Slate and
Atkin, 1977; Korf, 1985): by the order of the root moves, the table, killers, history and the
refutation table. It stops as soon as a value is proven. Time that runs out in the middle of an
iteration is not lost: a root move that was found to be better than the last one is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.position.game import Game, Joint, Role, State, Trait
from zermelo.search.algorithms.alphabeta import Answer, Line, Window
from zermelo.search.base import DUEL, Bound, Clock, OutOfTimeError, Result, Thinker, option
from zermelo.search.duel import Duel
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.order import Children, Order
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.table import Table, table_for
from zermelo.search.root import deep_calls, depth_limit, first_result, refuse_endless, result


@dataclass(frozen=True, slots=True)
class Iterative:
    """Alpha-beta, deeper and deeper while there is time."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "where to stop; none: when the value is proven", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(True, "try moves first that cut at the same ply")
    history: bool = option(True, "try moves first that cut often")
    refutation: bool = option(True, "try the replies to each root move again that it had last time")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)
    aspiration: float | None = option(
        None, "first look this far around the last value only; none: everywhere", least=0
    )

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        duel = Duel(game, role, self.evaluator.start(game))
        table = table_for(clock) if self.table else None
        refutations = Refutations(game) if self.refutation else None
        order = Order(table, self.killers, self.history, refutations)
        return partial(think, self, duel, table, order, watch)


def think(
    options: Iterative,
    duel: Duel,
    table: Table | None,
    order: Order,
    watch: Watch | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    yield first_result(duel, state)
    if duel.game.terminal(state):
        return
    limit = deepest(duel.game, options.depth, clock)
    search = Deepening(duel, Trail(clock, watch), table, order, options.shallow)
    value = duel.guessed(state)
    for depth in count(1) if limit is None else range(1, limit + 1):
        with deep_calls(duel.game, depth):
            try:
                if options.aspiration is None:
                    value, line, proven = search.value(state, depth, -inf, inf)
                else:
                    value, line, proven = search.aspired(state, depth, value, options.aspiration)
            except OutOfTimeError:
                if (better := search.better()) is not None:
                    yield result(duel, state, *better, depth, False, Bound.AT_LEAST)
                raise
            line = search.continued(state, line, depth, value)
        yield result(duel, state, value, line, depth, proven)
        if proven:
            return
        if order.refutations is not None:
            order.refutations.keep(state, [line, *search.lines()])


def deepest(game: Game, own: int | None, clock: Clock) -> int | None:
    """Return the depth of the last iteration; UnsuitedError if nothing would ever stop it."""
    if own is None and clock.limits.depth is None:
        if clock.limits.nodes is None and clock.limits.seconds is None:
            refuse_endless(game, "give a depth, nodes or seconds")
        return None
    return depth_limit(game, own, clock)


@dataclass(slots=True)
class Deepening(Window):
    """Searches with windows of one root, that remember how its moves did."""

    done: dict[Joint, tuple[float, Line]] = field(default_factory=dict)  # in this pass
    last: dict[Joint, tuple[float, Line]] = field(default_factory=dict)  # in the one before
    leader: Joint | None = None  # the best root move of the last pass that had a value
    low: float = -inf  # of the root's window

    def value(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint | None = None,
        ply: int = 0,
    ) -> Answer:
        """Return what `Window` does, and take notes of the root's moves."""
        if ply == 0:
            self.last, self.done, self.low = self.last | self.done, {}, low
        # Not super(): dataclasses with slots are made anew, and it would look for the old class.
        answer = Window.value(self, state, depth, low, high, joint, ply)
        if ply == 1 and joint is not None:
            self.done[joint] = answer[0], (joint, *answer[1])
        if ply == 0 and answer[1] and low < answer[0] < high:
            self.leader = answer[1][0]
        return answer

    def ordered(self, state: State, depth: int | None, ply: int) -> Children:
        """Return the children of a state; those of the root as they did in the pass before."""
        children = Window.ordered(self, state, depth, ply)
        if ply == 0 and self.last:
            sign = -1 if self.duel.maximising(state) else 1
            worth = {joint: sign * value for joint, (value, _) in self.last.items()}
            # The move that was best comes first, though others may have the same bound.
            children.sort(key=lambda child: (child[0] != self.leader, worth.get(child[0], inf)))
        return children

    def lines(self) -> list[Line]:
        """Return the line of every root move that was searched last."""
        return [line for _, line in self.done.values()]

    def better(self) -> tuple[float, Line] | None:
        """Return a better move than the first that a pass found before it was broken off."""
        notes = list(self.done.values())
        best = notes[0] if notes else (-inf, ())
        for note in notes[1:]:
            if note[0] > best[0]:
                best = note
        if not notes or best is notes[0] or best[0] <= self.low:
            return None
        return best
