"""Monte Carlo tree search as it is taught: select, expand, play out, back up. Readable, not fast.

UCT (Kocsis and Szepesvari 2006) for any number of roles: every role maximises its own reward. The
twin in compiled code is `zermelo.search.mcts.fast`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random

from zermelo.game.game import Game, Joint, State
from zermelo.search.mcts.bounds import tighten
from zermelo.search.mcts.node import Choice, MctsNode, Rewards, new_node
from zermelo.search.mcts.playout import Playout, decisive_joint
from zermelo.search.mcts.regret import Regrets
from zermelo.search.mcts.select import Ways, choose, pick_edge
from zermelo.search.mcts.span import GoalSpan

DEEPEST_DESCENT = 200
"""Moves that a simulation goes down the tree before it is played out."""
Step = tuple[MctsNode, Choice]


class UnequalError(Exception):
    """Ends share out different sums: bounds that rely on one sum are void."""


@dataclass(slots=True)
class MctsTree:
    """A tree that grows, one simulation at a time."""

    game: Game
    ways: Ways
    playout: Playout
    generator: Random
    regrets: Regrets | None
    root: MctsNode
    spans: tuple[GoalSpan, ...]
    made: int = 1  # nodes
    playouts: int = 0
    steps: int = 0  # of all playouts, from the root
    total: Fraction | None = None  # what two roles share out, from the first end on
    known: dict[State, MctsNode] = field(default_factory=dict)  # of a DAG

    def simulate(self) -> int:
        """Run one simulation; returns how many that was, more than one if all are expanded."""
        path, leaf = self.descend()
        if leaf is None:
            return self.expand(path)
        if self.settled(leaf):
            if self.ways.dag:
                self.prove(path)  # it may have been settled by way of others
            self.back_up(path, leaf, leaf.settled_rewards, [])
        else:
            self.play_out(path, leaf)  # too deep, where it has been before, or stuck
        return 1

    def settled(self, node: MctsNode) -> bool:
        """Whether what a node is worth needs no playout."""
        return node.terminal or (self.ways.solver and node.proven)

    def descend(self) -> tuple[list[Step], MctsNode | None]:
        """Go down from the root, to a node or, with None, one step out of the tree."""
        path: list[Step] = []
        node = self.root
        while not self.settled(node):
            if len(path) >= DEEPEST_DESCENT or node.stuck or any(step[0] is node for step in path):
                return path, node
            choice = choose(
                node,
                lambda at, role: self.pick(at, role, path),
                self.ways.chance,
                self.generator,
                self.regrets.sample if self.regrets else None,
            )
            path.append((node, choice))
            child = node.children.get(choice)
            if child is None:
                return path, None
            node = child
        return path, node

    def pick(self, node: MctsNode, role: int, path: Sequence[Step]) -> int:
        """Return the edge that UCB takes."""
        ways = self.ways
        ancestors: list[MctsNode] = []
        if ways.near > 0.0:
            above = [node, *(step[0] for step in reversed(path))]
            ancestors = [one for one in above if one.visits >= ways.reference or one is self.root]
        lean = partial(self.playout.habits.lean, role) if ways.bias > 0.0 else None
        return pick_edge(node, role, ways, ancestors, lean)

    def expand(self, path: list[Step]) -> int:
        """Add the child that the path leads to, or all that were never visited, and play it out."""
        self.visit(path)
        visits = 1
        node, first = path[-1]
        choosers = node.choosers
        if self.ways.expand_all and len(choosers) == 1:
            (role,) = choosers
            for at in node.scan(role):
                if node.edges[role][at].visits == 0:
                    choice = (*first[:role], at, *first[role + 1 :])
                    self.visit([*path[:-1], (node, choice)])
                    visits += 1
        return visits

    def visit(self, path: list[Step]) -> None:
        """Make the child at the end of a path, and play it out, unless it is known."""
        node, choice = path[-1]
        child = self.child(node, choice)
        if self.ways.decisive and not self.settled(child) and not child.stuck:
            winning = decisive(self.game, child)
            if winning is not None:
                self.visit([*path, (child, winning)])
                return
        if self.settled(child):
            self.prove(path)
            self.back_up(path, child, child.settled_rewards, [])
        else:
            self.play_out(path, child)

    def child(self, node: MctsNode, choice: Choice) -> MctsNode:
        """Return a new child of a node; in a DAG, the node that has its state already."""
        state = self.game.next(node.state, node.joint(choice))
        child = self.known.get(state) if self.ways.dag else None
        if child is None:
            child = new_node(self.game, self.spans, self.made, state)
            if self.ways.dag:
                self.known[state] = child
            if child.terminal:
                self.shared(child)
        self.made += 1
        node.children[choice] = child
        return child

    def shared(self, end: MctsNode) -> None:
        """See that every end shares out the same, if bounds rely on that."""
        if not self.ways.constant:
            return
        total = sum(end.low, Fraction(0))
        if self.total is None:
            self.total = total
        if total != self.total or not end.proven:
            raise UnequalError

    def play_out(self, path: list[Step], node: MctsNode) -> None:
        """Play a match to its end from a node, and remember how it went."""
        before = path[-1][0].joint(path[-1][1]) if path else None
        rewards, made = self.playout.play(node.state, before)
        self.playouts += 1
        self.steps += len(path) + len(made)
        self.playout.habits.learn([*(one.joint(choice) for one, choice in path), *made], rewards)
        self.back_up(path, node, rewards, made)

    def back_up(
        self, path: Sequence[Step], leaf: MctsNode, rewards: Rewards, made: Sequence[Joint]
    ) -> None:
        """Add a simulation to all that it went through."""
        count(leaf, rewards)
        later: set[tuple[int, int]] = set()
        if self.ways.near > 0.0:
            later = {(role, move) for joint in made for role, move in enumerate(joint)}
        for node, choice in reversed(path):
            if self.regrets and len(node.choosers) > 1:
                self.regrets.update(node, choice, rewards)
            count(node, rewards)
            for role, at in enumerate(choice):
                edge = node.edges[role][at]
                later.add((role, edge.move))
                if len(node.edges[role]) == 1:
                    continue
                edge.visits += 1
                edge.total += rewards[role]
                if self.ways.near > 0.0:
                    self.count_near(node, role, later, rewards[role])

    def count_near(
        self, node: MctsNode, role: int, later: set[tuple[int, int]], reward: float
    ) -> None:
        """Count a simulation for all moves that a role made in it, here or later."""
        for edge in node.edges[role]:
            if (role, edge.move) in later:
                edge.near += 1
                edge.near_total += reward

    def prove(self, path: Sequence[Step]) -> None:
        """Tighten the bounds along a path, from its end on, as long as that changes something."""
        if not self.ways.solver:
            return
        for node, _ in reversed(path):
            if not tighten(node, self.spans, self.ways.chance, self.total):
                return


def decisive(game: Game, node: MctsNode) -> Choice | None:
    """Return the choice by which the only role that has one wins at once, if there is such."""
    legal = [[edge.move for edge in edges] for edges in node.edges]
    joint = decisive_joint(game, node.state, legal)
    if joint is None:
        return None
    return tuple(moves.index(move) for moves, move in zip(legal, joint, strict=True))


def count(node: MctsNode, rewards: Rewards) -> None:
    """Add a simulation to a node."""
    node.visits += 1
    for role, reward in enumerate(rewards):
        node.totals[role] += reward
