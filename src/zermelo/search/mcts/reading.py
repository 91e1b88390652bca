"""What the arrays of a tree say, read for people: moves, lines, bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Move, Role
from zermelo.search.joint_moves import MOST_JOINTS
from zermelo.search.mcts.ending import shortest
from zermelo.search.mcts.select import Ways
from zermelo.search.mcts.span import GoalSpan
from zermelo.search.mcts.summary import Outlook, RootMove, within
from zermelo.search.mcts.tree_arrays import DEEPEST_DESCENT

if TYPE_CHECKING:
    from zermelo.search.mcts.kernels.arrays import TreeArrays


class TreeReader:
    """A tree in arrays, to be asked what it knows of its root."""

    game: CompiledGame
    ways: Ways
    tree: "TreeArrays"
    spans: tuple[GoalSpan, ...]

    def outlook(self, role: Role) -> Outlook:
        """Return what the tree says of its root."""
        from zermelo.search.mcts.kernels.arrays import CONSTANT, VARYING

        tree = self.tree
        lows, highs = self.bounds(0)
        settled = self.ways.solver and lows == highs
        visits = int(tree.visits[0])
        means = 100.0 * tree.totals[0] / max(1, visits)
        values = tuple(map(within, means.tolist(), lows, highs))
        constant = bool(tree.settings[CONSTANT] != VARYING)
        return Outlook(self.options(role), visits, values, settled, constant)

    def bounds(self, node: int) -> tuple[list[Fraction], list[Fraction]]:
        """Return what each role is sure to get from a node, and what it cannot exceed."""
        from zermelo.search.mcts.kernels.arrays import UNIT

        tree = self.tree
        unit = int(tree.settings[UNIT])
        lows, highs = tree.lows[node].tolist(), tree.highs[node].tolist()
        return [Fraction(low, unit) for low in lows], [Fraction(high, unit) for high in highs]

    def options(self, role: Role) -> list[RootMove]:
        """Return how the moves of a role fared at the root."""
        from zermelo.search.mcts.kernels.arrays import UNIT

        tree, first = self.tree, int(self.game.dimensions.firsts[role])
        unit = int(tree.settings[UNIT])
        found = []
        for edge in self.edges(0, role):
            low, high = (Fraction(bound, unit) for bound in self.assured(0, role, edge))
            visits = int(tree.tries[edge])
            mean = 100.0 * float(tree.gains[edge]) / visits if visits else 0.0
            move = Move(int(tree.moves[edge]) - first)
            found.append(RootMove(move, visits, within(mean, low, high), low, high))
        return found

    def edges(self, node: int, role: int) -> range:
        """Return the edges of a role at a node; none if they were never needed."""
        from zermelo.search.mcts.kernels.arrays import OPEN

        begins = self.tree.begins[node]
        if self.tree.kinds[node] != OPEN:
            return range(0)
        return range(int(begins[role]), int(begins[role + 1]))

    def true(self, node: int) -> int:
        """Return the node that another is the same as, or itself."""
        from zermelo.search.mcts.kernels.arrays import SAME

        if node >= 0 and self.tree.kinds[node] == SAME:
            return int(self.tree.same[node])
        return node

    def line(self, role: Role, move: Move) -> list[Joint]:
        """Return a move, and what was tried most after it or is proved best."""
        from zermelo.search.mcts.kernels.arrays import OPEN

        tree, firsts = self.tree, self.game.dimensions.firsts
        node, found = 0, list[Joint]()
        while node >= 0 and tree.kinds[node] == OPEN and len(found) < DEEPEST_DESCENT:
            chosen = [self.liked(node, one) for one in range(tree.roles)]
            if not found:
                chosen[role] = next(
                    edge for edge in self.edges(0, role) if tree.moves[edge] == firsts[role] + move
                )
            node = self.child(node, chosen)
            if node < 0 or tree.visits[node] == 0:
                break
            found.append(
                tuple(Move(int(tree.moves[edge] - firsts[one])) for one, edge in enumerate(chosen))
            )
        return found

    def ending(self) -> list[Joint] | None:
        """Return a line from a proven root to an end that gives every role its value."""
        from zermelo.search.mcts.kernels.arrays import END

        tree, firsts = self.tree, self.game.dimensions.firsts
        values = self.bounds(0)[0]
        units = tree.lows[0].tolist()

        def after(node: int) -> Iterator[tuple[Joint, int]]:
            choices = [self.edges(node, role) for role in range(tree.roles)]
            sure = [
                [
                    edge
                    for edge in edges
                    if len(edges) == 1 or self.assured(node, role, edge)[0] >= units[role]
                ]
                for role, edges in enumerate(choices)
            ]
            for chosen in product(*sure):
                child = self.child(node, list(chosen))
                if child >= 0:
                    moves = (int(tree.moves[edge]) - firsts[one] for one, edge in enumerate(chosen))
                    yield tuple(map(Move, moves)), child

        def over(node: int) -> bool:
            return bool(tree.kinds[node] == END) and self.bounds(node) == (values, values)

        return shortest(0, int, after, over)

    def liked(self, node: int, role: int) -> int:
        """Return the edge that a role would take: where most is sure, else that tried most."""

        edges = self.edges(node, role)
        if len(edges) == 1:
            return edges[0]
        if not self.tree.hinted[node]:  # nothing is proved of any
            return edges[int(self.tree.tries[edges.start : edges.stop].argmax())]

        def value(edge: int) -> tuple[int, int]:
            return self.assured(node, role, edge)[0], int(self.tree.tries[edge])

        return max(edges, key=value)

    def assured(self, node: int, role: int, edge: int) -> tuple[int, int]:
        """Return what a role gets by an edge at least and at most, whatever the others do.

        In units. What is not in the tree, or would take too many joint moves, may give anything.
        """
        tree = self.tree
        least, most = int(tree.least[role]), int(tree.most[role])
        choices = [self.edges(node, one) for one in range(tree.roles)]
        choices[role] = range(edge, edge + 1)
        if not self.ways.solver or prod(map(len, choices)) > MOST_JOINTS:
            return least, most
        below = [self.child(node, list(chosen)) for chosen in product(*choices)]
        lows = [int(tree.lows[one, role]) if one >= 0 else least for one in below]
        highs = [int(tree.highs[one, role]) if one >= 0 else most for one in below]
        return min(lows), max(highs)

    def child(self, node: int, chosen: list[int]) -> int:
        """Return the child by an edge of each role; -1 if there is none."""
        tree = self.tree
        several = [role for role in range(tree.roles) if len(self.edges(node, role)) > 1]
        below = int(tree.heads[chosen[several[-1] if several else -1]])
        while below >= 0:
            if tree.via[below].tolist() == chosen:
                return self.true(below)
            below = int(tree.sibling[below])
        return -1
