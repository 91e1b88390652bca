"""Traits of a game, as random matches show them: a counter-example refutes, none is no proof."""

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import RandomMatches
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.rules.information import RANDOM, information
from zermelo.sampling.matches import MatchLayer, RandomMatchBatch, goal_table
from zermelo.sampling.playouts import STEP_LIMIT

# Steps are counted, not seconds: what is found does not depend on how busy the machine is.
STEPS_OF_MATCH = 400
"""Steps of a batch of matches after which enough was seen, if `FEW` matches have ended."""
MOST_STEPS = 3000
"""Steps after which looking is given up where hardly a match ends."""
FEW, ENOUGH = 256, 100_000
"""Matches without which steps do not count, and after which looking on would hardly show more."""
PASSES = STEP_LIMIT + STEP_LIMIT // 4
"""Steps of the faster matches that only count how many end: enough to see one that is cut."""
WORDS_RUN = 200_000_000
"""Words of a circuit that may be run for that: some tenths of a second."""
SLICE = 250
"""Steps of these that are played at once."""
MANY = 4096
"""Matches that are enough where kernels are not compiled yet, if all of them end soon."""

Refutation: TypeAlias = tuple[int, str] | None
"""The place of the counter-example in a layer, and what is the matter there."""
Test: TypeAlias = Callable[[MatchLayer], Refutation]


def find_traits(
    game: CompiledGame, *, steps: int = STEPS_OF_MATCH, seed: int = 0
) -> dict[Trait, Finding]:
    """Return what is known of each trait after some steps of random matches.

    Args:
        game: what to play.
        steps: how long to look; longer only if hardly a match has ended by then.
        seed: of the random matches.
    """
    found = {
        Trait.ONE_ROLE: settled(len(game.roles) == 1),
        Trait.TWO_ROLES: settled(len(game.roles) == 2),
        Trait.DETERMINISTIC: settled(RANDOM not in map(str.lower, game.roles)),
        Trait.PERFECT: perfect(game),
        Trait.ENDS: ends(game, seed),
    }
    found |= sampled(game, steps, seed)
    if len(game.roles) == 1:
        found[Trait.TURNS] = settled(True)
    return {trait: found[trait] for trait in Trait if trait in found}


def perfect(game: CompiledGame) -> Finding:
    """Return whether the rules have no `sees`; the circuit does not know it any more."""
    if game.sheet is None:
        return Finding(Evidence.UNKNOWN)
    return settled(not information(game.sheet).hidden)


def settled(holds: bool) -> Finding:
    """Return a finding that needs no playouts."""
    return Finding(Evidence.PROVED if holds else Evidence.REFUTED)


def ends(game: CompiledGame, seed: int = 0) -> Finding:
    """Return whether random matches end."""
    from zermelo.kernels.background import background

    bits = game.fluent_bits(game.initial)
    lanes = game.engine.matches(bits, seed, STEP_LIMIT)
    left = max(1, min(PASSES, WORDS_RUN // max(1, game.dimensions.work)))
    while left > 0 and not (background.is_awaited and all_end_soon(lanes)):
        lanes.play(min(left, SLICE))
        left -= SLICE
    playouts, _, cut, stuck = lanes.totals.tolist()
    if cut:
        because = f"a random match was not over after {STEP_LIMIT:,} steps"
        return Finding(Evidence.REFUTED, playouts, because)
    if stuck:
        because = "in a random match a role had no move before the end"
        return Finding(Evidence.REFUTED, playouts, because)
    return Finding(Evidence.UNREFUTED if playouts else Evidence.UNKNOWN, playouts)


def all_end_soon(matches: RandomMatches) -> bool:
    """Whether many matches have ended, and those that go on are no longer than usual."""
    ended, steps, cut, stuck = matches.totals.tolist()
    playing, ages = matches.going_on()
    return ended >= MANY and not cut and not stuck and ages * ended <= 2 * steps * playing


def sampled(game: CompiledGame, steps: int, seed: int) -> dict[Trait, Finding]:
    """Return what random matches show of the traits that every state has a say in."""
    refuted: dict[Trait, Finding] = {}
    playouts, done = 0, 0
    constant_sum = constant_sum_test(game)
    traits = {Trait.TURNS, Trait.ALTERNATES, Trait.CONSTANT_SUM}
    for batch in count():
        matches = RandomMatchBatch(game, seed + batch)
        tests: dict[Trait, Test] = {
            Trait.TURNS: turns_test(game),
            Trait.ALTERNATES: alternates_test(game, matches.size),
            Trait.CONSTANT_SUM: constant_sum,
        }
        for layer in matches:
            done += 1
            playouts += int(layer.views.ended.sum())
            for trait in sorted(traits - refuted.keys(), key=lambda one: one.value):
                refutation = tests[trait](layer)
                if refutation:
                    where, because = refutation
                    example = matches.line(int(layer.lanes[where]), layer.step)
                    refuted[trait] = Finding(Evidence.REFUTED, playouts, because, example)
            enough = playouts >= ENOUGH or len(refuted) == len(traits)
            if enough or done >= MOST_STEPS or (done >= steps and playouts >= FEW):
                evidence = Evidence.UNREFUTED if playouts else Evidence.UNKNOWN
                return {trait: Finding(evidence, playouts) for trait in traits} | refuted
    raise AssertionError("batches do not run out")


def turns_test(game: CompiledGame) -> Test:
    """Return a test that finds a state in which two roles have a choice."""

    def test(layer: MatchLayer) -> Refutation:
        choosing = layer.counts > 1
        wrong = np.flatnonzero(layer.going & (choosing.sum(axis=1) > 1))
        if not len(wrong):
            return None
        names = [game.roles[role] for role in np.flatnonzero(choosing[wrong[0]])]
        return int(wrong[0]), f"{' and '.join(names)} have a choice at once"

    return test


def alternates_test(game: CompiledGame, size: int) -> Test:
    """Return a test that finds a role with a choice in two states running."""
    before = np.full(size, -1)

    def test(layer: MatchLayer) -> Refutation:
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


def constant_sum_test(game: CompiledGame) -> Test:
    """Return a test that finds two ends of matches with different totals."""
    counted = np.array([role.lower() != RANDOM for role in game.roles])
    known: list[int] = []

    def test(layer: MatchLayer) -> Refutation:
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
