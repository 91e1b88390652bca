"""A* of a compiled puzzle in batches: states with the same f and g are taken together.

Of the least f the largest g comes first, as in the readable search; but of those with equal f and g
thousands are taken at a time, where the readable search follows the first of them. So with the last
f it may take some states more, or fewer; the way is as short.
"""

from dataclasses import dataclass, field

import numpy as np

from zermelo.engine.engine import Ints, Words
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import OutOfTimeError
from zermelo.search.one_role.flood import Flood
from zermelo.search.one_role.flooded import MEMORY
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.informed import Ran
from zermelo.search.one_role.memory import StateMemory
from zermelo.search.puzzle.additive import Additive
from zermelo.search.puzzle.tables import NO_WAY

BATCH = 1 << 12
"""States that are taken at a time."""


@dataclass(slots=True)
class FastBestFirst:
    """One search: all states that were seen, the moves to each, and buckets of those to take."""

    goal_search: GoalSearch
    game: CompiledGame
    estimate: Additive
    weights: Ints
    memory: StateMemory
    flood: Flood
    moves: Ints  # [room] the fewest to each state, so far
    buckets: dict[tuple[int, int], list[Ints]] = field(default_factory=dict)  # by f and -g
    hopeless: int = 0
    cut: bool = False

    @classmethod
    def of(cls, goal_search: GoalSearch, game: CompiledGame, estimate: Additive) -> "FastBestFirst":
        """Return a search that knows the start alone."""
        limit = goal_search.clock.limits.memory
        memory = StateMemory.holding(
            game.row(goal_search.start), MEMORY if limit is None else limit
        )
        moves = np.empty(len(memory.rows), np.int32)
        weights = np.array([*estimate.weights, *[0] * (-len(estimate.weights) % 64)], np.int32)
        flood = Flood(goal_search, game, memory)
        return cls(goal_search, game, estimate, weights, memory, flood, moves)

    def run(self) -> Ran:
        """Look for an end that is worth enough."""
        try:
            verdict = self.searched()
            self.goal_search.best = self.flood.found()
            return Ran(verdict, self.hopeless)
        except OutOfTimeError:
            self.goal_search.best = self.flood.found()
            raise
        finally:
            self.memory.close()

    def searched(self) -> SearchVerdict:
        """Take batch after batch until an end is worth enough, or nothing is left."""
        self.moves[0] = 0
        self.push(np.zeros(1, np.int32), 0)
        while self.buckets:
            key = min(self.buckets)
            numbers, depth = self.taken(key), -key[1]
            numbers = numbers[self.moves[numbers] == depth]  # others were reached sooner meanwhile
            if not len(numbers):
                continue
            rows = self.memory.rows[numbers]
            if self.flood.looked_at(rows, depth):
                return SearchVerdict.SOLVED
            if self.goal_search.beyond(depth):
                self.cut |= not self.game.engine.view(rows).ended.all()
                continue
            self.opened(numbers, rows, depth + 1)
        return SearchVerdict.CUTOFF if self.cut else SearchVerdict.FAILURE

    def taken(self, key: tuple[int, int]) -> Ints:
        """Take some states out of a bucket, the first that came."""
        limit = self.goal_search.clock.limits.nodes
        most = BATCH if limit is None else min(BATCH, limit - self.goal_search.clock.count.nodes)
        waiting = self.buckets.pop(key)
        numbers = waiting[0] if len(waiting) == 1 else np.concatenate(waiting)
        if len(numbers) > most:
            self.buckets[key] = [numbers[most:]]
        return numbers[:most]

    def opened(self, numbers: Ints, rows: Words, depth: int) -> None:
        """Put those children into buckets that are new, or reached by fewer moves than before."""
        children, parents = self.flood.children(rows)
        if not self.memory.has_room(len(children)):
            found = f"{self.memory.size:,} states were found by then"
            raise LimitError(
                f"{self.game.name}: the memory of astar is full: {found}; idastar needs none"
            )
        before = self.memory.size
        found_numbers = self.memory.numbered(children)
        self.moves[before : self.memory.size] = depth + 1
        better = np.flatnonzero(self.moves[found_numbers] > depth)[::-1]
        self.moves[found_numbers[better]] = depth
        self.memory.parents[found_numbers[better]] = numbers[parents[better]]
        # In the order in which they were found, each once.
        unique, first = np.unique(found_numbers[better[::-1]], return_index=True)
        self.push(unique[np.argsort(first, kind="stable")], depth)

    def push(self, numbers: Ints, depth: int) -> None:
        """Put states into the buckets of their f."""
        from zermelo.search.one_role.kernels.seen import estimate_rows

        guesses = np.empty(len(numbers), np.int32)
        estimate_rows(self.memory.rows[numbers], self.weights, self.estimate.base, guesses)
        self.hopeless += int((guesses >= NO_WAY).sum())
        for guess in np.unique(guesses[guesses < NO_WAY]).tolist():
            self.buckets.setdefault((depth + guess, -depth), []).append(numbers[guesses == guess])
