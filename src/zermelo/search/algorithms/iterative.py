"""Iterative deepening: alpha-beta to depth 1, 2, 3 and so on, for as long as there is time.

An iteration costs little beside the next one, and shows it which moves to try first (Slate and
Atkin, 1977; Korf, 1985): by the order of the root moves, the table, killers, history and the
refutation table. It stops as soon as a value is proven. Time that runs out in the middle of an
iteration is not lost: a root move that was found to be better than the last one is kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from typing import Protocol

from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.search.base import Bound, Clock, OutOfTimeError, Prospect, Result, Thinker, option
from zermelo.search.events import Watch
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.notes import Notes
from zermelo.search.parts.order import Children
from zermelo.search.parts.root import deep_calls, deepest, first_result, result, window_prospects
from zermelo.search.parts.windows import Answer, Line, Windows, completed
from zermelo.search.window.alphabeta import Window, aspired
from zermelo.search.window.fast import WindowKernels
from zermelo.search.window.ordering import Ordering
from zermelo.search.window.windowed import Tabled, WindowMatch


@dataclass(frozen=True, slots=True)
class Iterative(Tabled):
    """Alpha-beta, deeper and deeper while there is time."""

    depth: int | None = option(None, "where to stop; none: when the value is proven", least=0)
    killers: bool = option(True, "try moves first that cut at the same ply")
    history: bool = option(True, "try moves first that cut often")
    refutation: bool = option(True, "try the replies to each root move again that it had last time")
    aspiration: float | None = option(
        None, "first look this far around the last value only; none: everywhere", least=0
    )

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        bench = self.bench(ReadableDeepening, game, role, clock, watch)
        return partial(think, self, bench)

    @property
    def ordering(self) -> Ordering:
        """What it remembers and tries first."""
        return Ordering(
            table=self.table,
            killers=self.killers,
            history=self.history,
            refutation=self.refutation,
            peek=self.peek,
            fold=self.fold,
            shallow=self.shallow,
        )


def think(
    options: Iterative, bench: "WindowMatch[ReadableDeepening]", state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best of every depth."""
    duel = bench.duel
    yield first_result(duel, state)
    if duel.game.terminal(state):
        return
    limit = deepest(duel.game, state, options.depth, clock)
    windows = bench.at(clock)
    watched = isinstance(windows, ReadableDeepening) and windows.trail.watch is not None
    search = deeper(windows)
    value = duel.guessed(state)
    prospects: dict[Move, Prospect] = {}
    for depth in count(1) if limit is None else range(1, limit + 1):
        with deep_calls(duel.game, depth):
            try:
                if options.aspiration is None:
                    value, line, proven = search.value(state, depth, -inf, inf)
                else:
                    value, line, proven = aspired(search, state, depth, value, options.aspiration)
            except OutOfTimeError:
                if (better := search.notes.better()) is not None:
                    # What this pass did not come to is reported as the one before it had it.
                    prospects |= {one.move: one for one in search.prospects(state)}
                    every = tuple(prospects.values())
                    yield result(duel, state, *better, depth, False, Bound.AT_LEAST, every)
                raise
            line = search.continued(state, line, depth, value)
        prospects |= {one.move: one for one in search.prospects(state)}
        every = tuple(prospects.values())
        if proven and not watched:  # a picture is of the search alone
            line = completed(search, state, line, depth)
        yield result(duel, state, value, line, depth, proven, prospects=every)
        if proven:
            return
        if options.refutation:
            search.refute(state, [line, *search.notes.lines()])


class Deeper(Windows, Protocol):
    """Searches with windows of one root, that remember how its moves did."""

    @property
    def notes(self) -> Notes:
        """How the root's moves did, in this pass and before."""

    def refute(self, root: State, lines: Sequence[Line]) -> None:
        """Have the moves of these lines tried first in the next pass."""


def deeper(search: "ReadableDeepening | WindowKernels") -> Deeper:
    """Return searches that take notes, be they compiled or not."""
    return FastDeepening(search) if isinstance(search, WindowKernels) else search


@dataclass(slots=True)
class ReadableDeepening(Window):
    """The readable ones."""

    notes: Notes = field(default_factory=Notes)

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
            self.notes.begin(low)
        # Not super(): dataclasses with slots are made anew, and it would look for the old class.
        answer = Window.value(self, state, depth, low, high, joint, ply)
        if ply == 1 and joint is not None:
            self.notes.keep(answer[0], (joint, *answer[1]))
        if ply == 0:
            self.notes.end(answer, high)
        return answer

    def ordered(self, state: State, depth: int | None, ply: int) -> Children:
        """Return the children of a state; those of the root as they did in the pass before."""
        children = Window.ordered(self, state, depth, ply)
        if ply == 0:
            ranks = self.notes.ranks(self.duel.maximising(state))
            children.sort(key=lambda child: ranks.get(child[0], inf))
        return children

    def refute(self, root: State, lines: Sequence[Line]) -> None:
        """Have the moves of these lines tried first in the next pass."""
        if self.order.refutations is not None:
            self.order.refutations.keep(root, lines)


@dataclass(slots=True)
class FastDeepening:
    """The compiled ones."""

    fast: WindowKernels
    notes: Notes = field(default_factory=Notes)

    @property
    def duel(self) -> Duel:
        """The game, and for whom."""
        return self.fast.duel

    def value(self, state: State, depth: int | None, low: float, high: float) -> Answer:
        """Return what `Fast` does, and take notes of the root's moves."""
        self.notes.begin(low)
        self.fast.rank(self.notes.ranks(self.duel.maximising(state)))
        try:
            answer = self.fast.value(state, depth, low, high)
        finally:
            for value, line in self.fast.notes(state):
                self.notes.keep(value, line)
        self.notes.end(answer, high)
        return answer

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line that broke off at an answer of the table, as far as the table knows it."""
        return self.fast.continued(state, line, depth, value)

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        """Return what the moves of the root came to that was searched last, if max decides."""
        if not self.duel.maximising(state):
            return ()
        low = max(self.notes.low, self.duel.bounds(state).low)
        return window_prospects(self.duel.role, self.notes.done.values(), low)

    def refute(self, root: State, lines: Sequence[Line]) -> None:
        """Have the moves of these lines tried first in the next pass."""
        self.fast.refute(root, lines)
