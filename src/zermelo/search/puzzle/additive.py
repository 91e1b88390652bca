"""Additive heuristics: the sum of what single variables still need, if no move serves two at once.

A table has a cost for every value of a variable: how many of its own changes are needed before the
target can hold. A move that makes the costs of two variables smaller would be counted twice; so
only tables are added of which that is proved impossible, by going through all pairs of their values
and all moves. Then no move makes the sum smaller by more than 1, and it is 0 where the target is
reached: it never says more moves than there are (Korf and Felner, Disjoint pattern database
heuristics, 2002, where a pattern has several tiles).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from zermelo.engine.rails import Cases
from zermelo.game.game import State
from zermelo.search.puzzle.tables import NO_WAY
from zermelo.search.puzzle.variables import Variable, Variables, repeated


@dataclass(frozen=True, slots=True)
class CostTable:
    """The cost of every value of a variable; None is the value of a variable without a fluent."""

    costs: Mapping[int | None, int]

    @property
    def values(self) -> tuple[int | None, ...]:
        """The values, in a fixed order."""
        return tuple(self.costs)

    @property
    def fluents(self) -> Variable:
        """The fluents among the values."""
        return tuple(value for value in self.costs if value is not None)


@dataclass(frozen=True, slots=True)
class Additive:
    """The sum of tables: `base`, and a weight for every fluent that holds."""

    base: int
    weights: tuple[int, ...]  # [fluents]

    @classmethod
    def of(cls, tables: Iterable[CostTable], fluents: int) -> "Additive":
        """Return the sum of tables that have no fluent in common."""
        base, weights = 0, [0] * fluents
        for table in tables:
            without = table.costs.get(None, 0)
            base += without
            for value, cost in table.costs.items():
                if value is not None:
                    weights[value] += cost - without
        return cls(base, tuple(weights))

    def __call__(self, state: State) -> float:
        """Return how many moves a state needs by its tables."""
        total, rest = self.base, int(state)
        while rest:
            low = rest & -rest
            total += self.weights[low.bit_length() - 1]
            rest ^= low
        return inf if total >= NO_WAY else total


def helping(variables: Variables, target: float, values: Sequence[int | None]) -> list[bool]:
    """Return with which values of a variable the target may hold."""
    cases = Cases.unknown(variables.game.dimensions.fluents, len(values))
    settle(variables, cases, values, 1, 1)
    reached = variables.rails.reached(variables.rails.view(cases), target) & cases.possible()
    return [bool(reached >> number & 1) for number in range(len(values))]


def settle(
    variables: Variables, cases: Cases, values: Sequence[int | None], width: int, every: int
) -> None:
    """Have one value of a variable hold in each of its blocks of cases, `width` wide each."""
    fluents = [value for value in values if value is not None]
    for number, value in enumerate(values):
        where = (((1 << width) - 1) << number * width) * every
        if value is None:
            for fluent in fluents:
                cases.set(fluent, False, where)
        else:
            variables.closed(cases, value, where)


def both_fall(variables: Variables, one: CostTable, other: CostTable) -> bool:
    """Whether a move might make the costs of both tables smaller, or nobody has time to look."""
    inner, outer = len(other.values), len(one.values)
    block, moves = inner * outer, variables.moves
    if not variables.affords(block * moves):
        return True
    every = repeated(block, moves)
    cases = Cases.unknown(variables.game.dimensions.fluents, block * moves)
    settle(variables, cases, one.values, inner, every)
    settle(variables, cases, other.values, 1, repeated(inner, outer) * every)
    made = [((1 << block) - 1) << move * block for move in range(moves)]
    seen, may, may_not = variables.rails.step(cases, made)
    going = cases.possible() & seen.terminal[1]
    allowed = 0
    for legal, where in zip(seen.legal, made, strict=True):
        allowed |= legal & where
    going &= allowed
    first = falls(one, may, may_not, inner, every)
    second = falls(other, may, may_not, 1, repeated(inner, outer) * every)
    return bool(going & first & second)


def falls(table: CostTable, may: list[int], may_not: list[int], width: int, every: int) -> int:
    """Return the cases in which the cost of a table may become smaller."""
    found = 0
    for number, value in enumerate(table.values):
        where = (((1 << width) - 1) << number * width) * every
        for after, cost in table.costs.items():
            if cost < table.costs[value]:
                found |= where & reached(table, after, may, may_not)
    return found


def reached(table: CostTable, value: int | None, may: list[int], may_not: list[int]) -> int:
    """Return the cases in which a variable may have a value after the move."""
    if value is not None:
        return may[value]
    found = -1
    for fluent in table.fluents:
        found &= may_not[fluent]
    return found


def disjoint(variables: Variables, tables: Sequence[CostTable]) -> list[CostTable]:
    """Return tables that may be added; of those in each other's way, the weightier."""
    chosen: list[CostTable] = []
    for table in sorted(tables, key=lambda table: -sum(table.costs.values())):
        own = set(table.fluents)
        if any(own & set(other.fluents) for other in chosen):
            continue
        if not any(both_fall(variables, table, other) for other in chosen):
            chosen.append(table)
    return chosen
