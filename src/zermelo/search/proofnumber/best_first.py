"""Proof-number search: the tree grows where the least is missing (Allis, 1994).

From the root down, max goes to the child with the smallest proof number and min to the one with the
smallest disproof number. The position that comes to is most proving: to prove it takes the root
nearer to a proof, to disproof it nearer to a disproof. It is entered, and the numbers above it are
counted again. The tree is in memory; what is below a solved node is let go of.
"""

from dataclasses import dataclass

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.node import Counting, Numbers, ProofNode, open_question
from zermelo.search.proofnumber.question import Question, Verdict, verdict_of
from zermelo.search.proofnumber.table import ProofTable

NODE = 400
"""Bytes that a node of the tree takes, about."""
MOST_NODES = 1 << 21
"""Nodes that a tree may have where the caller sets no limit."""


@dataclass(slots=True)
class BestFirstProof:
    """Trees of questions; the last one that was not answered can be asked on."""

    duel: Duel
    clock: Clock
    table: ProofTable
    counting: Counting
    most: int = MOST_NODES
    root: ProofNode | None = None
    threshold: float | None = None  # what the root is asked
    size: int = 0  # nodes in memory

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the tree is as large as may be."""
        question = Question(self.duel, self.clock, self.table, threshold, self.counting)
        root = self.planted(question, state, left)
        node = root
        while not root.solved:
            if self.size >= self.most:
                return None
            node = most_proving(node)
            question.develop(node)
            for child in node.children:
                child.parent = node
            self.size += len(node.children)
            node = self.updated(node, threshold)
        return verdict_of(root)

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""
        return self.table.move(state, left, value, maximising)

    def open_question(self) -> tuple[Numbers, Joint | None]:
        """Return the numbers of the question being asked, and the move that promises most."""
        return open_question(self.root)

    def planted(self, question: Question, state: State, left: int | None) -> ProofNode:
        """Return the root of a question: of the tree that is there, if it was the last one."""
        root, threshold = self.root, question.threshold
        same = root is not None and (root.state, root.left, self.threshold) == (
            state,
            left,
            threshold,
        )
        if root is None or not same:
            root = question.node(state, left)
            self.root, self.threshold, self.size = root, threshold, 1
        return root

    def updated(self, node: ProofNode, threshold: float) -> ProofNode:
        """Count the numbers above a node that was developed; return where to look on.

        That is the node up to which they changed: above it, the most proving position is the same.
        """
        if node.solved:
            self.close(node, threshold)
        while node.parent is not None:
            above = node.parent
            before = above.numbers
            above.count(self.counting.weak)
            node = above
            if node.numbers == before:
                break
            if node.solved:
                self.close(node, threshold)
        return node

    def close(self, node: ProofNode, threshold: float) -> None:
        """Let go of what is below a solved node, and remember the answer."""
        below = [node]
        for one in below:
            below += one.children
        if any(not child.solved for child in node.children):
            self.clock.count.cuts += 1
        node.children = []
        self.size -= len(below) - 1
        self.table.keep(node, threshold, len(below))


def most_proving(node: ProofNode) -> ProofNode:
    """Return the position below a node that both a proof and a disproof need."""
    while node.children:
        node = node.most_promising()
    return node
