"""What a watched search tells, and the trail that tells it.

A search says where it is through a `Trail`: it enters a node with its window, finds the value of a
leaf, a new best, a cut, an answer in its table, and leaves. Unwatched, a trail only counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from math import inf

from zermelo.game.game import Joint, State, Values
from zermelo.search.base import Clock

MOST_EVENTS = 100_000
"""More than these are counted, but not told: nobody could look at them."""


class EventKind(Enum):
    """What happened at a node."""

    ENTER = "enter"  # with its window
    LEAF = "leaf"  # its value was looked up or guessed
    BEST = "best"  # a child is better than those before
    CUT = "cut"  # the rest of its children cannot matter
    CASE = "case"  # a solver compared its best child with the others
    TABLE = "table"  # the answer was known
    LEMMA = "lemma"  # the answer was proved by a lemma
    LEAVE = "leave"  # with its value


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at one node."""

    kind: EventKind
    node: int  # numbered in the order of being entered, from 0
    parent: int | None
    state: State
    joint: Joint | None  # that led here
    low: float
    high: float
    value: float | None = None
    reason: str = ""
    pruned: tuple[Joint, ...] = ()  # of a cut or case: the moves that were not looked at
    values: Values = ()  # the worth for every role, of a search that looks at all of them


Watch = Callable[[Event], None]


@dataclass(slots=True)
class SearchFrame:
    """A node that is being searched."""

    node: int
    parent: int | None
    state: State
    joint: Joint | None
    low: float
    high: float


@dataclass(slots=True)
class Trail:
    """Counts nodes, leaves and cuts, and tells a watcher, if there is one."""

    clock: Clock
    watch: Watch | None = None
    told: int = 0
    nodes: int = 0
    path: list[SearchFrame] = field(default_factory=list)
    # What the moves of the root came to, and their lines, in the order in which they were searched.
    roots: list[tuple[float, tuple[Joint, ...]]] = field(default_factory=list)

    def enter(
        self, state: State, joint: Joint | None, low: float = -inf, high: float = inf
    ) -> None:
        """Come to a node; the clock may run out here."""
        self.clock.tick()
        if self.watch is None:
            return
        parent = self.path[-1].node if self.path else None
        self.path.append(SearchFrame(self.nodes, parent, state, joint, low, high))
        self.nodes += 1
        self.tell(EventKind.ENTER)

    def leaf(self, value: float) -> None:
        """Find the value of a node without looking below it."""
        self.clock.count.leaves += 1
        if self.watch is not None:
            self.tell(EventKind.LEAF, value)

    def known(self, value: float, why: str) -> None:
        """Find the value of a node in a table."""
        if self.watch is not None:
            self.tell(EventKind.TABLE, value, why)

    def lemma(self, value: float, why: str) -> None:
        """Find the value of a node, or a bound that is enough, by a lemma."""
        if self.watch is not None:
            self.tell(EventKind.LEMMA, value, why)

    def best(self, value: float, low: float, high: float) -> None:
        """Find a better child; the window of the node becomes `low` to `high`."""
        if self.watch is not None:
            self.path[-1].low, self.path[-1].high = low, high
            self.tell(EventKind.BEST, value)

    def cut(
        self, value: float, maximising: bool, pruned: tuple[Joint, ...], proved: str = ""
    ) -> None:
        """Leave out the other children, because the value passed a bound.

        It was set above, or is `proved` by what is said there.
        """
        self.clock.count.cuts += 1
        if self.watch is not None:
            frame = self.path[-1]
            bound = frame.high if maximising else frame.low
            sign, name = (">=", "beta") if maximising else ("<=", "alpha")
            by = f", proved by a lemma: {proved}" if proved else self.setter(bound, maximising)
            reason = f"value {value:g} {sign} {name} {bound:g}{by}"
            self.tell(EventKind.CUT, value, reason, pruned)

    def case(self, value: float, why: str, unseen: tuple[Joint, ...]) -> None:
        """Compare the best child with the others, some of which nobody but a solver has seen."""
        self.clock.count.cuts += bool(unseen)
        if self.watch is not None:
            self.tell(EventKind.CASE, value, why, unseen)

    def setter(self, bound: float, maximising: bool) -> str:
        """Return which node above set a bound, for people."""
        # The highest node of the path whose window had the bound when its child was entered.
        for above in self.path[:-1]:
            if (above.high if maximising else above.low) == bound:
                return f", set at node {above.node}"
        return ""

    def leave(self, value: float) -> None:
        """Go back up with the value."""
        if self.watch is not None:
            self.tell(EventKind.LEAVE, value)
            self.path.pop()

    def tell(
        self,
        kind: EventKind,
        value: float | None = None,
        reason: str = "",
        pruned: tuple[Joint, ...] = (),
        values: Values = (),
    ) -> None:
        """Pass an event on, unless there were too many."""
        self.told += 1
        if self.watch is not None and self.told <= MOST_EVENTS:
            at = self.path[-1]
            self.watch(
                Event(
                    kind,
                    at.node,
                    at.parent,
                    at.state,
                    at.joint,
                    at.low,
                    at.high,
                    value,
                    reason,
                    pruned,
                    values,
                )
            )
