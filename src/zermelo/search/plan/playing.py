"""Random matches of a puzzle that are kept: hundreds at once, by the circuit, moves and ends."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Ints, Views, Words
from zermelo.errors import ZermeloError
from zermelo.evaluate.batch import Scoring, scoring
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move
from zermelo.sampling.matches import goal_table

Floats = NDArray[np.float64]
LONGEST_MATCH = 400
"""Moves after which a match is given up."""
PLAIN = 4
"""Batches by which nobody asks how near an end is to a goal: that may take seconds to prepare."""


@dataclass(frozen=True, slots=True, order=True)
class PlayedMatch:
    """A match to its end; the larger, the better.

    Of equal goals that match is better whose end is nearer to a better goal, by fuzzy logic, then
    the longer one: it kept out of a dead end for so long. A match that was given up has the goal
    -1.
    """

    goal: int
    nearness: float
    length: int
    moves: tuple[Move, ...] = field(compare=False)


@dataclass(slots=True)
class Playing:
    """Plays matches of one game at random; how near an end is to a goal is asked once it pays."""

    game: CompiledGame
    random: np.random.Generator
    batches: int = 0  # that were played
    nearness: Scoring | None = None
    known: bool = False  # whether `nearness` is what it will be

    @classmethod
    def of(cls, game: CompiledGame, seed: int) -> "Playing":
        """Return a player by its seed."""
        return cls(game, np.random.default_rng(seed))

    def near(self, rows: Words) -> Floats:
        """Return how near some ends are to a goal; not by the first few batches."""
        self.batches += 1
        if not self.known and self.batches > PLAIN:
            self.known = True
            try:
                self.nearness = scoring(self.game, Fuzzy(unroll=True).arrays(self.game))
            except ZermeloError:
                pass  # the rules of the goal are recursive, or too many
        if self.nearness is None:
            return np.zeros(len(rows))
        return self.nearness(np.ascontiguousarray(rows))[:, 0]

    def best(
        self, rows: Words, weights: Floats, first: int = 0, longest: int = LONGEST_MATCH
    ) -> tuple[int, PlayedMatch]:
        """Play a match from each of some states; returns the number of the best, and the match.

        Args:
            rows: [states, words] where the matches begin.
            weights: [steps, moves], or [1, moves] for all steps, how likely each move is.
            first: the step that the first move is.
            longest: how many moves a match may have.
        """
        from zermelo.search.plan.kernels.draw import draw

        size = len(rows)
        goals = np.full(size, -1, np.int64)
        lengths = np.full(size, longest, np.int64)
        ends = np.zeros_like(rows)
        lanes = np.arange(size)
        history: list[tuple[NDArray[np.int64], Ints]] = []
        for step in range(longest + 1):
            views = self.game.engine.view(rows)
            moves = np.empty(len(rows), np.int32)
            row = weights[min(first + step, len(weights) - 1)]
            draw(views.legal, row, self.random.random(len(rows)), moves)
            over = views.ended | (moves < 0)
            if over.any():
                goals[lanes[over]] = goals_at_ends(self.game, views)[over]
                lengths[lanes[over]] = step
                ends[lanes[over]] = rows[over]
                going = ~over
                lanes, rows, moves = lanes[going], rows[going], moves[going]
            if not len(rows) or step == longest:
                break
            history.append((lanes, moves))
            rows = self.game.engine.step(rows, moves[:, None])
        return self.chosen(goals, lengths, ends, history)

    def chosen(
        self,
        goals: NDArray[np.int64],
        lengths: NDArray[np.int64],
        ends: Words,
        history: list[tuple[NDArray[np.int64], Ints]],
    ) -> tuple[int, PlayedMatch]:
        """Return the best of some matches: only those with the best goal are looked at closely."""
        top = np.flatnonzero(goals == goals.max())
        near = self.near(ends[top])
        number = np.lexsort((lengths[top], near))[-1]
        lane = int(top[number])
        moves = []
        for lanes, made in history:
            at = int(np.searchsorted(lanes, lane))
            if at == len(lanes) or lanes[at] != lane:
                break
            moves.append(Move(int(made[at])))
        return lane, PlayedMatch(int(goals[lane]), float(near[number]), len(moves), tuple(moves))


def goals_at_ends(game: CompiledGame, views: Views) -> NDArray[np.int64]:
    """Return the goal of each state that is an end, -1 for others."""
    counts, values = goal_table(game, views)
    goals: NDArray[np.int64] = np.where(views.ended & (counts[:, 0] == 1), values[:, 0], -1)
    return goals
