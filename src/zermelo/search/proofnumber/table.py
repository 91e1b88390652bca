"""What searches by proof numbers remember of positions: bounds that are proved, and numbers.

A bound holds for good, whatever is asked. Numbers belong to one question: for another one, a
position that no bound answers is as good as new. When the table is full, the half that took the
least work is forgotten (after Nagai, 2002, section 3.5).
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.proofnumber.node import DISPROVED, PROVED, UNKNOWN, Numbers, ProofNode

ENTRY = 400
"""Bytes that an entry takes, with its key and its place in the dictionary, about."""
MOST_ENTRIES = 1 << 20


@dataclass(slots=True)
class ProofEntry:
    """What is known of a position."""

    low: float = -inf
    high: float = inf
    low_by: Joint | None = None  # max's move for it, where max decides
    high_by: Joint | None = None  # min's, where min does
    asked: float = inf  # the question that the numbers belong to
    numbers: Numbers = UNKNOWN
    work: int = 0  # nodes that were entered for it


@dataclass(slots=True)
class ProofTable:
    """Entries by position, and by how far may be looked ahead, where that is limited."""

    most: int = MOST_ENTRIES
    entries: dict[Hashable, ProofEntry] = field(default_factory=dict)

    def find(self, state: State, left: int | None) -> ProofEntry | None:
        """Return what is known of a position."""
        return self.entries.get(key_of(state, left))

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""
        entry = self.find(state, left)
        if entry is None:
            return None
        if maximising:
            return entry.low_by if entry.low >= value else None
        return entry.high_by if entry.high <= value else None

    def recall(self, node: ProofNode, threshold: float) -> bool:
        """Give a node the numbers that are known of it for a question, if there are any."""
        entry = self.find(node.state, node.left)
        if entry is None:
            return False
        if entry.low >= threshold:
            node.numbers, node.bound, node.best = PROVED, entry.low, entry.low_by
        elif entry.high < threshold:
            node.numbers, node.bound, node.best = DISPROVED, entry.high, entry.high_by
        elif entry.asked == threshold:
            # Bounds did not answer: what is solved all the same is a disproof that is not sure.
            node.numbers, node.sure = entry.numbers, 0 not in entry.numbers
        else:
            return False
        return True

    def keep(self, node: ProofNode, threshold: float, work: int) -> None:
        """Remember what a question to a node came to, and what work that was."""
        if self.most == 0:
            return
        key = key_of(node.state, node.left)
        entry = self.entries.get(key)
        if entry is None:
            if len(self.entries) >= self.most:
                self.forget()
            entry = self.entries[key] = ProofEntry()
        entry.asked, entry.numbers = threshold, node.numbers
        entry.work += work
        if node.solved and node.sure:
            if node.proved and node.bound > entry.low:
                entry.low, entry.low_by = node.bound, node.best
            elif not node.proved and node.bound < entry.high:
                entry.high, entry.high_by = node.bound, node.best

    def forget(self) -> None:
        """Forget what took no more work than the entry in the middle did."""
        middle = sorted(entry.work for entry in self.entries.values())[len(self.entries) // 2]
        self.entries = {key: one for key, one in self.entries.items() if one.work > middle}


def key_of(state: State, left: int | None) -> Hashable:
    """Return what a position is known by.

    A position that may be looked ahead from to a depth is another one for each depth: so it never
    comes back, and what is found for it does not depend on the path.
    """
    return state if left is None else (state, left)


def table_for(clock: Clock, share: float = 1.0) -> ProofTable:
    """Return a table that keeps to a share of the memory that the caller allows."""
    memory = clock.limits.memory
    return ProofTable() if memory is None else ProofTable(max(1, int(memory * share) // ENTRY))
