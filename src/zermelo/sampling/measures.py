"""How large a game is, as random matches show it: how many moves there are, how long it lasts."""

from dataclasses import dataclass

import numpy as np

from zermelo.game.compiled_game import CompiledGame
from zermelo.sampling.matches import RandomMatchBatch

POSITIONS = 300_000
"""Positions that are looked at, of small games."""
WORK = 1_000_000_000
"""Positions times the size of the circuit: of large games, fewer positions are looked at."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the mean and the most of what was counted; `count` of it."""

    least: int
    mean: float
    most: int
    count: int


@dataclass(frozen=True, slots=True)
class Measures:
    """What random matches had; None where there was nothing to count."""

    branching: tuple[Spread | None, ...]  # by role: legal moves in states where it has a choice
    length: Spread | None  # joint moves of matches that ended
    unfinished: int  # matches that were still going on, or stuck


def measured(
    game: CompiledGame,
    *,
    positions: int = POSITIONS,
    seed: int = 0,
    batches: int | None = None,
) -> Measures:
    """Return the measures of some positions of random matches, or of some batches of matches.

    A batch that is cut off counts only if it is the first: its short matches have ended, its long
    ones not, so that its mean length says little beside that of whole batches.
    """
    left = min(positions, WORK // (1 + game.dimensions.work)) if batches is None else None
    choices: list[list[int]] = [[] for _ in game.roles]
    lengths: list[int] = []
    done = unfinished = 0
    while batches is None or done < batches:
        counted: list[list[int]] = [[] for _ in game.roles]
        ended: list[int] = []
        matches = RandomMatchBatch(game, seed + done)
        whole = True
        for layer in matches:
            for role, counts in enumerate(layer.counts.T):
                counted[role] += counts[layer.going & (counts > 1)].tolist()
            ended += [layer.step] * int(layer.views.ended.sum())
            if left is not None:
                left -= len(layer.rows)
                if left <= 0:
                    whole = not layer.going.any()
                    break
        if whole or not done:
            choices = [old + new for old, new in zip(choices, counted, strict=True)]
            lengths += ended
            unfinished += matches.size - len(ended)
        done += 1
        if left is not None and left <= 0:
            break
    return Measures(tuple(map(spread, choices)), spread(lengths), unfinished)


def spread(numbers: list[int]) -> Spread | None:
    """Return the spread of some numbers; None of none."""
    if not numbers:
        return None
    return Spread(min(numbers), float(np.mean(numbers)), max(numbers), len(numbers))
