"""What a watched search of vectors tells: as `Trail` does, with the worth for every role."""

from dataclasses import dataclass
from math import inf

from zermelo.game.game import Joint, Role, State
from zermelo.search.events import EventKind, SearchFrame, Trail
from zermelo.search.many.exact import Vector, decimals

FIRST = Role(0)


@dataclass(slots=True)
class Telling(Trail):
    """Counts nodes, leaves and cuts, and tells a watcher, if there is one; `role` is the root's."""

    role: Role = FIRST

    def come(self, state: State, joint: Joint | None, why: str = "") -> None:
        """Come to a node, maybe once more; the clock may run out here."""
        self.clock.tick()
        if self.watch is None:
            return
        parent = self.path[-1].node if self.path else None
        self.path.append(SearchFrame(self.nodes, parent, state, joint, -inf, inf))
        self.nodes += 1
        self.tell(EventKind.ENTER, reason=why)

    def found(self, values: Vector) -> None:
        """Find what a node is worth without looking below it."""
        self.clock.count.leaves += 1
        self.say(EventKind.LEAF, values)

    def remembered(self, values: Vector) -> None:
        """Find what a node is worth in a table."""
        self.say(EventKind.TABLE, values, "it was searched before")

    def better(self, values: Vector) -> None:
        """Find a child that the mover likes better than those before."""
        self.say(EventKind.BEST, values)

    def left_out(self, values: Vector, why: str, pruned: tuple[Joint, ...]) -> None:
        """Leave out the other children: `values` are of the best so far."""
        self.clock.count.cuts += 1
        self.say(EventKind.CUT, values, why, pruned)

    def gone(self, values: Vector | None, why: str = "") -> None:
        """Go back up; without values, if only a bound was found, that was enough."""
        if self.watch is not None:
            self.say(EventKind.LEAVE, values or (), why)
            self.path.pop()

    @property
    def node(self) -> int:
        """The number of the node where the search is."""
        return self.path[-1].node if self.path else 0

    def say(
        self, kind: EventKind, values: Vector, why: str = "", pruned: tuple[Joint, ...] = ()
    ) -> None:
        """Pass an event on, with the worth for the root's role beside that for all."""
        if self.watch is not None:
            told = decimals(values)
            self.tell(kind, told[self.role] if told else None, why, pruned, told)
