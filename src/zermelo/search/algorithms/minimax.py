"""Minimax: the definition that all the others are held to (von Neumann, 1928).

The worth of a state is the best that its mover can get when everybody plays as well as possible.
Of equal moves the first is chosen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Joint, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.endgames import ENDGAMES, endgames_of
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.root import deep_calls, depth_limit, exact_prospects, first_result, result

Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Minimax:
    """Looks at everything down to a depth."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    lemmas: str | None = option(None, LEMMAS)
    endgames: str | None = option(None, ENDGAMES)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        proved = None if self.lemmas is None else proved_by(game, role, self.lemmas)
        endgames = None if self.endgames is None else endgames_of(game, role, self.endgames)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved, endgames=endgames)
        return partial(think, duel, self.depth, watch)


def think(
    duel: Duel, depth: int | None, watch: Watch | None, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    trail = Trail(clock, watch)
    with deep_calls(duel.game, limit):
        value, line, proven = minimax(duel, trail, state, None, limit)
    every = exact_prospects(duel.role, trail.roots) if duel.maximising(state) else ()
    yield result(duel, state, value, line, limit, proven, prospects=every)


def minimax(
    duel: Duel, trail: Trail, state: State, joint: Joint | None, depth: int | None
) -> tuple[float, Line, bool]:
    """Return the worth of a state for max, the line that leads to it, and whether it is proven."""
    trail.enter(state, joint)
    line: Line = ()
    if duel.game.terminal(state):
        value, proven = duel.worth(state), True
        trail.leaf(value)
    elif (settled := duel.settled(state, -inf, inf)) is not None:
        value, line, proven = settled.value, settled.line, True
        trail.lemma(value, settled.why)
    elif depth == 0:
        value, proven = duel.guessed(state), False
        trail.leaf(value)
    else:
        below = None if depth is None else depth - 1
        maximising = duel.maximising(state)
        best: tuple[float, Line] | None = None
        proven = True
        for move, child in duel.children(state):
            worth, rest, sure = minimax(duel, trail, child, move, below)
            proven = proven and sure
            if joint is None:
                trail.roots.append((worth, (move, *rest)))
            if best is None or (worth > best[0] if maximising else worth < best[0]):
                best = worth, (move, *rest)
                trail.best(worth, -inf, inf)
        assert best is not None, "children are never none"
        value, line = best
    trail.leave(value)
    return value, line, proven
