"""What searches with windows have in common: their options, and what they keep for a match."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Generic, TypeVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Role, Trait
from zermelo.search.base import DUEL, Clock, option
from zermelo.search.events import Trail, Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.order import MoveOrder
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.table import table_for
from zermelo.search.window.alphabeta import Window
from zermelo.search.window.fast import WindowKernels, chosen
from zermelo.search.window.ordering import Ordering

Readable = TypeVar("Readable", bound=Window)


@dataclass(slots=True)
class WindowMatch(Generic[Readable]):
    """A search at its place: for one match, with all that it remembers from move to move."""

    duel: Duel
    readable: Callable[[Trail], Readable]
    fast: WindowKernels | None
    watch: Watch | None

    def at(self, clock: Clock) -> Readable | WindowKernels:
        """Return searches with windows by a clock: compiled ones where that was chosen."""
        return self.fast.at(clock) if self.fast else self.readable(Trail(clock, self.watch))


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
    known = table_for(clock, leaves=ordering.leaves) if ordering.table else None
    replies = Refutations(duel.game) if ordering.refutation else None
    first = known if ordering.table_first else None
    order = MoveOrder(first, ordering.killers, ordering.history, replies)
    score = chosen(kernel, evaluator, duel.game, watch)
    fast = (
        None if score is None else WindowKernels(duel, score, clock, ordering, scout=window.scouts)
    )
    readable = partial(window, duel, table=known, order=order, shallow=ordering.shallow)
    return WindowMatch(duel, readable, fast, watch)


@dataclass(frozen=True, slots=True)
class Windowed:
    """Options of a search with windows."""

    needs: ClassVar[Trait] = DUEL
    kernels: ClassVar[tuple[str, ...]] = ("search/window/kernels/alphabeta.py",)
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    lemmas: str | None = option(None, LEMMAS)
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
        proved = proved_by(game, role, self.lemmas)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved)
        return bench_of(
            duel, self.evaluator, window, clock, watch, self.ordering, kernel=self.kernel
        )

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        return Ordering(killers=self.killers, history=self.history)


@dataclass(frozen=True, slots=True)
class Tabled(Windowed):
    """Options of a search with windows that could do without a table."""

    table: bool = option(True, "remember states that were searched before")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        return Ordering(
            table=self.table, killers=self.killers, history=self.history, shallow=self.shallow
        )
