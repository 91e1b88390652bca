"""SSS*: best-first minimax, from above (Stockman, 1979; Roizen and Pearl, 1983).

A list holds nodes that are live or solved, each with the most that a strategy of max through it can
still be worth. The highest one is worked on, of equals the leftmost. It never looks at a leaf that
alpha-beta leaves out, but its list grows as large as half of the tree is deep: b ** (d / 2).

Who moves is asked at every node, so that the rules go by the parent of what was solved: max needs
one child that is solved, min needs them all.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from math import inf
from typing import ClassVar

from zermelo.evaluate.base import Evaluator
from zermelo.evaluate.evaluators.even import Even
from zermelo.game.game import Game, Joint, Role, State, Trait
from zermelo.search.base import DUEL, Clock, Result, Thinker, option
from zermelo.search.events import EventKind, SearchFrame, Trail, Watch
from zermelo.search.parts.duel import Duel, Settled
from zermelo.search.parts.endgames import ENDGAMES, endgames_of
from zermelo.search.parts.proved import LEMMAS, proved_by
from zermelo.search.parts.root import depth_limit, first_result, result

Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Sss:
    """Works on the strategy that promises most."""

    needs: ClassVar[Trait] = DUEL
    depth: int | None = option(None, "how many moves to look ahead; none: to the end", least=0)
    evaluator: Evaluator = option(Even(), "how to guess the worth of a state")
    lemmas: str | None = option(None, LEMMAS)
    endgames: str | None = option(None, ENDGAMES)

    def start(self, game: Game, role: Role, clock: Clock, watch: Watch | None = None) -> Thinker:
        """Bind a match."""
        proved = None if self.lemmas is None else proved_by(game, role, self.lemmas)
        endgames = None if self.endgames is None else endgames_of(game, role, self.endgames)
        duel = Duel(game, role, self.evaluator.start(game), proved=proved, endgames=endgames)
        return partial(think, duel, self.depth, 1, watch)


def think(
    duel: Duel, depth: int | None, sign: int, watch: Watch | None, state: State, clock: Clock
) -> Iterator[Result]:
    """Yield any legal move, then the best."""
    yield first_result(duel, state)
    limit = depth_limit(duel.game, depth, clock)
    best_first = BestFirst(duel, Trail(clock, watch), limit, sign)
    value, line, proven = best_first.value(state)
    yield result(duel, state, value, line, limit, proven)


@dataclass(slots=True)
class SssNode:
    """A node of the tree that was met."""

    state: State
    joint: Joint | None
    parent: "SssNode | None"
    path: tuple[int, ...]  # which child of which: smaller is further to the left
    entered: bool = False
    purged: bool = False  # solved without the rest of what is below it
    promise: float = inf  # the most that a strategy of max through it can still be worth
    maximising: bool = False
    children: list["SssNode"] = field(default_factory=list)
    best: "SssNode | None" = None  # the child that the value comes from
    frame: SearchFrame | None = None  # of a watched search
    line: Line = ()  # that a lemma goes on with


@dataclass(slots=True)
class BestFirst:
    """The search of one root; with sign -1 max and min change places, which is DUAL*."""

    duel: Duel
    trail: Trail
    depth: int | None
    sign: int
    guessed: bool = False
    opened: list[tuple[float, tuple[int, ...], bool, SssNode]] = field(default_factory=list)

    def value(self, state: State) -> tuple[float, Line, bool]:
        """Return the worth of a state, its line, and whether no guess was involved."""
        root = SssNode(state, None, None, ())
        self.push(root, False, inf)
        while True:
            merit, _, solved, node = heappop(self.opened)
            high = -merit
            if self.is_purged(node):
                continue
            if not solved:
                self.live(node, high)
            elif node.parent is None:
                return self.sign * high, line_from(node), not self.guessed
            else:
                self.solved(node, node.parent, high)

    def push(self, node: SssNode, solved: bool, high: float) -> None:
        """Open a node; the heap gives the highest first, of equals the leftmost."""
        heappush(self.opened, (-high, node.path, solved, node))
        node.promise = high

    def is_purged(self, node: SssNode) -> bool:
        """Whether a node above is solved already; they are left in the heap until they come up."""
        above = node.parent
        while above is not None and not above.purged:
            above = above.parent
        return above is not None

    def live(self, node: SssNode, high: float) -> None:
        """Look at a node for the first time."""
        self.enter(node, high)
        duel, state = self.duel, node.state
        if duel.game.terminal(state):
            self.leaf(node, self.sign * duel.worth(state), high)
        elif (settled := self.settled(state, high)) is not None:
            self.by_lemma(node, settled, high)
        elif len(node.path) == self.depth:
            self.guessed = True
            self.leaf(node, self.sign * duel.guessed(state), high)
        else:
            node.maximising = duel.maximising(state) == (self.sign > 0)
            node.children = [
                SssNode(child, joint, node, (*node.path, number))
                for number, (joint, child) in enumerate(duel.children(state))
            ]
            for child in node.children if node.maximising else node.children[:1]:
                self.push(child, False, high)

    def settled(self, state: State, high: float) -> Settled | None:
        """Return the answer of lemmas, if it shows that a state is worth what was promised."""
        window = (-inf, high) if self.sign > 0 else (-high, inf)
        return self.duel.settled(state, *window)

    def by_lemma(self, node: SssNode, settled: Settled, high: float) -> None:
        """Solve a node by what a lemma says of it, which is exact or no less than was promised."""
        value = self.sign * settled.value
        self.trail.lemma(settled.value, settled.why)
        self.leave(node, value)
        self.push(node, True, min(high, value))
        node.line = settled.line
        if value < high:
            node.best = node

    def leaf(self, node: SssNode, value: float, high: float) -> None:
        """Solve a leaf: it is worth no more than its value, nor than what was known."""
        self.trail.leaf(self.sign * value)
        self.leave(node, value)
        self.push(node, True, min(high, value))
        if value < high:
            node.best = node

    def solved(self, node: SssNode, parent: SssNode, high: float) -> None:
        """Go on from a solved node to its parent, or to the next child of min."""
        # A value that fell below what the parent had been promised came from this child.
        if node.best is not None:
            parent.best = node
        number = node.path[-1] + 1
        if parent.maximising:
            parent.purged = True
            self.purge(parent, high)
        elif number < len(parent.children):
            self.push(parent.children[number], False, high)
            return
        else:
            parent.children = []
        self.leave(parent, high)
        self.push(parent, True, high)

    def enter(self, node: SssNode, high: float) -> None:
        """Tell that a node is looked at."""
        node.entered = True
        self.go_to(node.parent)
        window = (-inf, high) if self.sign > 0 else (-high, inf)
        self.trail.enter(node.state, node.joint, *window)
        if self.trail.path:
            node.frame = self.trail.path[-1]

    def leave(self, node: SssNode, value: float) -> None:
        """Tell that a node is solved."""
        self.go_to(node)
        self.trail.leave(self.sign * value)

    def purge(self, node: SssNode, value: float) -> None:
        """Let go of what is below a solved node: tell what was not looked at, and leave the rest.

        What is not solved is left with what it still promised, which is no more than `value`.
        """
        entered = [node]
        for above in entered:
            entered += [child for child in above.children if child.entered]
        for below in reversed(entered):
            if not below.children:
                continue  # a leaf, or solved: it was left before
            if below is not node:
                promises = [child.promise for child in below.children]
                below.promise = max(promises) if below.maximising else min(promises)
            pruned = [child.joint for child in below.children if not child.entered]
            if pruned:
                self.trail.clock.count.cuts += 1
                self.tell_cut(below, node, value, tuple(joint for joint in pruned if joint))
            if below is not node:
                self.leave(below, below.promise)
            below.children = []

    def tell_cut(self, node: SssNode, above: SssNode, value: float, pruned: Line) -> None:
        """Tell that children were never looked at, because a node above was solved."""
        if self.trail.watch is None or node.frame is None or above.frame is None:
            return
        self.go_to(node)
        # All that was open had no more to promise than what solved the node above.
        found = self.sign * (value if node.maximising else node.promise)
        value *= self.sign
        if node.maximising == (self.sign > 0):
            node.frame.high, sign, name = value, ">=", "beta"
        else:
            node.frame.low, sign, name = value, "<=", "alpha"
        where = f"set at node {above.frame.node}"
        self.trail.tell(
            EventKind.CUT, found, f"value {found:g} {sign} {name} {value:g}, {where}", pruned
        )

    def go_to(self, node: SssNode | None) -> None:
        """Set the trail to a node: a best-first search jumps from one to another."""
        if self.trail.watch is None:
            return
        path: list[SearchFrame] = []
        while node is not None and node.frame is not None:
            path.append(node.frame)
            node = node.parent
        self.trail.path = path[::-1]


def line_from(root: SssNode) -> Line:
    """Return the moves from a solved root to the leaf that it has its value from."""
    line: list[Joint] = []
    node = root
    while node.best is not None and node.best is not node:
        node = node.best
        assert node.joint is not None
        line.append(node.joint)
    return (*line, *node.line)
