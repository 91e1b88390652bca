"""The readable tree as a match wants it: planted anew after every move, drawn if somebody looks."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from zermelo.evaluate.base import Guess
from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.search.base import Clock
from zermelo.search.events import Trail, Watch
from zermelo.search.mcts.bounds import assured
from zermelo.search.mcts.ending import shortest
from zermelo.search.mcts.node import MctsNode, new_node
from zermelo.search.mcts.playout import Habits, Playout
from zermelo.search.mcts.regret import Regrets
from zermelo.search.mcts.select import Ways
from zermelo.search.mcts.span import spans
from zermelo.search.mcts.summary import Outlook, RootMove, within
from zermelo.search.mcts.tree import DEEPEST_DESCENT, MctsTree, UnequalError

DRAWN = 400
"""Nodes that a picture shows, those that were visited most."""


class Readable:
    """A tree that grows by the readable search."""

    def __init__(
        self,
        game: Game,
        ways: Ways,
        guess: Guess,
        generator: Random,
        *,
        trust: float,
        pairs: bool,
        cutoff: int,
        regret: bool,
    ) -> None:
        """Make a tree without a root."""
        habits = Habits(trust, pairs, learning=trust > 0.0 or ways.bias > 0.0)
        self.game, self.ways, self.generator = game, ways, generator
        self.playout = Playout(game, habits, generator, cutoff, guess, ways.decisive)
        self.regret = regret
        self.spans = spans(game)
        self.tree: MctsTree | None = None
        self.finished = 0
        self._played = 0
        self._steps = 0

    def plant(self, state: State) -> None:
        """Make a state the root; what is known below it is kept."""
        if self.tree is not None and self.tree.root.state == state:
            return
        root = None if self.tree is None else best_known(self.tree.root, state)
        made = 1 if self.tree is None else self.tree.made
        regrets = None if self.tree is None else self.tree.regrets
        if regrets is None and self.regret:
            regrets = Regrets(self.generator)
        if self.tree is not None:
            self._played += self.tree.playouts
            self._steps += self.tree.steps
        self.tree = MctsTree(
            self.game,
            self.ways,
            self.playout,
            self.generator,
            regrets,
            root or new_node(self.game, self.spans, 0, state),
            self.spans,
            made=made,
            total=None if self.tree is None else self.tree.total,
        )
        if self.ways.dag:
            self.tree.known = {node.state: node for node in below(self.tree.root)}

    def run(self, passes: int, most: int) -> bool:
        """Run some simulations; whether it may go on."""
        assert self.tree is not None
        for _ in range(passes):
            if self.finished >= most or self.tree.settled(self.tree.root):
                return False
            try:
                self.finished += self.tree.simulate()
            except UnequalError:
                self.begin_anew()
        return self.finished < most and not self.tree.settled(self.tree.root)

    def begin_anew(self) -> None:
        """Forget the tree: two ends share out different sums, so that its bounds are void."""
        assert self.tree is not None
        state, self.ways = self.tree.root.state, replace(self.ways, constant=False)
        self._played += self.tree.playouts
        self._steps += self.tree.steps
        self.tree = None
        self.plant(state)

    def rest(self) -> None:
        """Nothing is under way between two simulations."""

    def fade(self, decay: float) -> None:
        """Believe less of what playouts have learnt."""
        self.playout.habits.fade(decay)

    @property
    def playouts(self) -> int:
        """How many matches were played to their end."""
        return self._played + (self.tree.playouts if self.tree else 0)

    @property
    def steps(self) -> int:
        """How many moves all those matches had, counted from the root."""
        return self._steps + (self.tree.steps if self.tree else 0)

    def outlook(self, role: Role) -> Outlook:
        """Return what the tree says of its root."""
        assert self.tree is not None
        root = self.tree.root
        options = []
        for at, edge in enumerate(root.edges[role]):
            low, high = self.assured(root, role, at)
            mean = 100.0 * edge.mean if edge.visits else 0.0
            options.append(RootMove(edge.move, edge.visits, within(mean, low, high), low, high))
        proven = self.ways.solver and root.proven
        means = [100.0 * total / max(1, root.visits) for total in root.totals]
        values = tuple(map(within, means, root.low, root.high))
        mixture = None
        if self.tree.regrets and len(root.choosers) > 1 and role in root.choosers:
            mixture = self.tree.regrets.mean(root, role)
        return Outlook(options, root.visits, values, proven, self.ways.constant, mixture)

    def line(self, role: Role, move: Move) -> list[Joint]:
        """Return a move, and what was tried most after it or is proved best."""
        assert self.tree is not None
        found: list[Joint] = []
        node: MctsNode | None = self.tree.root
        while node and not node.terminal and not node.stuck and len(found) < DEEPEST_DESCENT:
            choice = [self.liked(node, one) for one in range(len(node.edges))]
            if not found:
                moves = [edge.move for edge in node.edges[role]]
                choice[role] = moves.index(move)
            below = node.children.get(tuple(choice))
            if below is None:
                break
            found.append(node.joint(tuple(choice)))
            node = below
        return found

    def ending(self) -> list[Joint] | None:
        """Return a line from a proven root to an end that gives every role its value."""
        assert self.tree is not None
        values = self.tree.root.low

        def after(node: MctsNode) -> Iterator[tuple[Joint, MctsNode]]:
            sure = [
                [
                    at
                    for at in range(len(edges))
                    if len(edges) == 1 or self.assured(node, role, at)[0] >= values[role]
                ]
                for role, edges in enumerate(node.edges)
            ]
            for choice in product(*sure):
                if choice in node.children:
                    yield node.joint(choice), node.children[choice]

        def over(node: MctsNode) -> bool:
            return node.terminal and node.low == values == node.high

        return shortest(self.tree.root, lambda node: node.number, after, over)

    def liked(self, node: MctsNode, role: int) -> int:
        """Return the edge that a role would take: where most is sure, else that tried most."""

        def value(at: int) -> tuple[Fraction, int]:
            return self.assured(node, role, at)[0], node.edges[role][at].visits

        return max(range(len(node.edges[role])), key=value)

    def assured(self, node: MctsNode, role: int, at: int) -> tuple[Fraction, Fraction]:
        """Return what is proved of one of a role's edges; if nothing is to be, what can be."""
        if not self.ways.solver:
            return self.spans[role].low, self.spans[role].high
        return assured(node, self.spans, role, at)

    def draw(self, watch: Watch, clock: Clock, role: Role) -> None:
        """Tell a watcher the tree as it is in the end, without its rarest nodes."""
        assert self.tree is not None
        visits = sorted((node.visits for node in below(self.tree.root)), reverse=True)
        least = visits[min(DRAWN, len(visits)) - 1] if visits else 0
        trail = Trail(Clock(), watch)

        def tell(node: MctsNode, joint: Joint | None, seen: frozenset[int]) -> None:
            trail.enter(node.state, joint)
            worth = 100.0 * node.totals[role] / max(1, node.visits)
            told = False
            for choice, child in node.children.items():
                if child.visits >= max(1, least) and child.number not in seen:
                    tell(child, node.joint(choice), seen | {child.number})
                    told = True
            if not told:
                trail.leaf(worth)
            trail.leave(worth)

        tell(self.tree.root, None, frozenset({self.tree.root.number}))


def below(root: MctsNode) -> list[MctsNode]:
    """Return a node and all below it, each once."""
    found = {root.number: root}
    todo = [root]
    for node in todo:  # which grows meanwhile
        for child in node.children.values():
            if child.number not in found:
                found[child.number] = child
                todo.append(child)
    return todo


def best_known(root: MctsNode, state: State) -> MctsNode | None:
    """Return the node of a state that was visited most, and is not the end."""
    alike = [node for node in below(root) if node.state == state and not node.terminal]
    return max(alike, key=lambda node: node.visits, default=None)
