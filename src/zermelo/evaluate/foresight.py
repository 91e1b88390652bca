"""Foresight: how well an evaluator tells from the middle of random matches how they will end.

It is the correlation of what the evaluator says of a state with what the roles get in the end, the
mean of all roles: 1 for an evaluator that knows, 0 for one that might as well be silent. In games
in which pieces are taken, to count them foretells much; in others hardly anything does.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.evaluate.base import Evaluator, arrays_of
from zermelo.evaluate.batch import scored
from zermelo.game.compiled_game import CompiledGame
from zermelo.sampling.matches import RandomMatchBatch, goal_table

MATCHES = 256
STATES = 4
"""States of each match that are asked about, on an average."""
LONGEST_MATCH = 400
"""Steps after which a match tells nothing: it takes too long."""

Floats = NDArray[np.float64]


@lru_cache(maxsize=64)
def foresight(game: CompiledGame, evaluator: Evaluator) -> float:
    """Return the correlation; 0 where the evaluator cannot say anything, or nothing ever ends."""
    score = arrays_of(evaluator, game)
    if score is None:
        return 0.0
    rows, ends = middles(game)
    if not len(rows):
        return 0.0
    return correlation(scored(game, score, rows), ends)


def middles(game: CompiledGame) -> tuple[Words, Floats]:
    """Return states of random matches that are not yet over [states, words], and their ends."""
    matches = RandomMatchBatch(game, seed=0)
    matches.size = min(matches.size, MATCHES)
    random = np.random.default_rng(0)
    layers: list[tuple[NDArray[np.int32], Words]] = []
    ends = np.full((matches.size, len(game.roles)), np.nan)
    lengths = np.zeros(matches.size, np.int64)
    for layer in matches:
        if layer.step > LONGEST_MATCH:
            break
        _, goals = goal_table(game, layer.views)
        over = layer.views.ended
        ends[layer.lanes[over]] = goals[over]
        lengths[layer.lanes[over]] = layer.step
        layers.append((layer.lanes[~over], layer.rows[~over]))
    rows, worths = [], []
    for step, (lanes, states) in enumerate(layers[1:], start=1):
        # The last move but one decides in many games, and would decide here.
        chosen = (lengths[lanes] > step + 1) & (random.random(len(lanes)) * lengths[lanes] < STATES)
        rows.append(states[chosen])
        worths.append(ends[lanes[chosen]])
    if not rows:
        return np.zeros((0, game.words), np.uint64), np.zeros((0, len(game.roles)))
    return np.concatenate(rows), np.concatenate(worths)


def correlation(told: Floats, ends: Floats) -> float:
    """Return the mean over all roles of Pearson's correlation, [states, roles] each.

    >>> told = np.array([[1.0, 3.0], [2.0, 2.0], [3.0, 1.0]])
    >>> correlation(told, 10 * told + 7), correlation(told, np.ones((3, 2)))
    (1.0, 0.0)
    """
    told, ends = told - told.mean(axis=0), ends - ends.mean(axis=0)
    spread = np.sqrt((told**2).sum(axis=0) * (ends**2).sum(axis=0))
    products = (told * ends).sum(axis=0)
    found = np.divide(products, spread, out=np.zeros_like(products), where=spread > 0.0)
    return float(np.round(found.mean(), 12))
