"""Depth-first proof-number search: the same positions without a tree (df-pn; Nagai, 2002).

A node is searched until its proof or its disproof number reaches a limit: until then the most
proving position lies below it, and after that somewhere else. All that is remembered is a table of
numbers. A child that is searched gets a limit that lets it grow a little beyond the second best
child, so that the search does not jump to and fro between them (the 1 + epsilon trick; Pawlewicz
and Lew, 2007).
"""

from dataclasses import dataclass

from zermelo.game.game import Joint, State
from zermelo.search.base import Clock, OutOfTimeError
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.node import (
    INFINITE,
    Counting,
    Numbers,
    ProofNode,
    open_question,
    sides,
    total,
)
from zermelo.search.proofnumber.question import Question, Verdict, verdict_of
from zermelo.search.proofnumber.table import ProofTable


@dataclass(slots=True)
class DepthFirstProof:
    """Questions that share a table."""

    duel: Duel
    clock: Clock
    table: ProofTable
    counting: Counting
    epsilon: float = 0.5
    root: ProofNode | None = None

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict:
        """Return whether max gets at least `threshold`."""
        question = Question(self.duel, self.clock, self.table, threshold, self.counting)
        self.root = question.node(state, left)
        if not self.root.solved:
            self.search(question, self.root, Numbers(INFINITE, INFINITE))
        return verdict_of(self.root)

    def move(self, state: State, left: int | None, value: float, maximising: bool) -> Joint | None:
        """Return the move by which the role that decides has a value, if that is remembered."""
        return self.table.move(state, left, value, maximising)

    def open_question(self) -> tuple[Numbers, Joint | None]:
        """Return the numbers of the question being asked, and the move that promises most."""
        return open_question(self.root)

    def search(self, question: Question, node: ProofNode, limits: Numbers) -> None:
        """Search a node until it is solved, or one of its numbers reaches its limit."""
        before = self.clock.count.nodes
        question.develop(node)
        try:
            while node.numbers.proof < limits.proof and node.numbers.disproof < limits.disproof:
                child = node.most_promising()
                self.search(question, child, self.limits(node, child, limits))
                node.count(self.counting.weak)
        except OutOfTimeError:
            question.table.keep(node, question.threshold, self.clock.count.nodes - before)
            raise
        if node.solved and any(not child.solved for child in node.children):
            self.clock.count.cuts += 1
        question.table.keep(node, question.threshold, self.clock.count.nodes - before)
        if node is not self.root:
            node.children = []

    def limits(self, node: ProofNode, chosen: ProofNode, limits: Numbers) -> Numbers:
        """Return the limits of a child: where it is no longer the best, or its parent is done."""
        mine, other = sides(node.maximising)
        weak = self.counting.weak
        siblings = [child for child in node.children if child is not chosen]
        second = min((child.numbers[mine] for child in siblings), default=INFINITE)
        more = int(min(self.epsilon * second, INFINITE))
        enough = min(limits[mine], second + 1 + more)
        rest = limits[other]
        if rest < INFINITE:
            numbers = [child.numbers[other] for child in siblings]
            # In a weak sum each of the others counts as one, as soon as this one is the largest.
            others = sum(number > 0 for number in numbers) if weak else total(numbers, weak)
            rest = max(rest - others, 1, chosen.numbers[other] + 1)
        return Numbers(enough, rest) if node.maximising else Numbers(rest, enough)
