"""Several methods at one puzzle, in turns: each gets its share of the time.

None of them is best for all puzzles, and what a puzzle needs is not known in advance. So all work
at it until one has the answer; they tell each other what they find (`Standing`). Whoever has used
least of its share goes on next (after Huberman, Lukose and Hogg, An economics approach to hard
computational problems, 1997).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from zermelo.errors import UnsuitedError
from zermelo.game.game import Game, State
from zermelo.search.base import Clock, OutOfTimeError, Result
from zermelo.search.plan.breadth import breadth
from zermelo.search.plan.filling import filling
from zermelo.search.plan.informed import informed
from zermelo.search.plan.nested import adapting, nested
from zermelo.search.plan.planner import plans
from zermelo.search.plan.progress import Standing

ALONE = 32
"""Batches that breadth-first search has for itself: small puzzles need nothing else, and get the
same answer however fast the machine is."""
SECONDS_BEFORE_IDASTAR = 3.0
"""Seconds of its share after which IDA* begins, for it has its heuristic to derive from the rules,
and does not stop in between."""
PATIENCE = 5.0
"""Seconds at least, after the best goal is had, to find a shorter way to it or prove the shortest;
else as long again as it took to get there."""
MEGABYTES = 1500
"""What breadth-first search may take if nothing is said of memory; the solver may as much."""


class Shares(NamedTuple):
    """How the time is shared out; a method without a share is left out."""

    breadth: float = 1.0
    plan: float = 1.0
    adapting: float = 1.0
    nested: float = 0.25
    idastar: float = 0.25
    filling: float = 1.0


EVEN = Shares()


@dataclass(slots=True)
class PortfolioMember:
    """A method at work, with its share of the time and what it has used."""

    steps: Iterator[object]
    share: float
    used: float


def solving(
    standing: Standing, clock: Clock, shares: Shares = EVEN, *, seed: int = 0
) -> Iterator[Result]:
    """Yield ever better matches for a puzzle, until the best is proved or time is up.

    When the best goal is had, it goes on for a while to find out whether there is a shorter way.
    """
    memory = clock.limits.memory
    megabytes = MEGABYTES if memory is None else max(1, memory >> 20)
    wide = breadth(standing, clock, megabytes=megabytes)
    workers = [
        PortfolioMember(steps, share, late * share)
        for steps, share, late in (
            (wide, shares.breadth, 0.0),
            (adapting(standing, clock, seed=seed), shares.adapting, 0.0),
            (plans(standing, clock, seed=seed, megabytes=megabytes), shares.plan, 0.0),
            (nested(standing, clock, seed=seed), shares.nested, 0.0),
            (informed(standing, clock), shares.idastar, SECONDS_BEFORE_IDASTAR),
            (filling(standing, clock), shares.filling, 0.0),
        )
        if share > 0
    ]
    had: float | None = None
    told = standing.result()
    yield told
    first = islice(wide, ALONE) if shares.breadth > 0 else ()
    try:
        for _ in chain(first, in_turns(standing, clock, workers)):
            if (news := standing.result()) != told:
                told = news
                yield told
            if standing.proven and had is None:
                had = clock.seconds
            if had is not None and clock.seconds > 2 * had + PATIENCE:
                return
    except OutOfTimeError:
        if (news := standing.result()) != told:
            yield news
        raise
    if (news := standing.result()) != told:  # of a method that has come to its end
        yield news


def in_turns(standing: Standing, clock: Clock, workers: list[PortfolioMember]) -> Iterator[None]:
    """Let methods work in turns until all is settled, or none of them goes on.

    Yields between turns. OutOfTimeError when the clock has run down.
    """
    left = list(workers)
    try:
        while left and not standing.settled:
            worker = min(left, key=lambda one: one.used / one.share)
            begin = time.perf_counter()
            if next(worker.steps, worker) is worker:
                left.remove(worker)
            worker.used += time.perf_counter() - begin
            clock.tick(0)
            yield
    finally:
        for worker in workers:
            if hasattr(worker.steps, "close"):
                worker.steps.close()  # a solver may be waiting


def standing_of(game: Game, state: State) -> Standing:
    """Return what the rules alone say of a puzzle; UnsuitedError if they are not compiled."""
    if (compiled := game.compiled) is None or compiled.program is None:
        raise UnsuitedError(f"{game.name} has no rules that were compiled: bfs and dfs suit it")
    return Standing.of(compiled, state)
