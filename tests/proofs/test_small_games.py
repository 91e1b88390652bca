"""All that is proved of random small games holds in every state and step of them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.circuit.programs import programs
from tests.proofs.knowing import here
from tests.proofs.small import Small, small_game
from zermelo.game.game import Role, State
from zermelo.ground.program import Program
from zermelo.proofs.goal_bounds import proved as bounds_proved
from zermelo.proofs.inhibitors import Inhibitors, inhibitors
from zermelo.proofs.invariants import Counter, Invariants, invariants
from zermelo.proofs.latches import Latch, Latches, LatchKind, latches
from zermelo.proofs.sample import sample
from zermelo.proofs.total import proved_total
from zermelo.proofs.trait_claims import trait_claims
from zermelo.proofs.traits import counted_roles, prove_traits

SEEDS = range(int(os.environ.get("ZERMELO_SMALL_GAMES", "25")))
"""As a longer run: ZERMELO_SMALL_GAMES=2000."""
FEW = 30
"""Positions that are sampled: so few that many guesses are wrong."""


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.tables.call", here)
    monkeypatch.setattr("zermelo.proofs.trait_claims.POSITIONS", FEW)
    monkeypatch.setattr("zermelo.proofs.goal_bounds.POSITIONS", FEW)


def wrong_steps(small: Small, latch: Latch) -> bool:
    """Whether some match breaks a latch."""
    bit = 1 << latch.fluent
    return any(
        bool(state & bit) == latch.positive and bool(after & bit) != latch.positive
        for state in small.reachable()
        for after in small.following[state]
    )


def is_on(latch: Latch, state: State) -> bool:
    return bool(state >> latch.fluent & 1) == latch.positive


def broken(small: Small, known: Invariants, held: Latches, ruled_out: Inhibitors) -> Iterator[str]:
    """Every claim that some state or step breaks."""
    reachable = small.reachable()
    for invariant in (*known.groups, *known.pairs):
        if not all(invariant.count.holds(state) for state in reachable):
            yield invariant.text
    for counter in known.counters:
        if not follows(small, counter):
            yield counter.text
    for latch in held.claims:
        if latch.proved and wrong_steps(small, latch):
            yield f"latch {latch}"
        if latch.kind is LatchKind.LAST and any(
            is_on(latch, state) and small.following[state] for state in reachable
        ):
            yield f"last {latch}"
    for each in ruled_out.inhibitors:
        bits = sum(1 << fluent for fluent in each.fluents)
        for state in reachable:
            if is_on(each.latch, state) and any(
                after & bits & ~state for after in small.following[state]
            ):
                yield f"inhibitor {each.latch}"
    for goal in ruled_out.dead_goals:
        for state in reachable:
            on = goal.latch is None or is_on(goal.latch, state)
            if (
                on
                and small.slow.terminal(state)
                and small.slow.goals(state)[goal.role] == goal.value
            ):
                yield f"dead goal {goal}"


def follows(small: Small, counter: Counter) -> bool:
    """Whether after every number of moves the right fluent of a chain holds."""
    layer, step = {small.slow.initial}, 0
    seen = set[tuple[int, frozenset[State]]]()
    while layer and (step, frozenset(layer)) not in seen:
        seen.add((step, frozenset(layer)))
        if not all(state >> counter.chain[step] & 1 for state in layer):
            return False
        after = set[State]().union(*(small.following[state] for state in layer))
        if step + 1 < len(counter.chain):
            step += 1
        elif counter.again is not None:
            step = counter.again
        elif after or (counter.over and not all(map(small.slow.terminal, layer))):
            return False
        layer = after
    return True


@pytest.mark.parametrize("steps", [20_000, 10**8])
@pytest.mark.parametrize("seed", SEEDS)
def test_invariants_latches_and_inhibitors_hold_in_every_match(seed: int, steps: int) -> None:
    check_knowledge(small_game(seed), seed, steps)


def check_knowledge(small: Small, seed: int, steps: int) -> None:
    """Check invariants, latches and inhibitors of a game."""
    game, program = small.game, small.program
    seen = sample(game, positions=FEW, seed=seed)
    known = invariants(game, program, seen=seen, steps=steps)
    held = latches(game, program, known, seen=seen, steps=steps)
    proper = [latch for latch in held.claims if latch.proved and latch.kind is LatchKind.PROPER]
    ruled_out = inhibitors(game, program, known.counts, proper, steps=steps, looks=1)
    assert list(broken(small, known, held, ruled_out)) == []


def total_of(goals: Sequence[float | None]) -> float | None:
    """What roles get together; None if one has not exactly one goal."""
    shares = [goal for goal in goals if goal is not None]
    return sum(shares) if len(shares) == len(goals) else None


def traits_of(small: Small, start: State) -> dict[str, bool]:
    """The traits of all matches from a state on, by looking at all of them."""
    game, reachable = small.slow, small.reachable(start)
    roles = list(map(Role, range(len(game.roles))))
    counted = counted_roles(small.game)
    ends = [game.goals(state) for state in reachable if game.terminal(state)]
    sums = {total_of([goals[role] for role in counted]) for goals in ends}
    found = {"turns": True, "playable": True, "constant_sum": len(sums) < 2 and None not in sums}
    for state in reachable:
        if not game.terminal(state):
            choices = [len(game.legal(state, role)) for role in roles]
            found["turns"] &= sum(number > 1 for number in choices) < 2
            found["playable"] &= 0 not in choices
    return found


def longest(small: Small) -> int | None:
    """The most moves of any match; None if one goes on for ever."""
    layer, moves = {small.slow.initial}, 0
    while layer := set[State]().union(*(small.following[state] for state in layer)):
        moves += 1
        if moves > len(small.joints):
            return None
    return moves


@pytest.mark.parametrize("seed", SEEDS)
def test_traits_that_are_proved_hold_in_every_match(seed: int) -> None:
    check_traits(small_game(seed), seed)


def check_traits(small: Small, seed: int) -> None:
    """Check the traits of a game that are proved."""
    game, program = small.game, small.program
    seen = sample(game, positions=FEW, seed=seed)
    known = invariants(game, program, seen=seen)
    proofs = prove_traits(game, program, known.counts, seen)
    truth = traits_of(small, game.initial)
    for name, holds in truth.items():
        assert holds or not proofs[name].proved, name
    if proofs["ends"].proved:
        most = longest(small)
        assert most is not None
        assert most <= (proofs["ends"].most or 0)
    if proofs["alternates"].proved:
        roles = list(map(Role, range(len(game.roles))))
        for state in small.reachable():
            if small.slow.terminal(state):
                continue
            first = [len(small.slow.legal(state, role)) > 1 for role in roles]
            for after in small.following[state]:
                if not small.slow.terminal(after):
                    second = [len(small.slow.legal(after, role)) > 1 for role in roles]
                    assert not any(map(min, first, second))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_claim_holds_from_every_state_that_it_is_said_to_hold_from(seed: int) -> None:
    check_claims(small_game(seed))


def check_claims(small: Small) -> None:
    """Check the traits of a game that are claimed of positions."""
    claims = trait_claims(small.game)
    for state in small.states():
        truth = traits_of(small, state)
        for name, holds in truth.items():
            assert holds or not claims.holds_from(small.game, name, state), (name, state)
        total = proved_total(small.game, state)
        if total is not None:
            for end in small.reachable(state):
                if small.slow.terminal(end):
                    assert sum(goal or 0 for goal in small.slow.goals(end)) == total


@pytest.mark.parametrize("steps", [10_000, 10**8])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_end_is_within_the_bounds_of_goals(
    seed: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.proofs.goal_bounds.STEPS_FOR_BOUNDS", steps)
    monkeypatch.setattr("zermelo.proofs.goal_bounds.ends_seen", lambda game: None)
    check_bounds(small_game(seed))


def check_bounds(small: Small) -> None:
    """Check the bounds of a game's goals."""
    bounds = bounds_proved(small.game, small.program)
    for state in small.reachable():
        if small.slow.terminal(state):
            goals = [int(goal or 0) for goal in small.slow.goals(state)]
            assert all(map(int.__le__, bounds.low, goals))
            assert all(map(int.__le__, goals, bounds.high))
            assert sum(goals) <= bounds.most


@settings(max_examples=10, phases=[Phase.generate])
@given(programs(), st.integers(0, 9))
def test_all_that_is_proved_of_any_ground_rules_holds(program: Program, seed: int) -> None:
    named = [f"(at{number % 2} {number})" for number in range(len(program.fluents))]
    small = Small(replace(program, fluents=tuple(named)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.proofs.tables.call", here)
        check_knowledge(small, seed, 10**7)
        check_traits(small, seed)
        check_claims(small)
        check_bounds(small)
