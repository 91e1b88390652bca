"""Strategies checked by looking at every position: claims, moves, and what following them gets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State, joints
from zermelo.learn.following import Policies
from zermelo.learn.guarantees import Guarantees, guarantees
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.rules.information import RANDOM

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found by looking at all positions that can be reached."""

    states: int
    covered: int  # by some rule
    wrong: tuple[tuple[Lemma, State], ...]  # claims that are not true
    moves_checked: int
    wrong_moves: tuple[tuple[Lemma, State], ...]  # moves that do not get what is claimed
    guaranteed: tuple[int | None, ...]  # what each role gets by the rules; None: maybe no end


def verify(
    game: CompiledGame,
    lemmas: Sequence[Lemma],
    symmetries: Sequence[Symmetry],
    *,
    invariants: Sequence[Count] = (),
    start: State | None = None,
    megabytes: int = 2048,
    report: Callable[[str], None] | None = None,
) -> Verified:
    """Check every claim and every move of lemmas, and of their images, in all positions.

    A claim is true where its side can force it. A move is right if it is legal, and its claim is
    still true whatever the others reply. What a role gets that plays by the lemmas is the worst of
    all that the others can do, and of all own moves where no lemma has one.

    Args:
        game: the game.
        lemmas: in the order of a strategy file.
        symmetries: whose images are checked, too.
        invariants: lemmas are about positions that keep these.
        start: where to begin, if not in the initial state.
        megabytes: memory for all positions.
        report: called now and then with how far it is.

    Raises:
        UnsuitedError: the game has chance.
        LimitError: it has too many positions.
    """
    if RANDOM in map(str.lower, game.roles):
        raise UnsuitedError(f"nothing can be forced against chance, and {game.name} has it")
    graph = guarantees(game, start, megabytes=megabytes, report=report)
    true_of = cache(graph.sure)
    kept = keeping(game, graph.rows, invariants)
    covered = np.zeros(len(graph.rows), np.bool_)
    policies = Policies(game, graph)
    wrong: list[tuple[Lemma, State]] = []
    wrong_moves: list[tuple[Lemma, State]] = []
    checked = 0
    for lemma in lemmas:
        for image in orbit(lemma, symmetries):
            here = with_literals(game, graph.rows, image) & kept
            covered |= here
            true = true_of(image.claim)
            wrong += [(image, game.state(graph.rows[at])) for at in np.flatnonzero(here & ~true)]
            moving = here & true & ~graph.ended
            checked += int(moving.sum()) if image.moves else 0
            bad = moving & ~good_moves(graph, image, true)
            wrong_moves += [(image, game.state(graph.rows[at])) for at in np.flatnonzero(bad)]
            policies.add(image, here)
    return Verified(
        states=len(graph.rows),
        covered=int(covered.sum()),
        wrong=tuple(wrong),
        moves_checked=checked,
        wrong_moves=tuple(wrong_moves),
        guaranteed=tuple(policies.guaranteed(Role(role)) for role in range(len(game.roles))),
    )


def keeping(game: CompiledGame, rows: Words, invariants: Sequence[Count]) -> Bools:
    """Return which of the states keep all invariants."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    kept: Bools = np.ones(len(rows), np.bool_)
    for count in invariants:
        kept &= ~count.broken(bits)
    return kept


def with_literals(game: CompiledGame, rows: Words, lemma: Lemma) -> Bools:
    """Return which of the states have all literals of a lemma."""
    present, absent = (game.row(State(bits)) for bits in (lemma.present, lemma.absent))
    held: Bools = ((rows & present) == present).all(axis=1)
    return held & ~(rows & absent).any(axis=1)


def good_moves(graph: Guarantees, lemma: Lemma, true: Bools) -> Bools:
    """Return in which positions the moves of a lemma are legal, and keep its claim true."""
    played = np.ones(len(graph.parents), np.bool_)
    if lemma.claim.side and not lemma.moves:
        return np.zeros(len(graph.rows), np.bool_)  # it says that the match is over
    for role, move in zip(lemma.claim.side, lemma.moves, strict=True):
        played &= graph.joints[:, role] == move
    good = np.zeros(len(graph.rows), np.bool_)
    good[graph.parents[played]] = True
    good[graph.parents[played & ~true[graph.children]]] = False
    return good


Policy = Callable[[State], Move]


def against_chance(
    game: CompiledGame, policy: Policy, role: Role, start: State | None = None
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
