"""Opponent impact: how often what one role does changes what another may expect.

A state is influential for role i on role j if moves of i lead to states that are worth different
things to j. The impact of i on j is the part of the sampled states with a choice for i that are so;
that of the game is the mean over all ordered pairs of roles. In a race it is 0, in chess near 1.
After Zuckerman, Felner and Kraus, Mixing search strategies for multi-player games (2009).

It is as sharp as the evaluator that is asked, so it is a lower estimate: what that does not see has
no impact. An evaluator of goals does not see that a path is blocked, or that somebody has to follow
suit; so the number of moves that a role has next may count as well.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np
from numpy.typing import NDArray

from zermelo.evaluate.base import Evaluator, arrays_of
from zermelo.evaluate.batch import scoring
from zermelo.game.compiled_game import CompiledGame, StateView
from zermelo.rules.information import RANDOM
from zermelo.sampling.matches import RandomMatchBatch, goal_table
from zermelo.sampling.wilson import wilson

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

STATES = 400
PART = 50
"""States that are looked at between two looks at the clock."""
MATCHES = 256
"""Random matches that the states are taken from."""
DEEPEST_STEP = 300
"""Steps of random matches that states are taken from."""
MOVES = 24
"""Moves of a state that are tried; of more, some, so that large games take no longer."""
DRAW = 50.0
"""What an end is worth to a role whose goal is not defined there."""
ROUNDING = 1e-9
"""Worths that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Impact:
    """The mean of all pairs of roles, and its interval of 95 %."""

    mean: float
    low: float
    high: float
    states: int  # that were looked at
    pairs: dict[tuple[str, str], float]  # of the first role on the second


def opponent_impact(
    game: CompiledGame,
    evaluator: Evaluator,
    *,
    moves: bool = False,
    states: int = STATES,
    seed: int = 0,
    seconds: float | None = None,
) -> Impact | None:
    """Return the impact that roles have on each other.

    None if there are no two players, or if none of them was seen to have a choice.

    Chance is nobody's opponent. Other roles that move at the same time make any of their moves, the
    same for all that is compared. The interval counts states, not pairs: what two roles feel of one
    move is no independent evidence.

    Args:
        game: what is played.
        evaluator: what states are worth.
        moves: whether it counts, too, how many moves a role has next.
        states: how many to look at.
        seed: of the random matches that they are taken from, and of the moves that are tried.
        seconds: when these are over, the states seen by then have to do, but for some at least.
            They are of whole matches all the same, so that less time makes the interval wider, and
            nothing else.
    """
    feels = feeling(game, evaluator, moves)
    random = np.random.default_rng(seed)
    begin = time.perf_counter()
    rows = sampled(game, states, seed)
    players = [role for role, name in enumerate(game.roles) if name.lower() != RANDOM]
    pairs = list(permutations(players, 2))
    influential = dict.fromkeys(pairs, 0)
    chances = dict.fromkeys(pairs, 0)
    looked = chosen = 0
    for start in range(0, len(rows), PART):
        if start and seconds is not None and time.perf_counter() > begin + seconds:
            break
        part = rows[start : start + PART]
        views = game.views(part)
        looked += len(views)
        chosen += sum(any(len(own) > 1 for own in view.legal) for view in views)
        for role, felt in felt_by(game, part, views, feels, random):
            for other in players if role in players else ():
                if other != role:
                    chances[role, other] += 1
                    influential[role, other] += int(felt[other])
    shares = {pair: influential[pair] / chances[pair] for pair in pairs if chances[pair]}
    if not shares:
        return None
    mean = sum(shares.values()) / len(shares)
    low, high = wilson(mean, chosen)
    names = {(game.roles[i], game.roles[j]): share for (i, j), share in shares.items()}
    return Impact(mean, low, high, looked, names)


def sampled(game: CompiledGame, states: int, seed: int) -> Words:
    """Return rows of states that random matches came through, all alike likely, in any order.

    The matches are played to their end, or `DEEPEST` steps: early states alone would tell of
    openings. That takes a third of a second in chess.
    """
    random = np.random.default_rng(seed)
    matches = RandomMatchBatch(game, seed)
    matches.size = min(matches.size, MATCHES)
    layers = []
    for layer in matches:
        layers.append(layer.rows[layer.going])
        if layer.step == DEEPEST_STEP:
            break
    rows = np.concatenate(layers)
    return rows[random.permutation(len(rows))[:states]]


def felt_by(
    game: CompiledGame,
    rows: Words,
    views: Sequence[StateView],
    feels: Callable[[Words], Floats],
    random: np.random.Generator,
) -> list[tuple[int, NDArray[np.bool_]]]:
    """Return for every choice in some states whose it is, and which roles feel what is chosen."""
    owners: list[int] = []
    starts: list[int] = []
    parents: list[int] = []
    joints: list[list[int]] = []
    for parent, view in enumerate(views):
        for role, own in enumerate(view.legal):
            if len(own) < 2:
                continue
            owners.append(role)
            starts.append(len(joints))
            joint = [int(moves[random.integers(len(moves))]) for moves in view.legal]
            for place in random.permutation(len(own))[:MOVES]:
                joints.append([*joint[:role], own[place], *joint[role + 1 :]])
                parents.append(parent)
    if not owners:
        return []
    felt = feels(game.engine.step(rows[parents], np.array(joints, np.int32)))
    least, most = np.minimum.reduceat(felt, starts), np.maximum.reduceat(felt, starts)
    differs = (most - least > ROUNDING).reshape(len(owners), -1, len(game.roles))
    either: NDArray[np.bool_] = np.any(differs, axis=1)
    return list(zip(owners, either, strict=True))


def feeling(game: CompiledGame, evaluator: Evaluator, moves: bool) -> Callable[[Words], Floats]:
    """Return what tells all that roles feel of states [states, roles, or twice as many].

    What they are worth: goals at the end, a guess before; and how many moves each role has there.
    """
    score = arrays_of(evaluator, game)
    many = None if score is None else scoring(game, score)
    guess = evaluator.start(game)
    bounds = game.dimensions.firsts.tolist()

    def feels(rows: Words) -> Floats:
        if many is not None:
            found = many(rows)
        else:
            found = np.array([guess(game.state(row)) for row in rows], np.float64)
        views = game.engine.view(rows)
        numbers, totals = goal_table(game, views)
        goals = np.where(numbers == 1, totals, DRAW)
        worth = np.where(views.ended[:, None], goals, found)
        if not moves:
            return worth
        bits = np.unpackbits(
            views.legal.view(np.uint8), axis=1, count=bounds[-1], bitorder="little"
        )
        counts = [bits[:, first:end].sum(axis=1) for first, end in pairwise(bounds)]
        left = np.where(views.ended[:, None], 0, np.stack(counts, axis=1))
        return np.concatenate([worth, left], axis=1)

    feels(game.row(game.initial)[None])  # compiles, so that it is not part of the time
    return feels
