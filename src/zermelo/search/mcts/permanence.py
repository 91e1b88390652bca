"""What a game is like for playouts: whether what comes to be stays, as stones do, or moves on.

In games of pieces that move, are captured or change hands, a move that was good in one playout is
good in others, and much habit makes playouts better. Where all that is placed stays, the worth of
a move hangs on when it is made; much habit then only makes playouts alike, and they tell less.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from zermelo.game.compiled_game import CompiledGame
from zermelo.sampling.matches import RandomMatchBatch

MATCHES = 64
LONGEST_MATCH = 100
STAYING = 0.25
"""The share of what comes to be, from which on a game is one of placing."""
MOVING, PLACING = 0.25, 0.0
"""How much habit is trusted where pieces move on, and where they stay."""
MOVED, PLACED = 10.0, 2.0
"""How much it counts in the tree how a move fared in playouts, in either."""


@dataclass(frozen=True, slots=True)
class Character:
    """What random matches of a game are like."""

    staying: float  # the share of all fluents that become true which never ceases to be
    length: float  # moves of a match in the mean; LONGEST where it did not end before


@lru_cache(maxsize=32)
def character(game: CompiledGame) -> Character:
    """Return what random matches are like."""
    matches = RandomMatchBatch(game, seed=0)
    matches.size = MATCHES
    come = np.zeros(game.dimensions.fluents, np.int64)
    gone = np.zeros(game.dimensions.fluents, np.bool_)
    earlier = np.zeros((0, 0), np.bool_)
    before: dict[int, int] = {}
    steps = 0
    for layer in matches:
        if layer.step > LONGEST_MATCH:
            break
        steps += int(layer.going.sum())
        bits = np.unpackbits(
            layer.rows.view(np.uint8), axis=1, count=game.dimensions.fluents, bitorder="little"
        ).view(np.bool_)
        if before:
            last = earlier[[before[lane] for lane in layer.lanes.tolist()]]
            come += (bits & ~last).sum(axis=0)
            gone |= (last & ~bits).any(axis=0)
        earlier = bits
        before = {lane: at for at, lane in enumerate(layer.lanes.tolist())}
    return Character(float(come[~gone].sum() / max(1, come.sum())), steps / MATCHES)


def trust_in_habits(game: CompiledGame) -> float:
    """Return how much playouts of a game should trust in habit."""
    return PLACING if character(game).staying >= STAYING else MOVING


def weight_of_history(game: CompiledGame) -> float:
    """Return how much it should count in the tree how a move fared in playouts."""
    return PLACED if character(game).staying >= STAYING else MOVED
