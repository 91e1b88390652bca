"""Depth-first search with higher and higher limits on f = g + h: the inner part of IDA*."""

from collections.abc import Iterator
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.informed import Ran
from zermelo.search.one_role.node import PathNode
from zermelo.search.puzzle.heuristic import Heuristic


def limited(goal_search: GoalSearch, heuristic: Heuristic) -> Ran:
    """Look for an end that is worth enough, with the least limit that lets one through."""
    limit = heuristic.estimate(goal_search.start)
    if limit == inf:
        return Ran(SearchVerdict.FAILURE, hopeless=1)
    hopeless = 0
    while True:
        verdict, beyond, out = one_pass(goal_search, heuristic, limit)
        hopeless += out
        if verdict is SearchVerdict.SOLVED or beyond == inf:
            return Ran(verdict, hopeless)
        limit = beyond


def one_pass(
    goal_search: GoalSearch, heuristic: Heuristic, limit: float
) -> tuple[SearchVerdict, float, int]:
    """Return how a limit does, the least f that went beyond it, and what was hopeless."""
    line: list[tuple[PathNode, Iterator[tuple[Joint, State]]]] = []
    beyond = inf
    hopeless = 0
    cut = False

    def entered(node: PathNode) -> None:
        nonlocal beyond, hopeless, cut
        goal_search.enter(node)
        guess = heuristic.estimate(node.state)
        f = node.depth + guess
        goal_search.value(node, f)
        if f > limit:
            beyond = min(beyond, f)
            hopeless += guess == inf
            goal_search.clock.count.cuts += 1
        elif not goal_search.ended(node):
            if goal_search.beyond(node.depth):
                cut = True
            else:
                line.append((node, iter(goal_search.puzzle.children(node.state))))

    entered(PathNode(goal_search.start))
    while line and not goal_search.solved:
        node, rest = line[-1]
        found = next(rest, None)
        if found is None:
            line.pop()
        elif node.parent is None or found[1] != node.parent.state:
            entered(node.child(*found))
    if goal_search.solved:
        return SearchVerdict.SOLVED, beyond, hopeless
    return SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE, beyond, hopeless
