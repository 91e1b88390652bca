"""The check of a table: what it says of each position follows from what it says of the next ones.

Nothing that made the table is asked. The engine says which positions follow, and these must be in
the table, with values and distances that fit:

* an end has its goals, and the distance 0;
* a single role has the best value that follows, and takes the shortest way to it;
* of two roles, the mover has the best that follows for it. Where one gets more than half, it takes
  the shortest way to that value, and the other the longest; where both get half, the shortest way.

That is enough. A role that never gives away value, and hurries, comes to an end with its value, for
the distance falls at every move that does not change the value for the better; and no reply of the
other is better than the value says. A match that does not end counts as half.

For max^n all is found anew.
"""

from dataclasses import dataclass

import numpy as np

from zermelo.engine.engine import Words
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import folding
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.rules.information import RANDOM
from zermelo.search.positions.positions import Positions
from zermelo.search.tables.everybody import maxn_table
from zermelo.search.tables.steps import BATCH, Longs, Steps, steps_of, unsorted_at
from zermelo.search.tables.table import MAXN, Table

FAR = 1 << 40
"""A distance, or a value, that is more than any: of a match that does not end."""
MEGABYTES = 6144


class WrongTableError(Exception):
    """A table says something that is not true, or that cannot be seen to be true."""


def recheck(game: CompiledGame, table: Table) -> None:
    """Raise WrongTableError unless all that a table says is true."""
    if RANDOM in map(str.lower, game.roles):
        raise WrongTableError("its game has chance, so that no value is certain")
    try:
        if table.kind == MAXN:
            require_same(table, maxn_table(game, game.state(table.start), megabytes=MEGABYTES))
            return
        if len(game.roles) > 2:
            raise WrongTableError("it is for one role or two, and the game has more")
        require_symmetries(game, table)
        Check(game, table).all()
    except UnsuitedError as error:
        raise WrongTableError(f"its game has no such table: {error}") from error


def require_same(table: Table, again: Table) -> None:
    """Raise WrongTableError unless two tables say the same of the same positions."""
    if table.total is not None or table.folding is not None:
        raise WrongTableError("max^n has neither a total nor symmetries")
    if table.positions != again.positions or not np.array_equal(table.rows, again.rows):
        raise WrongTableError("its positions are not those that can be reached")
    values = np.array_equal(table.values, again.values)
    if not values or not np.array_equal(table.distances, again.distances):
        raise WrongTableError("its values are not those of max^n")


def require_symmetries(game: CompiledGame, table: Table) -> None:
    """Raise WrongTableError unless the rules show the symmetries that positions are folded by."""
    if table.folding is None:
        return
    if game.program is None:
        raise WrongTableError("its symmetries cannot be checked without rules")
    start = game.state(table.start)
    held = [fluent for fluent in range(game.dimensions.fluents) if start >> fluent & 1]
    found = folding(symmetries(game.program, keeping=held), game.dimensions.fluents)
    known = {image.tobytes() for image in found.images}
    if not all(image.tobytes() in known for image in table.folding.images):
        raise WrongTableError("it has symmetries that were not found in the rules")


