"""Max^n without what cannot matter: the same vector for fewer nodes, for any number of roles.

A leaf gives each role no less than its lower bound and all together no more than `most`. So where
the roles above are sure of so much elsewhere, and the mover of so much here, that nothing is left
for a gain of all of them, somebody above turns away from here, and the rest need not be seen. Korf
(1991) asks the parent only: it surely does not come here (shallow). Sturtevant (2003) asks the
grandparents as well: then nobody knows who turns away. The parent may still want to come here, but
its own parents do not want it to. That is safe if the parent is at its last child (last-branch);
otherwise the child waits, and if the parent turns out to be wanted after all, is searched again
(speculative).

The published text is for three roles in a fixed round. Here bounds of any number of roles above
count, each role once; a run of moves of the same role is one decision of it; who moves is asked.
"""

from dataclasses import dataclass, field

from zermelo.game.game import Joint, State
from zermelo.search.many.bounds import VectorBounds
from zermelo.search.many.exact import Number
from zermelo.search.many.node import Path, Pruning, VectorAnswer, VectorNode
from zermelo.search.many.order import VectorOrder
from zermelo.search.many.plain import remaining
from zermelo.search.many.table import VectorEntry, VectorTable
from zermelo.search.many.ties import Ties
from zermelo.search.many.vector_game import Leaf, VectorGame
from zermelo.search.many.watching import Telling


@dataclass(slots=True)
class PrunedMaxn:
    """Searches of states that leave out what cannot matter, on one trail; of equals the first."""

    vector_game: VectorGame
    trail: Telling
    bounds: VectorBounds
    pruning: Pruning
    order: VectorOrder
    granularity: Number = 0  # all worths are multiples of it; 0 if nothing is known
    table: VectorTable | None = None
    ties: Ties = field(default_factory=lambda: Ties("leftmost"))

    def value(
        self,
        state: State,
        depth: int | None,
        joint: Joint | None = None,
        path: Path = (),
        why: str = "",
        leaf: Leaf | None = None,
    ) -> VectorAnswer:
        """Return the worth of a state, or who above does not want it; a `leaf` has its worth."""
        self.trail.come(state, joint, why)
        if leaf is not None or depth == 0 or self.vector_game.terminal(state):
            values, sure = leaf or self.vector_game.leaf(state)
            self.trail.found(values)
            answer = VectorAnswer(values, proven=sure)
        elif (known := self.known(state, depth)) is not None:
            answer = VectorAnswer(known.values, 0, known.line, known.proven)
            self.trail.remembered(known.values)
        else:
            answer = self.searched(state, depth, path)
        self.trail.gone(answer.values, answer.why)
        return answer

    def searched(self, state: State, depth: int | None, path: Path) -> VectorAnswer:
        """Return what `value` does, by the children of a state."""
        turn = self.vector_game.turn(state)
        below = None if depth is None else depth - 1
        children = self.order.children(self.vector_game, turn, depth)
        if turn.mover is None:
            joint, child = children[0]
            answer = self.value(child, below, joint, path)
            return answer._replace(line=(joint, *answer.line))
        node = VectorNode(self, turn.mover, path, children)
        places = self.order.looked_at(state, children)
        leaves = self.vector_game.leaves(children) if below == 0 else [None] * len(children)
        for number, place in enumerate(places):
            if node.hopeless(place):
                continue
            joint, child = children[place]
            told = node.path_below(place, last=place == places[-1])
            node.take(place, self.value(child, below, joint, told, leaf=leaves[place]))
            if (cut := node.cut(places[number + 1 :])) is not None:
                return cut
        if (cut := node.unwanted()) is not None:
            return cut
        for place, _ in node.pending:
            if not node.hopeless(place):
                joint, child = children[place]
                told, why = (node.sure_here(place),), node.why_again()
                node.take(place, self.value(child, below, joint, told, why))
        assert node.best is not None, "what is not unwanted has a best child"
        best = node.best
        self.order.keep(state, best.line[0])
        if self.table is not None:
            entry = VectorEntry(remaining(depth), best.values, best.line, node.proven)
            self.table.keep(state, self.ties, entry)
        return VectorAnswer(best.values, 0, best.line, node.proven)

    def known(self, state: State, depth: int | None) -> VectorEntry | None:
        """Return what the table says, if there is one."""
        if self.table is None:
            return None
        return self.table.find(state, self.ties, remaining(depth))
