"""Is a position worth at least so much? What one look at its children says of that."""

from dataclasses import dataclass
from math import inf

from zermelo.game.game import Joint, Role, State
from zermelo.search.base import Clock
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.node import DISPROVED, PROVED, Counting, Numbers, ProofNode
from zermelo.search.proofnumber.table import ProofTable


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question: yes, and a value that is reached; or no, and the most there is.

    If it is not `sure`, there only is no proof within the depth.
    """

    proved: bool
    bound: float
    sure: bool
    joint: Joint | None  # the move of the role that decides, if it is that role's success


@dataclass(frozen=True, slots=True)
class Question:
    """Whether max gets at least `threshold`."""

    duel: Duel
    clock: Clock
    table: ProofTable
    threshold: float
    counting: Counting

    def node(self, state: State, left: int | None, joint: Joint | None = None) -> ProofNode:
        """Return a position with what is known of it before it is entered.

        An end is answered by its goals. What lies beyond the depth counts as not proved.
        """
        node = ProofNode(state, joint, left)
        if self.duel.over(state):
            self.clock.count.leaves += 1
            node.bound = self.duel.worth(state)
            node.numbers = PROVED if node.bound >= self.threshold else DISPROVED
        elif left == 0:
            self.clock.count.leaves += 1
            node.numbers, node.bound, node.sure = DISPROVED, -inf, False
        elif not self.table.recall(node, self.threshold) and self.counting.mobility:
            node.numbers = self.expected(state)
        return node

    def expected(self, state: State) -> Numbers:
        """Return the numbers of a position by its moves: all of them must fail whoever decides.

        They are those of its children that are not known either.
        """
        roles = map(Role, range(len(self.duel.game.roles)))
        most = max(1, *(len(self.duel.game.legal(state, role)) for role in roles))
        return Numbers(1, most) if self.duel.maximising(state) else Numbers(most, 1)

    def develop(self, node: ProofNode) -> None:
        """Enter a node: look at its children, up to one that answers the question for it."""
        self.clock.tick()
        below = None if node.left is None else node.left - 1
        node.maximising = self.duel.maximising(node.state)
        node.children = []
        for joint, state in self.duel.children(node.state):
            child = self.node(state, below, joint)
            node.children.append(child)
            if child.solved and child.proved == node.maximising and child.sure:
                break
        node.count(self.counting.weak)


def verdict_of(node: ProofNode) -> Verdict:
    """Return the answer that a solved node is."""
    return Verdict(node.proved, node.bound, node.sure, node.best)
