"""Choices and bodies -> rows and columns: what a learner has to solve."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import Role, State
from zermelo.learn.preferences.bodies import Candidate
from zermelo.learn.preferences.examples import ChoiceState
from zermelo.learn.preferences.shortest import Gains, Hypothesis
from zermelo.learn.preferences.table import Counts, FactTables
from zermelo.strategies.preferences.constraint import Constraint, ConstraintBody, Preferences
from zermelo.strategies.preferences.facts import Vocabulary


@dataclass(frozen=True, slots=True)
class PreferenceSample:
    """Choices, the facts of the states that they lead to, and all strict pairs of those."""

    choices: tuple[ChoiceState, ...]
    tables: FactTables
    numbers: dict[tuple[State, Role], int]
    pairs: NDArray[np.int64]  # [pairs, 2] the better state, the worse one

    def gains(self, counts: Counts) -> Counts:
        """Return what counts of states are for the pairs: worse minus better."""
        gains: Counts = counts[self.pairs[:, 1]] - counts[self.pairs[:, 0]]
        return gains

    def costs(self, preferences: Preferences, known: dict[ConstraintBody, Counts]) -> Counts:
        """Return what every state costs at each level; `known` remembers counts."""
        costs = np.zeros((self.tables.size, len(preferences.levels)), np.int64)
        for one in preferences.constraints:
            if one.body not in known:
                known[one.body] = self.tables.count(one.body)
            costs[:, preferences.levels.index(one.level)] += one.weight * known[one.body]
        return costs

    def satisfied(self, preferences: Preferences) -> int:
        """Return how many pairs are ordered as they should be."""
        costs = [tuple(row) for row in self.costs(preferences, {}).tolist()]
        return sum(costs[better] < costs[worse] for better, worse in self.pairs.tolist())

    def strength(self, preferences: Preferences, known: dict[ConstraintBody, Counts]) -> float:
        """Return how much of the worth at stake is kept by taking what is preferred, 0 to 1.

        Of moves that are preferred alike, one is taken at random.
        """
        costs = [tuple(row) for row in self.costs(preferences, known).tolist()]
        kept = 0.0
        for choice in self.choices:
            own = [costs[self.numbers[child, choice.role]] for child in choice.children]
            taken = [
                worth for worth, cost in zip(choice.worths, own, strict=True) if cost == min(own)
            ]
            least, most = min(choice.worths), max(choice.worths)
            kept += (sum(taken) / len(taken) - least) / (most - least)
        return kept / len(self.choices)


def sample(vocabulary: Vocabulary, choices: Sequence[ChoiceState]) -> PreferenceSample:
    """Return choices with the facts of all states that they lead to."""
    numbers: dict[tuple[State, Role], int] = {}
    pairs = []
    for choice in choices:
        own = [numbers.setdefault((child, choice.role), len(numbers)) for child in choice.children]
        pairs += [(own[better], own[worse]) for better, worse in choice.pairs]
    tables = FactTables([vocabulary.facts(state, role) for state, role in numbers])
    return PreferenceSample(
        tuple(choices), tables, numbers, np.array(pairs, np.int64).reshape(-1, 2)
    )


@dataclass(frozen=True, slots=True)
class LearningProblem:
    """Different columns with the bodies that they stand for, and different rows."""

    gains: Gains  # [columns, rows]
    lengths: NDArray[np.int32]  # [columns]
    members: tuple[
        tuple[tuple[ConstraintBody, int], ...], ...
    ]  # [columns] shortest bodies, with a sign
    sizes: NDArray[np.int64]  # [rows] how many pairs each stands for

    def satisfied(self, hypothesis: Hypothesis) -> NDArray[np.bool_]:
        """Return which rows a hypothesis satisfies."""
        good = np.zeros(len(self.sizes), np.bool_)
        left = ~good
        for level in sorted({level for _, _, level in hypothesis}, reverse=True):
            own = [weight * self.gains[one] for one, weight, at in hypothesis if at == level]
            total = np.sum(own, axis=0)
            good |= left & (total > 0)
            left &= total == 0
        return good

    def preferences(self, hypothesis: Hypothesis) -> Preferences:
        """Return a hypothesis as weak constraints, with the first body of every column."""
        found = []
        for column, weight, level in hypothesis:
            body, sign = self.members[column][0]
            # A gain is what the worse state has more: with a positive weight it costs more.
            found.append(Constraint(body, sign * weight, level))
        return Preferences(tuple(sorted(found, key=lambda one: (-one.level, str(one.body)))))


def problem(
    sample: PreferenceSample, candidates: Sequence[Candidate], *, turned: bool = True
) -> LearningProblem:
    """Return the columns of bodies that tell some pair apart; those that tell the same are one.

    If bodies may be `turned`, those that tell the opposite are too.
    """
    found: dict[bytes, list[tuple[ConstraintBody, int]]] = {}
    for candidate in candidates:
        gains = sample.gains(candidate.counts)
        first = np.flatnonzero(gains)[:1]
        if len(first):
            sign = 1 if gains[first[0]] > 0 or not turned else -1
            found.setdefault((sign * gains).tobytes(), []).append((candidate.body, sign))
    columns = [np.frombuffer(key, np.int64) for key in found]
    table = np.array(columns, np.int64).reshape(len(columns), len(sample.pairs))
    rows, sizes = np.unique(table, axis=1, return_counts=True)
    least = [min(body.length for body, _ in bodies) for bodies in found.values()]
    members = tuple(
        tuple(one for one in bodies if one[0].length == length)
        for bodies, length in zip(found.values(), least, strict=True)
    )
    return LearningProblem(rows.astype(np.int32), np.array(least, np.int32), members, sizes)
