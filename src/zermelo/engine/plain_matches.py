"""Random matches on any engine that views and steps: slow, and obviously right."""

import itertools
from typing import TYPE_CHECKING

import numpy as np

from zermelo.engine.engine import Counts, Ints, Views, Words, words_for

if TYPE_CHECKING:
    from zermelo.engine.engine import Engine

FINISHED, STEPS, CUT, STUCK = range(4)
LANES = 64


class PlainMatches:
    """64 random matches, which go on from call to call."""

    def __init__(self, engine: "Engine", start: Ints, seed: int, step_limit: int) -> None:
        """Start every match in `start`, one number for each fluent."""
        self.engine = engine
        self.step_limit = step_limit
        self.random = np.random.default_rng(seed)
        row = np.zeros(8 * words_for(start.size), np.uint8)
        packed = np.packbits(start.astype(np.bool_), bitorder="little")
        row[: packed.size] = packed
        self.start: Words = row.view(np.uint64)
        self.rows: Words = np.repeat(self.start[None], LANES, axis=0)
        self.ages = np.zeros(LANES, np.int64)
        self.totals: Counts = np.zeros(4, np.int64)
        self.goals: Counts = np.zeros(engine.dimensions.goals, np.int64)
        self.first_moves: Counts = np.zeros(0, np.int64)

    def play(self, passes: int, *, closing: bool = False) -> None:
        """Play a number of steps in every match; when `closing`, no match begins."""
        for _ in range(passes):
            playing = self.ages > 0 if closing else np.ones(LANES, np.bool_)
            if not playing.any():
                return
            views = self.engine.view(self.rows)
            counts = self.counts(views)
            ended = views.ended & playing
            cut = (self.ages >= self.step_limit) & ~ended
            stuck = (counts == 0).any(axis=0) & playing & ~ended & ~cut
            going = playing & ~ended & ~cut & ~stuck
            for total, lanes in ((FINISHED, ended), (STEPS, going), (CUT, cut), (STUCK, stuck)):
                self.totals[total] += lanes.sum()
            self.goals += views.goals[ended].sum(axis=0, dtype=np.int64)
            joints = self.drawn(views, going)
            if self.first_moves.size:
                firsts = self.engine.dimensions.firsts[:-1]
                begun = joints[self.ages[going] == 0] + firsts
                np.add.at(self.first_moves, begun.reshape(-1), 1)
            self.rows[going] = self.engine.step(self.rows[going], joints)
            self.rows[~going] = self.start
            self.ages = np.where(going, self.ages + 1, 0)

    def drawn(self, views: Views, going: "np.typing.NDArray[np.bool_]") -> Ints:
        """Return a random joint move for each match that goes on."""
        held = self.bits(views)[going]
        firsts = self.engine.dimensions.firsts.tolist()
        found = np.zeros((len(held), len(firsts) - 1), np.int32)
        for role, (first, end) in enumerate(itertools.pairwise(firsts)):
            for lane, legal in enumerate(held[:, first:end]):
                found[lane, role] = self.random.choice(np.flatnonzero(legal))
        return found

    def bits(self, views: Views) -> "np.typing.NDArray[np.uint8]":
        """Return which moves are legal [matches, moves]."""
        moves = self.engine.dimensions.moves
        return np.unpackbits(views.legal.view(np.uint8), axis=1, count=moves, bitorder="little")

    def counts(self, views: Views) -> Counts:
        """Return how many moves each role has [roles, matches]."""
        held, firsts = self.bits(views), self.engine.dimensions.firsts.tolist()
        pairs = itertools.pairwise(firsts)
        return np.stack([held[:, first:end].sum(axis=1, dtype=np.int64) for first, end in pairs])

    def going_on(self) -> tuple[int, int]:
        """Return how many matches have begun and are not over, and their steps together."""
        return int((self.ages > 0).sum()), int(self.ages.sum())

    def legal(self, *, every: bool) -> Counts:
        """Return how many moves each role has [roles, matches] before the end."""
        views = self.engine.view(self.rows)
        asked = ~views.ended if every else ~views.ended & (self.ages > 0)
        return self.counts(views)[:, asked]
