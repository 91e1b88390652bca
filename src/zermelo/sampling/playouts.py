"""Random playouts: every role plays uniformly, thousands of matches at once on every thread.

When the time is up, no match begins any more, but those that are going on are played to their end:
short ones are over by then more often than long ones, and the means would lean towards them. The
matches of a lane then end at a stopping time, so that by Wald's equation the means are right.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import inf
from threading import Event

import numpy as np

from zermelo.engine.engine import RandomMatches
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State

STEP_LIMIT = 10_000
"""Where a match is cut that does not end by itself."""
AWAKE = 0.2
"""Seconds after which the main thread looks whether a signal has come."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random matches came to; matches that were cut or stuck are not among `playouts`."""

    playouts: int
    steps: int
    seconds: float
    goal_counts: tuple[dict[int, int], ...]  # [role] how often it got each goal
    cut: int  # at the step limit
    stuck: int  # because a role had no move
    first_moves: tuple[tuple[int, ...], ...]  # [role][move] how often it was made first
    going_on: int = 0  # matches that had not ended long after the time was up
    unfinished: int = 0  # their steps

    @property
    def mean_goals(self) -> tuple[float, ...]:
        """The mean goal of each role over the matches that ended."""
        return tuple(
            sum(value * count for value, count in counts.items()) / max(1, self.playouts)
            for counts in self.goal_counts
        )

    @property
    def mean_length(self) -> float:
        """Steps for each match that ended, was cut or got stuck."""
        over = self.playouts + self.cut + self.stuck
        return (self.steps - self.unfinished) / max(1, over)


def play_out(
    game: CompiledGame,
    *,
    seconds: float | None = None,
    passes: int | None = None,
    threads: int = 1,
    seed: int = 0,
    start: State | None = None,
    step_limit: int = STEP_LIMIT,
    count_first_moves: bool = False,
    report: Callable[[int, float], None] | None = None,
) -> Playouts:
    """Play random matches for some seconds, or for `passes` steps in each of 1024 lanes.

    Matches that have begun by then are played to their end. With `seconds`, that may take as long
    again at most; `going_on` counts those that are left. With `passes`, none are, and the same seed
    and number of threads give the same matches. `report` is called now and then with the matches so
    far and the seconds gone.
    """
    if seconds is None and passes is None:
        raise TypeError("playouts need an end: seconds, or passes")
    bits = game.fluent_bits(game.initial if start is None else start)
    seeds = np.random.SeedSequence(seed).generate_state(threads, np.uint64)
    limit = max(1, min(step_limit, (1 << 20) - 1))
    lanes = [game.engine.matches(bits, int(one), limit) for one in seeds]
    for lane in lanes:
        lane.play(0)  # compiles, so that it is not part of the time
        if count_first_moves:
            lane.first_moves = np.zeros(game.dimensions.moves, np.int64)
    stop = Event()
    begin = time.perf_counter()

    def play(lane: RandomMatches, todo: float, until: float, *, closing: bool = False) -> None:
        slice_ = 16
        while todo > 0 and not stop.is_set() and not (closing and lane.going_on()[0] == 0):
            went = time.perf_counter()
            lane.play(int(min(slice_, todo)), closing=closing)
            now = time.perf_counter()
            todo -= slice_
            # Slices of some 20 ms: long enough to cost nothing, short enough to stop in time.
            slice_ = max(1, min(1 << 16, int(slice_ * 0.02 / max(now - went, 1e-4))))
            if now - begin >= until:
                break
            if report and lane is lanes[0]:
                report(int(sum(other.totals[0] for other in lanes)), now - begin)

    def work(lane: RandomMatches) -> None:
        until = inf if seconds is None else seconds
        play(lane, inf if passes is None else passes, until)
        play(lane, inf, 2 * until, closing=True)

    with ThreadPoolExecutor(threads) as pool:
        try:
            doing = {pool.submit(work, lane) for lane in lanes}
            # A signal that another thread gets does not end a wait for a lock: look now and then.
            while doing:
                done, doing = wait(doing, AWAKE, FIRST_COMPLETED)
                for one in done:
                    one.result()  # or what it raised
        finally:
            stop.set()  # interrupted: the pool waits for its threads, so they must not go on
    totals = np.sum([lane.totals for lane in lanes], axis=0)
    goals = np.sum([lane.goals for lane in lanes], axis=0)
    firsts = np.sum([lane.first_moves for lane in lanes], axis=0)
    counts: tuple[dict[int, int], ...] = tuple({} for _ in game.roles)
    for role, value, count in zip(
        game.dimensions.goal_roles, game.dimensions.goal_values, goals, strict=True
    ):
        counts[role][int(value)] = counts[role].get(int(value), 0) + int(count)
    left = [lane.going_on() for lane in lanes]
    return Playouts(
        playouts=int(totals[0]),
        steps=int(totals[1]),
        seconds=time.perf_counter() - begin,
        goal_counts=counts,
        cut=int(totals[2]),
        stuck=int(totals[3]),
        first_moves=tuple(
            tuple(firsts[game.dimensions.firsts[role] : game.dimensions.firsts[role + 1]].tolist())
            for role in range(len(game.roles))
        ),
        going_on=sum(matches for matches, _ in left),
        unfinished=sum(steps for _, steps in left),
    )
