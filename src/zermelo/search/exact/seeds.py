"""What random matches say of the facts that moves bring about: the first history of a search.

A move that brings about what is there in many matches that were won is tried early. Without that, a
search has to find out by its cuts, and its first hundred thousand nodes are in a bad order.
"""

import numpy as np
from numpy.typing import NDArray

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.sampling.matches import RandomMatchBatch, goal_table

BATCHES = 2
"""Of random matches, of up to 1024 each."""
LONGEST_MATCH = 1000
"""Steps after which a batch of matches is given up: what has ended by then must do."""
LEAST_SEEN = 16
"""Matches that a fact must have been there at the end of, to say anything."""
POINTS = 2000
"""Of history, if the mean would rise from the lowest goal to the highest."""


def seeded(game: CompiledGame, state: State, role: Role) -> NDArray[np.int64]:
    """Return the first history [2 * fluents]: of min's moves, then of max's, who is `role`."""
    fluents = game.dimensions.fluents
    seen, sums = np.zeros(fluents, np.int64), np.zeros(fluents, np.int64)
    matches = total = least = most = 0
    for seed in range(BATCHES):
        for layer in RandomMatchBatch(game, seed, state):
            ended = layer.views.ended
            if ended.any():
                goals = goal_table(game, layer.views)[1][ended, role]
                bits = holding(layer.rows[ended], fluents)
                seen += bits.sum(axis=0)
                sums += goals @ bits
                matches, total = matches + len(goals), total + int(goals.sum())
                least, most = min(least, int(goals.min())), max(most, int(goals.max()))
            if layer.step >= LONGEST_MATCH:
                break
    points = np.zeros(fluents, np.int64)
    if most > least:
        # In whole numbers, so that every machine has the same: POINTS * (mean if seen - mean).
        known = seen >= LEAST_SEEN
        there = seen[known] * matches * (most - least)
        points[known] = POINTS * (sums[known] * matches - total * seen[known]) // there
    return np.concatenate([-points, points])


def holding(rows: NDArray[np.uint64], fluents: int) -> NDArray[np.int64]:
    """Return the fluents that hold in states, as numbers [states, fluents]."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, count=fluents, bitorder="little")
    return bits.astype(np.int64)
