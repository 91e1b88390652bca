"""Max^n: every role takes the move that is best for itself (Luckhardt and Irani, 1986).

The definition, that everything which leaves something out is held to.
"""

from dataclasses import dataclass
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.many.exact import Number, Vector
from zermelo.search.many.order import VectorOrder
from zermelo.search.many.table import VectorEntry, VectorTable
from zermelo.search.many.ties import Ties, chosen
from zermelo.search.many.vector_game import Leaf, VectorGame
from zermelo.search.many.watching import Telling

Line = tuple[Joint, ...]
Answer = tuple[Vector, Line, bool]
"""What a state is worth, the line that leads to it, and whether no guess is in it."""


@dataclass(slots=True)
class PlainMaxn:
    """Searches of states that look at everything, on one trail, with one rule for ties."""

    vector_game: VectorGame
    trail: Telling
    ties: Ties
    order: VectorOrder
    table: VectorTable | None = None

    def value(
        self,
        state: State,
        depth: int | None,
        joint: Joint | None = None,
        leaf: Leaf | None = None,
    ) -> Answer:
        """Return what a state is worth for every role when all look `depth` moves ahead.

        A `leaf` is not looked beyond: what it is worth is known.
        """
        self.trail.come(state, joint)
        line: Line = ()
        if leaf is not None or depth == 0 or self.vector_game.terminal(state):
            values, proven = leaf or self.vector_game.leaf(state)
            self.trail.found(values)
        elif (known := self.known(state, depth)) is not None:
            values, line, proven = known.values, known.line, known.proven
            self.trail.remembered(values)
        else:
            values, line, proven = self.searched(state, depth, joint is None)
        self.trail.gone(values)
        return values, line, proven

    def searched(self, state: State, depth: int | None, root: bool) -> Answer:
        """Return what a state is worth by what its children are worth."""
        turn = self.vector_game.turn(state)
        below = None if depth is None else depth - 1
        children = self.order.children(self.vector_game, turn, depth)
        leaves = self.vector_game.leaves(children) if below == 0 else [None] * len(children)
        answers: list[Answer] = []
        best: Number = -inf
        if root:
            self.trail.roots = []
        for (joint, child), leaf in zip(children, leaves, strict=True):
            answers.append(self.value(child, below, joint, leaf))
            own = answers[-1][0][turn.mover or 0]
            if root:
                worth = float(answers[-1][0][self.trail.role])
                self.trail.roots.append((worth, (joint, *answers[-1][1])))
            if own > best:
                best = own
                self.trail.better(answers[-1][0])
        if turn.mover is None:
            place, values = 0, answers[0][0]
        else:
            place, values = chosen(self.ties, turn.mover, [answer[0] for answer in answers])
        line = (children[place][0], *answers[place][1])
        proven = all(sure for _, _, sure in answers)
        if self.table is not None:
            self.table.keep(state, self.ties, VectorEntry(remaining(depth), values, line, proven))
        return values, line, proven

    def known(self, state: State, depth: int | None) -> VectorEntry | None:
        """Return what the table says, if there is one."""
        if self.table is None:
            return None
        return self.table.find(state, self.ties, remaining(depth))


def remaining(depth: int | None) -> float:
    """Return a depth as the table has it: to the end is infinitely deep."""
    return inf if depth is None else depth
