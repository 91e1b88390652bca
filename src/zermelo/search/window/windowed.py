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
from zermelo.search.parts.order import Order
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.refutation import Refutations
from zermelo.search.parts.table import table_for
from zermelo.search.parts.windows import Windows
from zermelo.search.window.fast import Fast, chosen

Readable = TypeVar("Readable", bound=Windows)


@dataclass(slots=True)
class Bench(Generic[Readable]):
    """A search at its place: for one match, with all that it remembers from move to move."""

    duel: Duel
    readable: Callable[[Trail], Readable]
    fast: Fast | None
    watch: Watch | None

    def at(self, clock: Clock) -> Readable | Fast:
        """Return searches with windows by a clock: compiled ones where that was chosen."""
        return self.fast.at(clock) if self.fast else self.readable(Trail(clock, self.watch))


def bench_of(
    duel: Duel,
    evaluator: Evaluator,
    window: Callable[..., Readable],
    clock: Clock,
    watch: Watch | None,
    *,
    kernel: str = "auto",
    killers: bool = False,
    history: bool = False,
    table: bool = True,
    leaves: bool = False,
    scout: bool = False,
    refutation: bool = False,
    shallow: int = 0,
) -> Bench[Readable]:
    """Return what is kept for a match; for the arguments see `Windowed`, where they are options."""
    known = table_for(clock, leaves=leaves) if table else None
    replies = Refutations(duel.game) if refutation else None
    order = Order(None if leaves else known, killers, history, replies)
    fast = None
    if (score := chosen(kernel, evaluator, duel.game, watch)) is not None:
        fast = Fast(
            duel,
            score,
            clock,
            table=table,
            leaves=leaves,
            table_first=not leaves,
            scout=scout,
            killers=killers,
            history=history,
            refutation=refutation,
            shallow=shallow,
        )
    readable = partial(window, duel, table=known, order=order, shallow=shallow)
    return Bench(duel, readable, fast, watch)


@dataclass(frozen=True, slots=True)
class Windowed:
    """Options of a search with windows."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    killers: bool = option(False, "try moves first that cut at the same ply")
    history: bool = option(False, "try moves first that cut often")
    lemmas: str | None = option(None, LEMMAS)
    kernel: str = option("auto", "compiled code: auto takes it where it can; on insists; off")

    def bench(
        self,
        window: Callable[..., Readable],
        game: Game,
        role: Role,
        clock: Clock,
        watch: Watch | None,
        *,
        table: bool = True,
        leaves: bool = False,
        scout: bool = False,
        refutation: bool = False,
        shallow: int = 0,
    ) -> Bench[Readable]:
        """Return what is kept for a match.

        Args:
            window: makes a readable search of a duel, a trail, a table, an order, a shallow depth.
            game: what is searched.
            role: for whom.
            clock: of the first search.
            watch: who looks on; only the readable search can be watched.
            table: remember states that were searched before.
            leaves: remember leaves too, and do not try the table's move first.
            scout: `window` tests all moves but the first with an empty window.
            refutation: try moves first that the last lines had.
            shallow: order moves by a search to this depth, where more is left.
        """
        proved = proved_by(game, role, self.lemmas)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved)
        return bench_of(
            duel,
            self.evaluator,
            window,
            clock,
            watch,
            kernel=self.kernel,
            killers=self.killers,
            history=self.history,
            table=table,
            leaves=leaves,
            scout=scout,
            refutation=refutation,
            shallow=shallow,
        )


@dataclass(frozen=True, slots=True)
class Tabled(Windowed):
    """Options of a search with windows that could do without a table."""

    table: bool = option(True, "remember states that were searched before")
    shallow: int = option(0, "order moves by a search to this depth, where more is left", least=0)
