"""Exact values by questions: the readable version, on any game of turns.

Whether a value reaches a level is asked of a position, and it is entered. What is known of its
children is looked at first: ends, then bounds in the table. If that does not answer the question,
the others are searched one by one, down to ends. The first one to answer it ends the search there:
no level but one matters (Pearl's TEST, 1980, with memory: Plaat et al., 1996).

The order of children is all that there is to choose. Every fact has a history: how often moves that
brought it about answered a question, less how often they were tried before such a move. The moves
with the highest sum go first (as the squares of Tromp's Fhourstones do).
"""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.exact.levels import Levels
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.folds import Folds
from zermelo.search.proofnumber.question import Verdict

CHUNK = 64
"""Children that are looked at together."""


class BudgetSpentError(Exception):
    """A question has taken as many nodes as it may: it is left open."""


@dataclass(slots=True)
class History:
    """Points of facts, for max and for min."""

    points: dict[tuple[bool, int], int] = field(default_factory=dict)

    def score(self, maximising: bool, before: State, after: State) -> int:
        """Return the points of what a move brings about."""
        return sum(self.points.get((maximising, fact), 0) for fact in gained(before, after))

    def credit(self, maximising: bool, before: State, after: State, points: int) -> None:
        """Add points to what a move brings about."""
        for fact in gained(before, after):
            self.points[maximising, fact] = self.points.get((maximising, fact), 0) + points


def gained(before: State, after: State) -> list[int]:
    """Return the facts that hold after a move and did not before.

    >>> gained(State(0b0101), State(0b1011))
    [1, 3]
    """
    new = after & ~before
    return [bit for bit in range(new.bit_length()) if new >> bit & 1]


@dataclass(slots=True)
class ReadableExact:
    """Questions that share a table and a history."""

    duel: Duel
    levels: Levels
    clock: Clock
    folds: Folds | None = None
    budget: int | None = None  # nodes of one question
    table: dict[State, tuple[int, int]] = field(default_factory=dict)
    history: History = field(default_factory=History)
    last: int = 0  # nodes that the question may have come to when it is left open

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""
        assert left is None, "questions are asked to the end"
        level = self.levels.level(threshold)
        if self.budget is not None:
            self.last = self.clock.count.nodes + self.budget
        try:
            value, answer = self.search(state, level)
        except BudgetSpentError:
            return None
        return Verdict(value >= level, self.levels.goal(value), sure=True, joint=answer)

    def search(self, state: State, level: int) -> tuple[int, Joint | None]:
        """Return a bound v of a node, and the move that answered the question, if one did.

        v >= level: the value is at least v. v < level: it is at most v.
        """
        count = self.clock.count
        self.clock.tick()
        if self.budget is not None and count.nodes >= self.last:
            raise BudgetSpentError
        maximising = self.duel.maximising(state)
        children = self.duel.children(state)
        best: int | None = None
        for begin in range(0, len(children), CHUNK):
            chunk = children[begin : begin + CHUNK]
            open_children, values = self.looked_at(chunk, level, maximising)
            tried: list[State] = []
            for joint, value in values:
                best = value if best is None else (max if maximising else min)(best, value)
                if (value >= level) == maximising:
                    return self.kept(state, best, level), joint
            open_children.sort(
                key=lambda one: -self.history.score(maximising, state, one[1])  # stays stable
            )
            for joint, child in open_children:
                known = self.known(child, level) if tried else None
                if known is None:
                    known, _ = self.search(child, level)
                    tried.append(child)
                    searched = True
                else:
                    searched = False
                best = known if best is None else (max if maximising else min)(best, known)
                if (known >= level) != maximising:
                    continue
                if searched:
                    count.cuts += 1
                    self.credit(state, tried, maximising)
                return self.kept(state, best, level), joint
        assert best is not None
        return self.kept(state, best, level), None

    def looked_at(
        self, chunk: list[tuple[Joint, State]], level: int, maximising: bool
    ) -> tuple[list[tuple[Joint, State]], list[tuple[Joint, int]]]:
        """Return the children that nothing is known of, and the others with their values.

        Ends come first. Nothing is looked at behind one that answers the question.
        """
        values: list[tuple[Joint, int]] = []
        over = [self.duel.over(child) for _, child in chunk]
        worths = [
            self.levels.level(self.duel.worth(child)) if ends else None
            for (_, child), ends in zip(chunk, over, strict=True)
        ]
        for (joint, _), worth in zip(chunk, worths, strict=True):
            if worth is not None:
                self.clock.count.leaves += 1
                values.append((joint, worth))
                if (worth >= level) == maximising:
                    return [], values
        rest: list[tuple[Joint, State]] = []
        for (joint, child), ends in zip(chunk, over, strict=True):
            if ends:
                continue
            bound = self.known(child, level)
            if bound is None:
                rest.append((joint, child))
                continue
            values.append((joint, bound))
            if (bound >= level) == maximising:
                return [], values
        return rest, values

    def credit(self, state: State, tried: list[State], maximising: bool) -> None:
        """Have the last child that was tried gain what the others lose."""
        *failed, answer = tried
        for child in failed:
            self.history.credit(maximising, state, child, -1)
        if failed:
            self.history.credit(maximising, state, answer, len(failed))

    def key(self, state: State) -> State:
        """Return what stands for a state in the table."""
        return state if self.folds is None else self.folds.smallest(state)[0]

    def known(self, state: State, level: int) -> int | None:
        """Return a bound that answers the question about a state, if the table has one."""
        if self.key(state) not in self.table:
            return None  # also with a single level: goals are looked at, not taken for granted
        low, high = self.bounds(state)
        return low if low >= level else high if high < level else None

    def bounds(self, state: State) -> tuple[int, int]:
        """Return what the table knows of a state."""
        return self.table.get(self.key(state), (0, self.levels.top))

    def kept(self, state: State, value: int, level: int) -> int:
        """Remember what a question to a state came to, and return it."""
        low, high = self.bounds(state)
        if value >= level:
            low = max(low, value)
        else:
            high = min(high, value)
        self.table[self.key(state)] = low, high
        return value
