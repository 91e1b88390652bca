"""Paranoid: one role against all the others, who are believed to be in league against it.

Then a game of many roles is a duel: the root maximises its own worth, everybody else minimises it,
and all that spares work for max and min does so here: windows, the table, killers, history, and the
compiled search (Sturtevant and Korf, On pruning techniques for multi-player games, 2000). It sees
deeper than max^n in the same time, with a darker view. What it finds is what the root can be sure
of, whatever the others do. With two roles and a constant sum it is minimax.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from zermelo.evaluate.base import Evaluator
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.algorithms.scout import Scouting
from zermelo.search.base import Clock, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.many.against import Contest, deepened, first_of
from zermelo.search.many.coalition import Coalition
from zermelo.search.many.default_evaluator import EVALUATOR, evaluator_for
from zermelo.search.many.preference import ranked
from zermelo.search.many.vector_game import VectorGame, vector_game_of
from zermelo.search.parts.root import deepest, ended
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.ordering import Ordering
from zermelo.search.window.windowed import WindowMatch, bench_of


@dataclass(frozen=True, slots=True)
class Paranoid:
    """Alpha-beta for one role against all the others, deeper and deeper."""

    needs: ClassVar[Trait] = Trait.TURNS | Trait.DETERMINISTIC | Trait.PERFECT
    kernels: ClassVar[tuple[str, ...]] = ("search/window/kernels/alphabeta.py",)
    depth: int | None = option(None, "where to stop; none: when the value is proven", least=0)
    evaluator: Evaluator | None = option(None, EVALUATOR)
    ties: Literal["maxn", "first"] = option("maxn", "of moves worth the same: max^n's choice")
    table: bool = option(True, "remember states that were searched before")
    killers: bool = option(True, "try moves first that cut at the same ply")
    history: bool = option(True, "try moves first that cut often")
    scout: bool = option(False, "test all moves but the first with an empty window")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        evaluator = evaluator_for(game, self.evaluator)
        ordering = Ordering(
            table=self.table, killers=self.killers, history=self.history, shallow=self.shallow
        )
        bench = bench_of(
            Coalition(game, role, evaluator.start(game)),
            evaluator,
            Scouting if self.scout else Window,
            clock,
            watch,
            ordering,
            kernel=self.kernel,
        )
        vector_game = vector_game_of(game, evaluator, batches=self.kernel != "off")
        return partial(think, self, bench, vector_game)


def think(
    options: Paranoid,
    bench: "WindowMatch[Window]",
    vector_game: VectorGame,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    duel = bench.duel
    over = ended(duel.game, state)
    yield over or first_of(duel.game, duel.role, state, duel)
    if over:
        return
    ranks = {}
    if options.ties == "maxn" and duel.maximising(state):
        depth = deepest(duel.game, state, options.depth, clock)
        ranks = ranked(vector_game, duel.role, duel.children(state), depth, clock)
    yield from deepened(Contest(duel, bench.at(clock), ranks), options.depth, state, clock)
