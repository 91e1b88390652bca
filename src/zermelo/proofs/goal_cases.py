"""Goals by cases: what the ground rules say about sums of goals without any solver.

Rules often give the goals of both roles by the same few conditions: ahead, level, behind. A goal is
taken apart into such conditions, as far as they stay few, and all ways to make them true or false
are looked at. Conditions that cannot go together may be counted, so bounds are sound, not tight.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.ground.program import Program
from zermelo.proofs.budget import Budget
from zermelo.proofs.symmetry.formulas import Formulas, formulas

LITERALS = 200_000
"""Of ground rules: with more, reading them takes longer than a solver does."""
LEAVES = 12
"""Conditions of which all ways to be true or false are looked at."""
PARTS = 6
"""Parts of a conjunction up to which it is taken apart."""
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class GoalCases:
    """Every case that an end may be in: for each role, which of its goals it then has."""

    values: tuple[tuple[int, ...], ...]  # [role] its goals
    holds: tuple[Flags, ...]  # [role][cases, goals]

    def total(self, counted: Sequence[int]) -> int | None:
        """Return what some roles get together in every case; None if that differs."""
        sums = self.sums(counted)
        single = all((self.holds[role].sum(axis=1) == 1).all() for role in counted)
        return int(sums[0]) if single and len(sums) and (sums == sums[0]).all() else None

    def most(self) -> int | None:
        """Return the greatest sum of all goals in any case; None if there is no case."""
        sums = self.sums(range(len(self.values)))
        return int(sums.max()) if len(sums) else None

    def sums(self, roles: Sequence[int]) -> NDArray[np.int64]:
        """Return what roles get together in each case; of several goals, the greatest counts."""
        own = [
            np.where(self.holds[role], np.array(self.values[role], np.int64), 0).max(
                axis=1, initial=0
            )
            for role in roles
        ]
        found: NDArray[np.int64] = np.sum(own, axis=0, dtype=np.int64)
        return np.broadcast_to(found, len(self.holds[0]))  # nobody gets 0


def goal_cases(program: Program) -> GoalCases | None:
    """Return the cases of a game's goals; None if its rules are too many to be taken apart."""
    if len(program.body) > LITERALS:
        return None
    rules = formulas(program, Budget(1 << 62))
    wanted = [rules.terminal, *(literal for own in rules.goals for _, literal in own)]
    leaves = conditions(rules, wanted)
    if len(leaves) > LEAVES:
        return None
    ways = np.arange(1 << len(leaves))[:, None] >> np.arange(len(leaves)) & 1
    columns = {node: ways[:, place].astype(np.bool_) for place, node in enumerate(leaves)}
    columns[0] = np.zeros(len(ways), np.bool_)
    possible = consistent(rules, columns) & holds(rules, columns, rules.terminal)
    return GoalCases(
        tuple(tuple(value for value, _ in own) for own in rules.goals),
        tuple(
            np.stack(
                [holds(rules, columns, literal)[possible] for _, literal in own], axis=1
            ).reshape(-1, len(own))
            if own
            else np.zeros((int(possible.sum()), 0), np.bool_)
            for own in rules.goals
        ),
    )


def conditions(rules: Formulas, wanted: Sequence[int]) -> list[int]:
    """Return the nodes that some literals are made of, after short conjunctions are taken apart."""
    leaves = {literal >> 1 for literal in wanted} - {0}
    while True:
        apart = next((node for node in sorted(leaves) if is_short(rules, node)), None)
        if apart is None:
            return sorted(leaves)
        leaves = (leaves - {apart} | {part >> 1 for part in rules.conjunctions[apart]}) - {0}


def is_short(rules: Formulas, node: int) -> bool:
    """Whether a node is a conjunction that is taken apart."""
    return 0 < len(rules.conjunctions[node]) <= PARTS


def holds(rules: Formulas, columns: dict[int, Flags], literal: int) -> Flags:
    """Return in which cases a literal is true."""
    node, negative = divmod(literal, 2)
    if node not in columns:
        columns[node] = np.logical_and.reduce(
            [holds(rules, columns, part) for part in rules.conjunctions[node]]
        )
    return ~columns[node] if negative else columns[node]


def consistent(rules: Formulas, columns: dict[int, Flags]) -> Flags:
    """Return the cases in which sums fit each other: what reaches more reaches less as well."""
    fits = np.ones(len(columns[0]), np.bool_)
    sums = [(node, *rules.sums[node]) for node in columns if node in rules.sums]
    for node, bound, pairs in sums:
        for other, lower, same in sums:
            if pairs == same and lower < bound:
                fits &= columns[other] | ~columns[node]
    return fits
