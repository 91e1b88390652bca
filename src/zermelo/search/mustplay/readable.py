"""The search with supports, readably: what is proved of one child is proved of others like it.

A question is whether the value reaches a level. Every answer comes with a support: the part of the
state from which it follows, so that every state with the same part has the same answer. Where the
mover fails after one move, all moves after which the support still holds fail for the same reason;
those that are left are the must-play region of Hex (Hayward, van Rijswijck; 2003), and only they
are searched. The supports of all children give that of their parent.

Supports are kept as lemmas: in a table for states that come again, and in a list that is held
against states never seen before. All else is as in `search/exact/readable.py`.
"""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, Role, State
from zermelo.search.base import Clock
from zermelo.search.exact.levels import Levels
from zermelo.search.exact.readable import CHUNK, BudgetSpentError, History
from zermelo.search.mustplay.reasons import Answer, Reasons
from zermelo.search.mustplay.support import Lemma, Lemmas, Support
from zermelo.search.parts.duel import Duel
from zermelo.search.proofnumber.question import Verdict

MOST_SUPPORTS = 64
"""Supports of a node's children; with more, the whole state is its support."""
Child = tuple[Joint, State]


@dataclass(slots=True)
class Node:
    """A position that is being searched."""

    state: State
    level: int
    maximising: bool
    children: list[Child]
    supports: list[Support] = field(default_factory=list)
    joint: Joint | None = None  # by which the mover has its way, once that is known

    def take(self, support: Support, untried: list[Child]) -> list[Child]:
        """Add a support by which the mover fails; return the children that do not have it."""
        self.supports.append(support)
        return [one for one in untried if not support.holds(one[1])]

    def succeed(self, joint: Joint, support: Support) -> None:
        """Note that the mover has its way."""
        self.joint, self.supports = joint, [support]


