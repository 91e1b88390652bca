"""Alpha-beta: minimax without what cannot matter (Knuth and Moore, 1975).

`low` (alpha) is what max is sure of already, `high` (beta) what min is; a node whose value passes
the window will not be reached, so the rest of its children is left out.
"""

from dataclasses import dataclass
from math import inf, nextafter
from typing import ClassVar

from zermelo.game.game import Joint, State
from zermelo.search.base import Prospect
from zermelo.search.events import Trail
from zermelo.search.parts.duel import Duel
from zermelo.search.parts.order import Children, MoveOrder
from zermelo.search.parts.root import window_prospects
from zermelo.search.parts.table import TranspositionTable
from zermelo.search.parts.windows import Answer, Line, Windows

PEEKED = 64
"""Children that are looked at before one is searched: as many as are computed at a time."""


@dataclass(slots=True)
class Window:
    """Searches of states with windows, on one trail, sharing a table and an order of moves."""

    scouts: ClassVar[bool] = False  # whether all moves but the first are tested before
    duel: Duel
    trail: Trail
    table: TranspositionTable | None
    order: MoveOrder
    shallow: int = 0
    peek: bool = False
    low: float = -inf  # of the window of the root

    def value(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint | None = None,
        ply: int = 0,
    ) -> Answer:
        """Return a value v, its line, and whether no guess was involved (fail-soft).

        v <= low: the worth is at most v. v >= high: the worth is at least v. Else it is v.
        """
        if ply == 0 and self.table is not None:
            self.table.folding = depth is None
        self.trail.enter(state, joint, low, high)
        line: Line = ()
        if (known := self.known(state, depth, low, high)) is not None:
            value, line, proven = known
        elif self.duel.over(state):
            value, proven = self.leaf(state, self.duel.worth(state), True)
        elif (settled := self.duel.settled(state, low, high)) is not None:
            value, line, proven = settled.value, settled.line, True
            self.trail.lemma(value, settled.why)
        elif depth == 0:
            value, proven = self.leaf(state, self.duel.guessed(state), False)
        else:
            value, line, proven = self.searched(state, depth, low, high, ply)
        self.trail.leave(value)
        return value, line, proven

    def leaf(self, state: State, value: float, proven: bool) -> tuple[float, bool]:
        """Return the value of a node that is not searched, and whether it is no guess."""
        self.trail.leaf(value)
        if self.table is not None and self.table.leaves:
            self.table.keep(state, 0, value, (-inf, inf), None, proven)
        return value, proven

    def searched(
        self, state: State, depth: int | None, low: float, high: float, ply: int
    ) -> Answer:
        """Return the value of a state by that of its children, and by what lemmas say of it."""
        window = low, high
        below = None if depth is None else depth - 1
        maximising = self.duel.maximising(state)
        children = self.ordered(state, depth, ply)
        bounds = self.duel.bounds(state)
        low, high = max(low, bounds.low), min(high, bounds.high)
        best = self.duel.assured(state, maximising)
        proven = True
        if ply == 0:
            self.low, self.trail.roots = low, []
        elif self.peek and (cut := self.peeked(children, below, low, high, maximising)):
            value, joint, sure = cut
            best = min(max(value, bounds.low), bounds.high), (joint,)
            if len(children) > 1:
                pruned = tuple(other for other, _ in children if other != joint)
                self.trail.cut(value, maximising, pruned)
                self.order.cut(joint, ply, depth)
            self.remember(state, depth, window, best, maximising, sure)
            return *best, sure
        for number, (joint, child) in enumerate(children):
            if best is None:
                answer = self.value(child, below, low, high, joint, ply + 1)
            else:
                answer = self.another(child, below, low, high, joint, ply + 1, maximising)
            worth, rest, sure = answer
            proven = proven and sure
            if ply == 0:
                self.trail.roots.append((worth, (joint, *rest)))
            if best is None or (worth > best[0] if maximising else worth < best[0]):
                best = worth, (joint, *rest)
                if maximising:
                    low = max(low, worth)
                else:
                    high = min(high, worth)
                self.trail.best(worth, low, high)
            if low >= high and number + 1 < len(children):
                pruned = tuple(joint for joint, _ in children[number + 1 :])
                told = self.trail.watch is not None
                proof = self.duel.proof_of_cut(state, maximising, window) if told else ""
                self.trail.cut(best[0], maximising, pruned, proof)
                self.order.cut(joint, ply, depth)
                break
        assert best is not None, "children are never none"
        # A guess may say more than what is proved to be possible.
        best = min(max(best[0], bounds.low), bounds.high), best[1]
        self.remember(state, depth, window, best, maximising, proven)
        return *best, proven

    def peeked(
        self, children: Children, depth: int | None, low: float, high: float, maximising: bool
    ) -> tuple[float, Joint, bool] | None:
        """Return the first child that is known to cut: a bound of it, its move, and whether proven.

        An end is known without a search, other children where the table has a bound that is enough
        (enhanced transposition cutoffs: Plaat et al., 1996).
        """
        if self.table is None or (depth == 0 and not self.table.leaves):
            return None
        for joint, child in children[:PEEKED]:
            if self.duel.over(child):
                value, sure = self.duel.worth(child), True
            elif (entry := self.table.find(child, remaining(depth))) is not None:
                value, sure = entry.low if maximising else entry.high, entry.proven
            else:
                continue
            if value >= high if maximising else value <= low:
                return value, joint, sure
        return None

    def another(
        self,
        state: State,
        depth: int | None,
        low: float,
        high: float,
        joint: Joint,
        ply: int,
        maximising: bool,
    ) -> Answer:
        """Return what `value` does, for a child that is not the first; who decides above it."""
        return self.value(state, depth, low, high, joint, ply)

    def ordered(self, state: State, depth: int | None, ply: int) -> Children:
        """Return the children of a state in the order in which to search them."""
        children = self.duel.children(state)
        if self.shallow and (depth is None or depth > self.shallow) and len(children) > 1:
            # Counted as any other nodes, but not told: they would be taken for the search itself.
            trail = Trail(self.trail.clock)
            quick = Window(self.duel, trail, None, MoveOrder())
            sign = -1 if self.duel.maximising(state) else 1
            worth = {
                joint: sign * quick.value(child, self.shallow - 1, -inf, inf)[0]
                for joint, child in children
            }
            children.sort(key=lambda child: worth[child[0]])
        return self.order.sorted(children, state, ply)

    def remember(
        self,
        state: State,
        depth: int | None,
        window: tuple[float, float],
        best: tuple[float, Line],
        maximising: bool,
        proven: bool,
    ) -> None:
        """Keep an answer in the table, if there is one."""
        if self.table is None:
            return
        value, line = best
        low, high = window
        # Where all moves failed their mover, the best of them means nothing.
        joint = line[0] if (value > low if maximising else value < high) else None
        self.table.keep(state, remaining(depth), value, window, joint, proven)

    def known(self, state: State, depth: int | None, low: float, high: float) -> Answer | None:
        """Return an answer of the table that settles the window."""
        if self.table is None:
            return None
        entry = self.table.find(state, remaining(depth))
        if entry is None:
            return None
        line = (entry.joint,) if entry.joint else ()
        if entry.low >= high or entry.low == entry.high:
            self.trail.known(entry.low, f"at least {entry.low:g} is known")
            return entry.low, line, entry.proven
        if entry.high <= low:
            self.trail.known(entry.high, f"at most {entry.high:g} is known")
            return entry.high, line, entry.proven
        return None

    def continued(self, state: State, line: Line, depth: int | None, value: float) -> Line:
        """Return a line that broke off at an answer of the table, as far as the table knows it."""
        if self.table is None:
            return line
        for joint in line:
            state = self.duel.game.next(state, joint)
        found = list(line)
        while not self.duel.game.terminal(state) and (depth is None or len(found) < depth):
            left = None if depth is None else depth - len(found)
            entry = self.table.find(state, remaining(left))
            if entry is None or entry.joint is None or not entry.low == value == entry.high:
                break
            found.append(entry.joint)
            state = self.duel.game.next(state, entry.joint)
        return tuple(found)

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        """Return what the moves of the root came to that was searched last, if max decides."""
        if not self.duel.maximising(state):
            return ()
        return window_prospects(self.duel.role, self.trail.roots, self.low)


def aspired(
    search: Windows, state: State, depth: int | None, centre: float, width: float
) -> Answer:
    """Return the exact value, by a window around `centre`, and a second one if it fails."""
    low = min(centre - width, nextafter(centre, -inf))
    high = max(centre + width, nextafter(centre, inf))
    answer = search.value(state, depth, low, high)
    if answer[0] <= low:
        return search.value(state, depth, -inf, nextafter(answer[0], inf))
    if answer[0] >= high:
        return search.value(state, depth, nextafter(answer[0], -inf), inf)
    return answer


def remaining(depth: int | None) -> float:
    """Return a depth as the table has it: to the end is infinitely deep."""
    return inf if depth is None else depth