@dataclass(slots=True)
class Check:
    """The check of a table of one role or two."""

    game: CompiledGame
    table: Table

    def all(self) -> None:
        """Check all rows, and what is said of them together."""
        table = self.table
        rows = np.ascontiguousarray(table.rows.T)
        if unsorted_at(table.rows) is not None:
            raise WrongTableError("its rows are not in order")
        if (table.distances < -1).any():
            raise WrongTableError("it has distances below zero")
        known, positions = Positions(self.game.words), 0
        for begin in range(0, len(rows), BATCH):
            known.add(rows[begin : begin + BATCH])
        if known.size != table.size:
            raise WrongTableError("it has a row twice")
        for begin in range(0, len(rows), BATCH):
            positions += self.batch(rows[begin : begin + BATCH], begin, known)
        if positions != table.positions:
            raise WrongTableError(f"its rows stand for {positions:,} positions")
        if known.add(self.folded(table.start[None])[0])[0] >= table.size:
            raise WrongTableError("its start is not among its positions")

    def folded(self, rows: Words) -> tuple[Words, int]:
        """Return the rows that stand for rows, and for how many positions."""
        if self.table.folding is None:
            return rows, len(rows)
        smallest, orbits = self.table.folding.folded(rows)
        return smallest, int(orbits.sum(dtype=np.int64))

    def batch(self, rows: Words, begin: int, known: Positions) -> int:
        """Check some rows, which begin at a number; return for how many positions they stand."""
        smallest, positions = self.folded(rows)
        if not np.array_equal(smallest, rows):
            raise WrongTableError("it has a row that does not stand for its images")
        steps = steps_of(self.game, rows, self.table.folding)
        numbers = known.add(steps.rows).astype(np.int64)
        if known.size > self.table.size:
            of_each = np.repeat(steps.going, steps.sizes)
            place = int(of_each[np.flatnonzero(numbers >= self.table.size)[0]])
            raise WrongTableError(f"it has no position after {self.told(rows[place])}")
        ends = begin + np.flatnonzero(steps.ended)
        self.check_ends(rows, begin, ends, steps)
        if len(steps.going):
            self.check_going(rows, begin, steps, numbers)
        return positions

    def check_ends(self, rows: Words, begin: int, ends: Longs, steps: Steps) -> None:
        """Check the ends among some rows."""
        table = self.table
        goals = steps.goals[ends - begin]
        right = (table.values[:, ends].T == goals).all(axis=1) & (table.distances[ends] == 0)
        if len(self.game.roles) == 2 and table.total is not None:
            right &= goals.sum(axis=1) == table.total
        elif len(self.game.roles) == 2:
            right[:] = False
        self.require(right, rows[ends - begin])

    def check_going(self, rows: Words, begin: int, steps: Steps, numbers: Longs) -> None:
        """Check what is before the end: `numbers` [moves] say which rows follow."""
        table, here = self.table, begin + steps.going
        values, distances = self.doubled(numbers), self.far(numbers)
        own, far = self.doubled(here), self.far(here)
        of_each = np.repeat(np.arange(len(here)), steps.sizes)
        signs = np.where(steps.movers == 0, 1, -1)
        best = signs * np.maximum.reduceat(signs[of_each] * values, steps.first)
        equal = values == own[of_each]
        nearest = np.minimum.reduceat(np.where(equal, distances, FAR), steps.first)
        farthest = np.maximum.reduceat(np.where(equal, distances, -1), steps.first)
        even = 0 if table.total is None else table.total
        hurries = (own == even) | ((steps.movers == 0) == (own > even))
        if table.total is None:
            hurries[:] = True
        wanted = np.minimum(np.where(hurries, nearest, farthest) + 1, FAR)
        right = (best == own) & (wanted == far) & (far > 0)
        if table.total is not None:
            right &= (far == FAR) | (table.values[:, here].sum(axis=0) == table.total)
        self.require(right, rows[steps.going])

    def doubled(self, numbers: Longs) -> Longs:
        """Return twice the value of rows for the first role: a match without end may be a half."""
        found = 2 * self.table.values[0, numbers].astype(np.int64)
        endless = -FAR if self.table.total is None else self.table.total
        return np.where(self.table.distances[numbers] < 0, endless, found)

    def far(self, numbers: Longs) -> Longs:
        """Return the distances of rows."""
        found = self.table.distances[numbers].astype(np.int64)
        return np.where(found < 0, FAR, found)

    def require(self, right: "np.ndarray[tuple[int], np.dtype[np.bool_]]", rows: Words) -> None:
        """Raise WrongTableError with the first of some rows that is not right."""
        wrong = np.flatnonzero(~right)
        if len(wrong):
            raise WrongTableError(
                f"what it says of {self.told(rows[wrong[0]])} does not follow from the rules"
            )

    def told(self, row: Words) -> str:
        """Return a position for people."""
        return " ".join(self.game.describe(self.game.state(row)))
