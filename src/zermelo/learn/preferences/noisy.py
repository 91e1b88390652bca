"""A short hypothesis that satisfies most rows, by climbing: what to do where none satisfies all.

Its cost is its length and a penalty for every row that it breaks. It grows or changes by the one
column that lowers the cost most, at the level where it does so, until no such change is left.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.learn.preferences.shortest import Gains, Hypothesis

Levels = tuple[tuple[int, ...], ...]
"""Signed columns of each level, the highest first."""


@dataclass(slots=True)
class Climb:
    """Rows with penalties, columns with lengths, and bounds."""

    gains: Gains
    lengths: NDArray[np.int32]  # [columns]
    penalties: NDArray[np.int64]  # [rows]
    signs: tuple[int, ...]
    levels: int
    longest: int
    deadline: float

    def search(self) -> Hypothesis:
        """Return the best hypothesis that was come to."""
        signed = np.concatenate([sign * self.gains for sign in self.signs])
        spans = np.tile(self.lengths, len(self.signs))
        here: Levels = ()
        cost = float(self.penalties.sum())
        while time.monotonic() < self.deadline:
            steps = [self.step(signed, spans, base) for base in (here, *thinner(here))]
            steps += [(self.cost(signed, spans, base), base) for base in thinner(here)]
            best, there = min(steps, key=lambda step: step[0])
            if best >= cost:
                break
            cost, here = best, there
        size = len(self.gains)
        return tuple(
            sorted(
                (one % size, self.signs[one // size], len(here) - depth)
                for depth, group in enumerate(here)
                for one in group
            )
        )

    def step(self, signed: Gains, spans: NDArray[np.int32], base: Levels) -> tuple[float, Levels]:
        """Return the best way to add one column, with its cost."""
        used = int(sum(spans[one] for group in base for one in group))
        size = len(self.gains)
        taken = [
            one % size + shift
            for group in base
            for one in group
            for shift in range(0, len(signed), size)
        ]
        best: tuple[float, Levels] = (np.inf, base)
        for place, fresh in self.places(base):
            group = () if fresh else base[place]
            below = base[place:] if fresh else base[place + 1 :]
            good, open_ = outcome(signed, base[:place])
            later, _ = outcome(signed, below)
            total = signed + signed[list(group)].sum(axis=0)
            broken = open_ & ~((total > 0) | ((total == 0) & later))
            broken |= ~open_ & ~good
            costs = broken @ self.penalties + used + spans.astype(np.float64)
            costs[taken] = np.inf
            costs[used + spans > self.longest] = np.inf
            one = int(costs.argmin())
            if costs[one] < best[0]:
                best = float(costs[one]), (*base[:place], (*group, one), *below)
        return best

    def places(self, base: Levels) -> Iterator[tuple[int, bool]]:
        """Yield the levels that a column may join, and those that it may open."""
        for place in range(len(base)):
            yield place, False
        if len(base) < self.levels:
            for place in range(len(base) + 1):
                yield place, True

    def cost(self, signed: Gains, spans: NDArray[np.int32], base: Levels) -> float:
        """Return the length of a hypothesis and the penalties of what it breaks."""
        good, _ = outcome(signed, base)
        length = sum(int(spans[one]) for group in base for one in group)
        return length + float(self.penalties[~good].sum())


def thinner(base: Levels) -> Iterator[Levels]:
    """Yield all that is left when one column is taken away."""
    for place, group in enumerate(base):
        for one in group:
            rest = tuple(other for other in group if other != one)
            yield (*base[:place], *((rest,) if rest else ()), *base[place + 1 :])


def outcome(signed: Gains, base: Levels) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which rows levels satisfy, and which they leave open."""
    good = np.zeros(signed.shape[1], np.bool_)
    left = np.ones(signed.shape[1], np.bool_)
    for group in base:
        total = signed[list(group)].sum(axis=0)
        good |= left & (total > 0)
        left &= total == 0
    return good, left
