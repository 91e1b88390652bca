"""What the arrays of a tree say, read for people: moves, lines, bounds."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
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


@lru_cache(maxsize=1 << 10)
def goal_of(bound: int, unit: int) -> Fraction:
    """Return a bound as a goal."""
    return Fraction(bound, unit)


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
        return [goal_of(low, unit) for low in lows], [goal_of(high, unit) for high in highs]

    def options(self, role: Role) -> list[RootMove]:
        """Return how the moves of a role fared at the root."""
        from zermelo.search.mcts.kernels.arrays import UNIT

        tree, first = self.tree, int(self.game.dimensions.firsts[role])
        unit = int(tree.settings[UNIT])
        edges = slice(*self.tree.begins[0, role : role + 2].tolist())
        found = []
        for move, visits, gain, bounds in zip(
            tree.moves[edges].tolist(),
            tree.tries[edges].tolist(),
            tree.gains[edges].tolist(),
            self.assured(0, role),
            strict=True,
        ):
            low, high = (goal_of(bound, unit) for bound in bounds)
            mean = 100.0 * gain / visits if visits else 0.0
            found.append(RootMove(Move(move - first), visits, within(mean, low, high), low, high))
        return found

    def edges(self, node: int, role: int) -> range:
        """Return the edges of a role at a node; none if they were never needed."""
        from zermelo.search.mcts.kernels.arrays import OPEN

        if self.tree.kinds[node] != OPEN:
            return range(0)
        return range(*self.tree.begins[node, role : role + 2].tolist())

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
            chosen = [
                next(edge for edge in self.edges(0, one) if tree.moves[edge] == firsts[one] + move)
                if one == role and not found
                else self.liked(node, one)
                for one in range(tree.roles)
            ]
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
                list(edges)
                if len(edges) <= 1
                else [
                    edge
                    for edge, (low, _) in zip(edges, self.assured(node, role), strict=True)
                    if low >= units[role]
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
        tries = self.tree.tries[edges.start : edges.stop]
        if not self.tree.hinted[node]:  # nothing is proved of any
            return edges[int(tries.argmax())]
        lows = [low for low, _ in self.assured(node, role)]
        return max(zip(lows, tries.tolist(), edges, strict=True), key=lambda one: one[:2])[2]

    def assured(self, node: int, role: int) -> list[tuple[int, int]]:
        """Return what a role gets by each of its edges at least and at most, whatever others do.

        In units. What is not in the tree, or would take too many joint moves, may give anything.
        """
        tree = self.tree
        nothing = int(tree.least[role]), int(tree.most[role])
        edges = self.edges(node, role)
        others = [self.edges(node, one) for one in range(tree.roles) if one != role]
        if not self.ways.solver or prod(map(len, others)) > MOST_JOINTS:
            return [nothing] * len(edges)
        if len(edges) > 1 and all(len(one) == 1 for one in others):  # a child by each edge
            children = tree.below[edges.start : edges.stop].tolist()
            return [self.bounds_for(one, role, nothing) for one in children]
        found = []
        for edge in edges:
            choices = [*others[:role], range(edge, edge + 1), *others[role:]]
            below = (self.child(node, list(chosen)) for chosen in product(*choices))
            bounds = [self.bounds_for(one, role, nothing) for one in below]
            found.append((min(low for low, _ in bounds), max(high for _, high in bounds)))
        return found

    def bounds_for(self, node: int, role: int, nothing: tuple[int, int]) -> tuple[int, int]:
        """Return the bounds of a role at a node; `nothing` if there is none."""
        if node < 0:
            return nothing
        return int(self.tree.lows[node, role]), int(self.tree.highs[node, role])

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
