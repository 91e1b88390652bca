"""Instances of bodies in many states at once: joins of tables of numbers.

`Body.count` says what is counted, one state at a time; here all states are rows of one table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.strategies.preferences.constraint import (
    DIFFERENT,
    ConstraintBody,
    Facts,
    ShapeLiteral,
    is_variable,
)
from zermelo.text.names import is_integer

Table = NDArray[np.int64]
"""[rows, columns] the number of a state, then those of values."""
Counts = NDArray[np.int64]  # [states]


@dataclass(frozen=True, slots=True)
class Bindings:
    """The ways to fill the variables of a body: a column for the state, and one for each."""

    names: tuple[str, ...] = ()
    rows: Table = field(default_factory=lambda: np.zeros((0, 1), np.int64))


class FactTables:
    """The facts of many states, by shape."""

    def __init__(self, states: Sequence[Facts]) -> None:
        """Number the values, and put all facts into tables."""
        self.size = len(states)
        self.numbers: dict[str, int] = {}
        rows: dict[str, list[list[int]]] = {}
        for index, facts in enumerate(states):
            for shape, found in facts.items():
                table = rows.setdefault(shape, [])
                table += [[index, *map(self.number, args)] for args in found]
        self.tables = {shape: np.array(found, np.int64) for shape, found in rows.items() if found}
        self.base = max(len(self.numbers), self.size) + 1
        integers = {self.numbers[text]: int(text) for text in self.numbers if is_integer(text)}
        self.values = np.array([integers.get(n, 0) for n in range(len(self.numbers))], np.int64)

    def number(self, value: str) -> int:
        """Return the number of a value, a new one if it has none."""
        return self.numbers.setdefault(value, len(self.numbers))

    def nothing(self) -> Bindings:
        """Return the bindings of a body without literals: one for each state."""
        return Bindings((), np.arange(self.size, dtype=np.int64)[:, None])

    def extended(self, bindings: Bindings, literal: ShapeLiteral) -> Bindings:
        """Return the bindings of a body with one literal more."""
        if literal.shape == DIFFERENT:
            left, right = (self.column(bindings, arg) for arg in literal.args)
            return Bindings(bindings.names, bindings.rows[left != right])
        table = self.matching(literal)
        first = {arg: place for place, arg in reversed([*enumerate(literal.args, start=1)])}
        shared = [arg for arg in first if arg in bindings.names]
        new = [arg for arg in first if is_variable(arg) and arg not in shared]
        own = [0, *(1 + bindings.names.index(arg) for arg in shared)]
        theirs = [0, *(first[arg] for arg in shared)]
        ours, others = self.keys(bindings.rows, own), self.keys(table, theirs)
        order = np.argsort(others, kind="stable")
        others = others[order]
        begin, end = (np.searchsorted(others, ours, side) for side in ("left", "right"))
        sizes = end - begin
        left = np.repeat(np.arange(len(ours)), sizes)
        offsets = np.arange(len(left)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        right = order[np.repeat(begin, sizes) + offsets]
        added = table[right][:, [first[arg] for arg in new]]
        names = (*bindings.names, *new)
        return Bindings(names, np.concatenate([bindings.rows[left], added], axis=1))

    def column(self, bindings: Bindings, arg: str) -> Counts:
        """Return what an argument is in every row: its values, or the same number everywhere."""
        if is_variable(arg):
            return bindings.rows[:, 1 + bindings.names.index(arg)]
        return np.full(len(bindings.rows), self.numbers.get(arg, -1))

    def matching(self, literal: ShapeLiteral) -> Table:
        """Return the facts of a shape that have the right values, and like ones where they must."""
        table = self.tables.get(literal.shape)
        if table is None:
            return np.zeros((0, 1 + len(literal.args)), np.int64)
        first: dict[str, int] = {}
        for place, arg in enumerate(literal.args, start=1):
            if not is_variable(arg):
                table = table[table[:, place] == self.numbers.get(arg, -1)]
            elif arg in first:
                table = table[table[:, place] == table[:, first[arg]]]
            first.setdefault(arg, place)
        return table

    def keys(self, rows: Table, columns: Sequence[int]) -> Counts:
        """Return a number for each row that says what some of its columns are."""
        assert self.base ** len(columns) < 2**63, "few columns are shared"
        keys = np.zeros(len(rows), np.int64)
        for column in columns:
            keys = keys * self.base + rows[:, column]
        return keys

    def counts(self, body: ConstraintBody, bindings: Bindings) -> Counts:
        """Return how many instances each state has, or the sum of the numbers they count for."""
        states = bindings.rows[:, 0]
        if body.weigh is None:
            return np.bincount(states, minlength=self.size)
        worth = self.values[self.column(bindings, body.weigh)]
        return np.bincount(states, worth, self.size).astype(np.int64)

    def count(self, body: ConstraintBody) -> Counts:
        """Return the same for a body by itself."""
        bindings = self.nothing()
        for literal in body.literals:
            bindings = self.extended(bindings, literal)
        return self.counts(body, bindings)
