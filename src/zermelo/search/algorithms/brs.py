"""Best-reply search: the root moves, then the one opponent that can hurt it most, and so on.

Paranoid lets every opponent move against the root before it may move again; so it is pessimistic,
and sees few of its own moves ahead. Here all opponents together have one reply, and the others skip
their turn, so every second move is the root's own (Schadd and Winands, Best reply search for
multiplayer games, 2011). The price is that many of the states are none that a match could come to.
It needs turns that can be skipped. With two roles nobody skips, and it is minimax.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Event, Watch
from zermelo.search.many.against import Contest, deepened, first_of
from zermelo.search.many.coalition import Coalition
from zermelo.search.many.default_evaluator import EVALUATOR, evaluator_for
from zermelo.search.many.replies import Replies
from zermelo.search.many.skipping import skips_of
from zermelo.search.many.vector_game import vector_game_of
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.root import ended
from zermelo.search.parts.windows import Line
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.ordering import Ordering
from zermelo.search.window.windowed import WindowMatch, bench_of


@dataclass(frozen=True, slots=True)
class Brs:
    """Alpha-beta with one reply of all opponents together, deeper and deeper."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT
    depth: int | None = option(None, "where to stop, in moves and replies; none: proven", least=0)
    evaluator: Evaluator | None = option(None, EVALUATOR)
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(True, "try moves first that cut at the same ply")
    history: bool = option(True, "try moves first that cut often")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match; UnsuitedError if several opponents have turns that cannot be skipped."""
        evaluator = evaluator_for(game, self.evaluator)
        guess = evaluator.start(game)
        duel: Duel = Coalition(game, role, guess)
        window: type[Window] = Window
        if many := len(game.roles) > 2:
            vector_game = vector_game_of(game, evaluator)
            replies = Replies(game, role, guess, skips=skips_of(game), vector_game=vector_game)
            duel, window = replies, Replying
            watch = watch and partial(tell, watch, replies)
        bench = bench_of(
            duel,
            evaluator,
            window,
            clock,
            watch,
            Ordering(table=self.table, killers=self.killers, history=self.history),
            kernel="off" if many else "auto",
        )
        return partial(think, self.depth, bench)


def think(
    depth: int | None, bench: "WindowMatch[Window]", state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    duel = bench.duel
    over = ended(duel.game, state)
    yield over or first_of(duel.game, duel.role, state, duel)
    if not over:
        contest = Contest(duel, bench.at(clock), {})
        yield from deepened(contest, depth, state, clock, real=len(duel.game.roles) < 3)


def tell(watch: Watch, duel: Replies, event: Event) -> None:
    """Pass an event on with its state as the game knows it."""
    watch(replace(event, state=duel.bare(event.state)))


@dataclass(slots=True)
class Replying(Window):
    """Searches with windows whose lines may skip turns."""

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line as far as it can be played: a reply after which somebody skips ends it."""
        found = []
        for joint in line:
            legal = [self.duel.game.legal(state, Role(role)) for role in range(len(joint))]
            if any(move not in moves for move, moves in zip(joint, legal, strict=True)):
                break
            found.append(joint)
            state = self.duel.game.next(state, joint)
        return tuple(found)
