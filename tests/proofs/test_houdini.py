"""Whatever the budget is, the claims that are left prove each other: every state is looked at."""

from itertools import combinations

import pytest

from tests.proofs.small import Small, small_game
from zermelo.game.game import State
from zermelo.process.frames import pack, unpack
from zermelo.proofs.budget import Budget
from zermelo.proofs.counts import Count
from zermelo.proofs.houdini import claimed, weed
from zermelo.proofs.tables import tables
from zermelo.proofs.theory import StepTheory


def guesses(small: Small) -> list[Count]:
    """Every count of one, two or all fluents of a group that holds initially: most are wrong."""
    fluents = small.program.fluents
    groups = {name.split()[0] for name in fluents}
    whole = [
        tuple(number for number, name in enumerate(fluents) if name.split()[0] == group)
        for group in sorted(groups)
    ]
    counts = [Count(pair, 0, 1) for pair in combinations(range(len(fluents)), 2)]
    counts += [Count((fluent,), bound, bound) for fluent in range(len(fluents)) for bound in (0, 1)]
    counts += [Count(group, 0, 1) for group in whole]
    counts += [Count(group, 1, len(group)) for group in whole]
    return [count for count in dict.fromkeys(counts) if count.holds(small.slow.initial)]


def theory_of(small: Small) -> StepTheory:
    return StepTheory(unpack(pack(tables(small.program))))


def strongest(small: Small) -> set[Count]:
    """The guesses that prove each other, by taking away what some step breaks."""
    left = set(guesses(small))
    while not small.inductive(list(left)):
        keeping = [state for state in small.states() if all(one.holds(state) for one in left)]
        after = set[State]().union(*(small.following[state] for state in keeping))
        left = {count for count in left if all(count.holds(state) for state in after)}
    return left


@pytest.mark.parametrize("seed", range(25))
def test_with_enough_steps_all_that_is_inductive_is_found(seed: int) -> None:
    small = small_game(seed)
    theory = theory_of(small)
    claims = claimed(theory, guesses(small))
    found, settled = weed(theory, claims, [], Budget(10**9))
    assert settled
    assert {claim.count for claim in found} == strongest(small)


@pytest.mark.parametrize("seed", range(12))
def test_with_any_number_of_steps_what_is_left_is_inductive(seed: int) -> None:
    small = small_game(seed)
    part = set[int]()
    whole = strongest(small)
    for questions in range(30):
        theory = theory_of(small)
        claims = claimed(theory, guesses(small))
        cost = theory.rules + len(claims) + 1000
        found, settled = weed(theory, claims, [], Budget(questions * cost))
        counts = [claim.count for claim in found]
        assert small.inductive(counts), questions
        assert set(counts) <= whole
        assert not settled or set(counts) == whole
        part.add(len(counts))
    assert 0 in part
