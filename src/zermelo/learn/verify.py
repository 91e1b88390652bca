"""Strategies held to the truth: every claim against exact values, and play against chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.machine import Words
from zermelo.errors import UnsuitedError
from zermelo.learn.guarantees import guarantees
from zermelo.logic.lemmas import Claim, Lemma, orbit
from zermelo.logic.symmetry.symmetries import Symmetry
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Move, Role, State, joints
from zermelo.rules.information import RANDOM
from zermelo.search.solve.graph import Report
from zermelo.search.solve.solution import Solution, solved


@dataclass(frozen=True, slots=True)
class Verified:
    """How many positions there are, how many some rule covers, and the claims that are wrong."""

    states: int
    covered: int
    wrong: tuple[tuple[Lemma, State], ...]


def verify(
    game: CircuitGame,
    lemmas: Sequence[Lemma],
    symmetries: Sequence[Symmetry],
    *,
    start: State | None = None,
    megabytes: int = 2048,
    report: Report | None = None,
) -> Verified:
    """Hold every claim of lemmas, and of their images, to the exact values of all positions.

    `report` is told now and then how far it is.

    Raises:
        UnsuitedError: the game has chance.
        LimitError: it has too many positions.
    """
    rows, claimed = truth(game, start, megabytes, report)
    covered = np.zeros(len(rows), np.bool_)
    wrong: list[tuple[Lemma, State]] = []
    for lemma in lemmas:
        for image in orbit(lemma, symmetries):
            here = with_literals(game, rows, image)
            covered |= here
            false = here & ~claimed(image.claim)
            wrong += [(image, game.state(rows[place])) for place in np.flatnonzero(false)]
    return Verified(len(rows), int(covered.sum()), tuple(wrong))


def truth(
    game: CircuitGame, start: State | None, megabytes: int, report: Report | None = None
) -> tuple[Words, Callable[[Claim], NDArray[np.bool_]]]:
    """Return all positions, and what says in which of them a claim is true.

    By exact values where there are any, otherwise by what sides are sure of.
    """
    try:
        solution = solved(game, start, megabytes=megabytes, report=report)
    except UnsuitedError:
        if RANDOM in map(str.lower, game.roles):
            raise
        found = guarantees(game, start, megabytes=megabytes)
        return found.rows, cache(found.sure)
    return np.ascontiguousarray(solution.rows.T), partial(valued, solution)


def with_literals(game: CircuitGame, rows: Words, lemma: Lemma) -> NDArray[np.bool_]:
    """Return which of the states have all literals of a lemma."""
    present, absent = (game.row(State(bits)) for bits in (lemma.present, lemma.absent))
    held: NDArray[np.bool_] = ((rows & present) == present).all(axis=1)
    return held & ~(rows & absent).any(axis=1)


def valued(solution: Solution, claim: Claim) -> NDArray[np.bool_]:
    """Return in which positions a claim is true, by their exact values."""
    values = solution.values
    if claim.role == 1:
        assert solution.total is not None, "a second role shares a total"
        values = np.float32(solution.total) - values
    true: NDArray[np.bool_] = values >= claim.value if claim.least else values < claim.value
    # A match that never ends, by best play of both, gives nobody what was to be forced.
    return true & (solution.distances >= 0)


Policy = Callable[[State], Move]


def against_chance(
    game: CircuitGame, policy: Policy, role: Role, start: State | None = None
) -> dict[float, float]:
    """Return how likely each goal is for a role that plays by a policy against uniform chance.

    All choices of the other roles are followed, each with its probability: nothing is sampled. For
    games without repetition whose positions can all be visited.
    """
    known: dict[State, dict[float, float]] = {}

    def outcome(state: State) -> dict[float, float]:
        if state in known:
            return known[state]
        if game.terminal(state):
            goal = game.goals(state)[role]
            known[state] = {float(goal or 0.0): 1.0}
            return known[state]
        move = policy(state) if len(game.legal(state, role)) > 1 else None
        chosen = [joint for joint in joints(game, state) if move in (None, joint[role])]
        found: dict[float, float] = {}
        for joint in chosen:
            for goal, chance in outcome(game.next(state, joint)).items():
                found[goal] = found.get(goal, 0.0) + chance / len(chosen)
        known[state] = found
        return found

    return outcome(game.initial if start is None else start)