@dataclass(slots=True)
class ReadableMustPlay:
    """Questions that share lemmas and a history."""

    duel: Duel
    levels: Levels
    clock: Clock
    lemmas: Lemmas
    reasons: Reasons | None  # None: every support is a whole state
    budget: int | None = None  # nodes of one question
    history: History = field(default_factory=History)
    last: int = 0  # nodes that the question may have come to when it is left open

    def ask(self, state: State, left: int | None, threshold: float) -> Verdict | None:
        """Return whether max gets at least `threshold`; None if the budget does not suffice."""
        assert left is None, "questions are asked to the end"
        level = self.levels.level(threshold)
        if self.budget is not None:
            self.last = self.clock.count.nodes + self.budget
        try:
            lemma, joint = self.search(state, level)
        except BudgetSpentError:
            return None
        bound = self.levels.goal(level if lemma.reached else level - 1)
        return Verdict(lemma.reached, bound, sure=True, joint=joint)

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the levels between which lemmas have the value of a state."""
        low, high = 0, self.levels.top
        for level in range(1, self.levels.top + 1):
            lemma = self.lemmas.about(state, level)
            if lemma is not None and lemma.reached:
                low = level
            elif lemma is not None:
                high = min(high, level - 1)
        return low, high

    def search(self, state: State, level: int) -> tuple[Lemma, Joint | None]:
        """Return the answer with its support, and the move by which the mover has its way."""
        self.clock.tick()
        if self.budget is not None and self.clock.count.nodes >= self.last:
            raise BudgetSpentError
        maximising = self.duel.maximising(state)
        node = Node(state, level, maximising, self.duel.children(state))
        for begin in range(0, len(node.children), CHUNK):
            self.try_chunk(node, node.children[begin : begin + CHUNK])
            if node.joint is not None:
                break
        lemma = Lemma(self.reason(node), level, maximising == (node.joint is not None))
        self.lemmas.learn(state, lemma)
        return lemma, node.joint

    def try_chunk(self, node: Node, chunk: list[Child]) -> None:
        """Look at some children, and search those of which nothing is known."""
        moment = len(self.lemmas.learnt)
        untried = self.looked_at(node, chunk)
        score = self.history.score
        untried.sort(key=lambda one: -score(node.maximising, node.state, one[1]))  # stays stable
        tried: list[State] = []
        while untried and node.joint is None:
            if tried:
                untried = self.recalled(node, untried, moment, chunk)
                moment = len(self.lemmas.learnt)
                if not untried or node.joint is not None:
                    return
            joint, child = untried.pop(0)
            tried.append(child)
            lemma, _ = self.search(child, node.level)
            if lemma.reached != node.maximising:
                untried = node.take(lemma.support, untried)
                continue
            self.clock.count.cuts += 1
            self.credit(node, tried)
            node.succeed(joint, lemma.support)

    def looked_at(self, node: Node, chunk: list[Child]) -> list[Child]:
        """Return the children that nothing is known of. None are left if one has an answer."""
        worths = {
            child: self.levels.level(self.duel.worth(child))
            for _, child in chunk
            if self.duel.over(child)
        }
        for joint, child in chunk:
            if child in worths:
                self.clock.count.leaves += 1
                if (worths[child] >= node.level) == node.maximising:
                    node.succeed(joint, self.reason_of_end(child, node.level, node.maximising))
                    return []
        untried = chunk
        for support in node.supports[:MOST_SUPPORTS]:  # so far
            untried = [one for one in untried if not support.holds(one[1])]
        for joint, child in list(untried):
            lemma = self.lemmas.find(child, node.level)
            if child in worths or lemma is None or all(child != other for _, other in untried):
                continue
            if lemma.reached == node.maximising:
                node.succeed(joint, lemma.support)
                return []
            untried = node.take(lemma.support, untried)
        untried = self.recalled(node, untried, 0, chunk)
        if node.joint is not None:
            return []
        for _, child in list(untried):
            if child in worths and any(child == other for _, other in untried):
                support = self.reason_of_end(child, node.level, not node.maximising)
                untried = node.take(support, untried)
        return untried

    def recalled(
        self, node: Node, untried: list[Child], since: int, chunk: list[Child]
    ) -> list[Child]:
        """Return the children that no lemma knows of those learnt since a moment."""
        for lemma in self.lemmas.last(since):
            if not untried:
                break
            if not lemma.applies(node.level):
                continue
            found = [one for one in untried if lemma.support.holds(one[1])]
            if not found:
                continue
            if lemma.reached == node.maximising:
                joint, _ = min(found, key=chunk.index)
                node.succeed(joint, lemma.support)
                return untried
            untried = node.take(lemma.support, untried)
        return untried

    def credit(self, node: Node, tried: list[State]) -> None:
        """Have the last child that was tried gain what the others lose."""
        *failed, answer = tried
        for child in failed:
            self.history.credit(node.maximising, node.state, child, -1)
        if failed:
            self.history.credit(node.maximising, node.state, answer, len(failed))

    def reason_of_end(self, state: State, level: int, reached: bool) -> Support:
        """Return why an end has its answer: by a lemma, or anew."""
        if (known := self.lemma_of_end(state, level)) is not None:
            return known.support
        support = self.explained(Answer(state, level, reached))
        self.lemmas.learn(state, Lemma(support, level, reached))
        return support

    def lemma_of_end(self, state: State, level: int) -> Lemma | None:
        """Return a lemma that says what an end comes to."""
        last = self.lemmas.last()
        return next((one for one in last if one.applies(level) and one.support.holds(state)), None)

    def reason(self, node: Node) -> Support:
        """Return the support of a node whose children were looked at."""
        reached = node.maximising == (node.joint is not None)
        if len(node.supports) > MOST_SUPPORTS:
            return whole(node.state)
        winner = self.duel.role if reached else Role(1 - self.duel.role)
        alone = node.joint is not None
        joint = node.joint or node.children[0][0]
        firsts = [0, 0, 0] if self.reasons is None else self.reasons.firsts
        moves = [first + move for first, move in zip(firsts, joint, strict=False)]
        loser = 1 - winner
        replies = [moves[loser]] if alone else range(firsts[loser], firsts[loser + 1])
        return self.explained(
            Answer(node.state, node.level, reached, moves[winner], replies, alone, node.supports)
        )

    def explained(self, answer: Answer) -> Support:
        """Return a support of an answer."""
        return whole(answer.state) if self.reasons is None else self.reasons.explain(answer)


def whole(state: State) -> Support:
    """Return the support that is a whole state.

    >>> [whole(State(5)).holds(State(number)) for number in (4, 5)]
    [False, True]
    """
    return Support(-1, state)
