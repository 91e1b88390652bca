"""What searches with windows have in common: their options, and what they keep for a match.

Alpha-beta and scout look once, with the whole window or one around a guess: they `think` here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ClassVar, Generic, TypeVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Result, Thinker, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.endgames import ENDGAMES, endgames_of
from zermelo.search.parts.folds import folds_of
from zermelo.search.parts.order import MoveOrder
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.root import deep_calls, depth_limit, first_result, result
from zermelo.search.parts.table import table_for
from zermelo.search.window.alphabeta import Window, aspired
from zermelo.search.window.fast import WindowKernels, chosen
from zermelo.search.window.ordering import Ordering

Readable = TypeVar("Readable", bound=Window)


@dataclass(slots=True)
class WindowMatch(Generic[Readable]):
    """A search at its place: for one match, with all that it remembers from move to move."""

    duel: Duel
    at: Callable[[Clock], Readable | WindowKernels]
    """Searches by a clock: compiled ones where that was chosen."""
    watch: Watch | None


def bench_of(
    duel: Duel,
    evaluator: Evaluator,
    window: type[Readable],
    clock: Clock,
    watch: Watch | None,
    ordering: Ordering,
    *,
    kernel: str = "auto",
) -> WindowMatch[Readable]:
    """Return what is kept for a match.

    Args:
        duel: the game, and for whom.
        evaluator: how the duel guesses, for the compiled search.
        window: the class of readable searches.
        clock: of the first search.
        watch: who looks on; only the readable search can be watched.
        ordering: what to remember, and which moves to try first.
        kernel: auto, on or off.
    """
    score = chosen(kernel, evaluator, duel.game, watch)
    folds = folds_of(duel.game) if ordering.fold and ordering.table else None
    if score is not None:
        kernels = WindowKernels(duel, score, clock, ordering, folds, scout=window.scouts)
        return WindowMatch(duel, kernels.at, watch)
    known = table_for(clock, leaves=ordering.leaves, folds=folds) if ordering.table else None
    replies = Refutations(duel.game) if ordering.refutation else None
    first = known if ordering.table_first else None
    order = MoveOrder(first, ordering.killers, ordering.history, replies)

    def readable(clock: Clock) -> Readable:
        trail = Trail(clock, watch)
        return window(
            duel, trail, table=known, order=order, shallow=ordering.shallow, peek=ordering.peek
        )

    return WindowMatch(duel, readable, watch)


@dataclass(frozen=True, slots=True)
class Windowed:
    """Options of a search with windows."""

    needs: ClassVar[Trait] = DUEL
    kernels: ClassVar[tuple[str, ...]] = ("search/window/kernels/alphabeta.py",)
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    peek: bool = option(
        False, "ask the table about all children before searching one (transposition cutoffs)"
    )
    fold: bool = option(False, "know symmetric positions by one entry, in searches to the end")
    lemmas: str | None = option(None, LEMMAS)
    endgames: str | None = option(None, ENDGAMES)
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def bench(
        self,
        window: type[Readable],
        game: Game,
        role: Role,
        clock: Clock,
        watch: Watch | None,
    ) -> WindowMatch[Readable]:
        """Return what is kept for a match, with the class of readable searches."""
        proved = None if self.lemmas is None else proved_by(game, role, self.lemmas)
        endgames = None if self.endgames is None else endgames_of(game, role, self.endgames)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved, endgames=endgames)
        return bench_of(
            duel, self.evaluator, window, clock, watch, self.ordering, kernel=self.kernel
        )

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        return Ordering(killers=self.killers, history=self.history, peek=self.peek, fold=self.fold)


@dataclass(frozen=True, slots=True)
class Tabled(Windowed):
    """Options of a search with windows that could do without a table."""

    table: bool = option(True, "remember states that were searched before")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        return Ordering(
            table=self.table,
            killers=self.killers,
            history=self.history,
            peek=self.peek,
            fold=self.fold,
            shallow=self.shallow,
        )


def think(
    bench: WindowMatch[Readable],
    depth: int | None,
    aspiration: float | None,
    state: State,
    clock: Clock,
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    duel, search = bench.duel, bench.at(clock)
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    with deep_calls(duel.game, limit):
        if aspiration is None or duel.game.terminal(state):
            value, line, proven = search.value(state, limit, -inf, inf)
        else:
            centre = duel.guessed(state)
            value, line, proven = aspired(search, state, limit, centre, aspiration)
        line = search.continued(state, line, limit, value)
    yield result(duel, state, value, line, limit, proven, prospects=search.prospects(state))


def exact_search(game: Game) -> Thinker:
    """Return alpha-beta to the end, for the first role, that keeps its table from call to call."""
    bench = Tabled(peek=True, history=True).bench(Window, game, Role(0), Clock(), None)
    return partial(think, bench, None, None)
