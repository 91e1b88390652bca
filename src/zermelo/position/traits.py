"""Traits of a game, as random matches show them: a counter-example refutes, none is no proof."""

import time
from collections.abc import Callable
from itertools import count, islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Evidence, Finding, Trait, joints
from zermelo.position.playouts import STEP_LIMIT, play_out
from zermelo.position.sample import Layer, Matches, goal_table
from zermelo.rules.information import RANDOM

SECONDS = 0.3
LONGEST = 2.0
"""Seconds that are spent on a large game until there are `FEW` playouts."""
FEW = 256
ENOUGH = 100_000
"""Playouts after which looking on would hardly show more."""

Refutation: TypeAlias = tuple[int, str] | None
"""The place of the counter-example in a layer, and what is the matter there."""
Test: TypeAlias = Callable[[Layer], Refutation]


def find_traits(
    game: CircuitGame, *, hidden: bool = False, seconds: float = SECONDS, seed: int = 0
) -> dict[Trait, Finding]:
    """Return what is known of each trait after some seconds of random matches.

    Args:
        game: what to play.
        hidden: whether its rules have `sees`, which the compiled game does not know any more.
        seconds: how long to look; longer only if hardly a match has ended by then.
        seed: of the random matches.
    """
    found = {
        Trait.ONE_ROLE: settled(len(game.roles) == 1),
        Trait.TWO_ROLES: settled(len(game.roles) == 2),
        Trait.DETERMINISTIC: settled(RANDOM not in map(str.lower, game.roles)),
        Trait.PERFECT: settled(not hidden),
        Trait.ENDS: ends(game, seconds / 3, seed),
    }
    found |= sampled(game, seconds * 2 / 3, seed)
    if len(game.roles) == 1:
        found[Trait.TURNS] = settled(True)
    return {trait: found[trait] for trait in Trait if trait in found}


def settled(holds: bool) -> Finding:
    """Return a finding that needs no playouts."""
    return Finding(Evidence.PROVED if holds else Evidence.REFUTED)


def ends(game: CircuitGame, seconds: float, seed: int) -> Finding:
    """Return whether random matches end."""
    result = play_out(game, seconds=seconds, seed=seed)
    if result.cut:
        because = f"a random match was not over after {STEP_LIMIT:,} steps"
        return Finding(Evidence.REFUTED, result.playouts, because)
    if result.stuck:
        because = "in a random match a role had no move before the end"
        return Finding(Evidence.REFUTED, result.playouts, because)
    evidence = Evidence.UNREFUTED if result.playouts else Evidence.UNKNOWN
    return Finding(evidence, result.playouts)


def sampled(game: CircuitGame, seconds: float, seed: int) -> dict[Trait, Finding]:
    """Return what random matches show of the traits that every state has a say in."""
    for joint in islice(joints(game, game.initial), 1):
        game.next(game.initial, joint)  # compiles, so that it is not part of the time
    begin = time.perf_counter()
    refuted: dict[Trait, Finding] = {}
    playouts = 0
    constant_sum = constant_sum_test(game)
    traits = {Trait.TURNS, Trait.ALTERNATES, Trait.CONSTANT_SUM}
    for batch in count():
        matches = Matches(game, seed + batch)
        tests: dict[Trait, Test] = {
            Trait.TURNS: turns_test(game),
            Trait.ALTERNATES: alternates_test(game, matches.size),
            Trait.CONSTANT_SUM: constant_sum,
        }
        for layer in matches:
            playouts += int(layer.views.ended.sum())
            for trait in traits - refuted.keys():
                refutation = tests[trait](layer)
                if refutation:
                    where, because = refutation
                    example = matches.line(int(layer.lanes[where]), layer.step)
                    refuted[trait] = Finding(Evidence.REFUTED, playouts, because, example)
            gone = time.perf_counter() - begin
            done = playouts >= ENOUGH or len(refuted) == len(traits)
            if done or gone > LONGEST or (gone > seconds and playouts >= FEW):
                evidence = Evidence.UNREFUTED if playouts else Evidence.UNKNOWN
                return {trait: Finding(evidence, playouts) for trait in traits} | refuted
    raise AssertionError("batches do not run out")


def turns_test(game: CircuitGame) -> Test:
    """Return a test that finds a state in which two roles have a choice."""

    def test(layer: Layer) -> Refutation:
        choosing = layer.counts > 1
        wrong = np.flatnonzero(layer.going & (choosing.sum(axis=1) > 1))
        if not len(wrong):
            return None
        names = [game.roles[role] for role in np.flatnonzero(choosing[wrong[0]])]
        return int(wrong[0]), f"{' and '.join(names)} have a choice at once"

    return test


def alternates_test(game: CircuitGame, size: int) -> Test:
    """Return a test that finds a role with a choice in two states running."""
    before = np.full(size, -1)

    def test(layer: Layer) -> Refutation:
        choosing = (layer.counts > 1) & layer.going[:, None]
        mover = np.where(choosing.any(axis=1), choosing.argmax(axis=1), -1)
        several = choosing.sum(axis=1) > 1
        again = (mover >= 0) & (mover == before[layer.lanes])
        before[layer.lanes] = mover
        wrong = np.flatnonzero(several | again)
        if not len(wrong):
            return None
        where = int(wrong[0])
        if several[where]:
            return where, "several roles have a choice at once"
        return where, f"{game.roles[mover[where]]} has a choice twice running"

    return test


def constant_sum_test(game: CircuitGame) -> Test:
    """Return a test that finds two ends of matches with different totals."""
    counted = np.array([role.lower() != RANDOM for role in game.roles])
    known: list[int] = []

    def test(layer: Layer) -> Refutation:
        ended = np.flatnonzero(layer.views.ended)
        if not len(ended):
            return None
        numbers, values = goal_table(game, layer.views)
        undefined = ended[(numbers[ended][:, counted] != 1).any(axis=1)]
        if len(undefined):
            return int(undefined[0]), "a role has no goal, or two, at the end"
        totals: NDArray[np.int64] = values[ended][:, counted].sum(axis=1)
        if not known:
            known.append(int(totals[0]))
        other = ended[totals != known[0]]
        if not len(other):
            return None
        total = int(values[other[0]][counted].sum())
        return int(other[0]), f"one match shares out {known[0]}, another {total}"

    return test
