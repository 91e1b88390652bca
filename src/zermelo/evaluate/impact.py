"""Opponent impact: how often what one role does changes what another may expect.

A state is influential for role i on role j if moves of i lead to states that are worth different
things to j. The impact of i on j is the part of the sampled states with a choice for i that are so;
that of the game is the mean over all ordered pairs of roles. In a race it is 0, in chess near 1.
After Zuckerman, Felner and Kraus, Mixing search strategies for multi-player games (2009).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, permutations

import numpy as np

from zermelo.evaluate.base import Evaluator, Guess
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import State, Values
from zermelo.position.interval import wilson
from zermelo.position.sample import Matches

STATES = 200
DEEPEST = 300
"""Steps of random matches that states are taken from."""
MOVES = 24
"""Moves of a state that are tried; of more, some, so that large games take no longer."""


@dataclass(frozen=True, slots=True)
class Impact:
    """The mean of all pairs of roles, and its interval of 95 %."""

    mean: float
    low: float
    high: float
    states: int  # that were looked at
    pairs: dict[tuple[str, str], float]  # of the first role on the second


def opponent_impact(
    game: CircuitGame,
    evaluator: Evaluator,
    *,
    states: int = STATES,
    seed: int = 0,
    seconds: float | None = None,
) -> Impact | None:
    """Return the impact that roles have on each other; None if nobody ever has a choice.

    Other roles that move at the same time make the first of their moves. When `seconds` are over,
    the states seen by then have to do.
    """
    deadline = None if seconds is None else time.perf_counter() + seconds
    guess = evaluator.start(game)
    random = np.random.default_rng(seed)
    pairs = list(permutations(range(len(game.roles)), 2))
    influential = dict.fromkeys(pairs, 0)
    chances = dict.fromkeys(pairs, 0)
    looked = 0
    for state in sampled(game, states, seed):
        if deadline is not None and time.perf_counter() > deadline:
            break
        view = game.view(state)
        looked += 1
        for role, moves in enumerate(view.legal):
            if len(moves) < 2:
                continue
            tried = random.permutation(np.array(moves))[:MOVES].tolist()
            worths = []
            for move in tried:
                joint = [own[0] for own in view.legal]
                joint[role] = move
                worths.append(worth(game, guess, game.next(state, tuple(joint))))
            for other in range(len(game.roles)):
                if other != role:
                    chances[role, other] += 1
                    influential[role, other] += len({round(each[other], 9) for each in worths}) > 1
    total = sum(chances.values())
    if not total:
        return None
    shares = {pair: influential[pair] / chances[pair] for pair in pairs if chances[pair]}
    mean = sum(shares.values()) / len(shares)
    low, high = wilson(mean, total)
    names = {(game.roles[i], game.roles[j]): share for (i, j), share in shares.items()}
    return Impact(mean, low, high, looked, names)


def sampled(game: CircuitGame, states: int, seed: int) -> Iterator[State]:
    """Yield states of random matches that go on, from all depths."""
    random = np.random.default_rng(seed)
    yielded = 0
    for batch in count():
        before = yielded
        for layer in Matches(game, seed + batch):
            rows = layer.rows[layer.going]
            if not len(rows) or layer.step > DEEPEST:
                break
            chosen = random.random(len(rows)) < max(1, states // 40) / len(rows)
            for row in rows[chosen]:
                yield game.state(row)
                yielded += 1
                if yielded == states:
                    return
        if yielded == before:
            return


def worth(game: CircuitGame, guess: Guess, state: State) -> Values:
    """Return what a state is worth: its goals at the end, a guess before."""
    view = game.view(state)
    if not view.terminal:
        return tuple(guess(state))
    return tuple(50.0 if goal is None else float(goal) for goal in view.goals)
