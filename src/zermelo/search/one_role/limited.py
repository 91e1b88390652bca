"""Depth-first search with higher and higher limits on f = g + h: the inner part of IDA*."""

from collections.abc import Iterator
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.one_role.goal_search import Quest, SearchVerdict
from zermelo.search.one_role.informed import Ran
from zermelo.search.one_role.node import PathNode
from zermelo.search.puzzle.heuristic import Heuristic


def limited(quest: Quest, heuristic: Heuristic) -> Ran:
    """Look for an end that is worth enough, with the least limit that lets one through."""
    limit = heuristic.estimate(quest.start)
    if limit == inf:
        return Ran(SearchVerdict.FAILURE, hopeless=1)
    hopeless = 0
    while True:
        verdict, beyond, out = one_pass(quest, heuristic, limit)
        hopeless += out
        if verdict is SearchVerdict.SOLVED or beyond == inf:
            return Ran(verdict, hopeless)
        limit = beyond


def one_pass(quest: Quest, heuristic: Heuristic, limit: float) -> tuple[SearchVerdict, float, int]:
    """Return how a limit does, the least f that went beyond it, and what was hopeless."""
    line: list[tuple[PathNode, Iterator[tuple[Joint, State]]]] = []
    beyond = inf
    hopeless = 0
    cut = False

    def entered(node: PathNode) -> None:
        nonlocal beyond, hopeless, cut
        quest.enter(node)
        guess = heuristic.estimate(node.state)
        f = node.depth + guess
        quest.value(node, f)
        if f > limit:
            beyond = min(beyond, f)
            hopeless += guess == inf
            quest.clock.count.cuts += 1
        elif not quest.ended(node):
            if quest.beyond(node.depth):
                cut = True
            else:
                line.append((node, iter(quest.puzzle.children(node.state))))

    entered(PathNode(quest.start))
    while line and not quest.solved:
        node, rest = line[-1]
        found = next(rest, None)
        if found is None:
            line.pop()
        elif node.parent is None or found[1] != node.parent.state:
            entered(node.child(*found))
    if quest.solved:
        return SearchVerdict.SOLVED, beyond, hopeless
    return SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE, beyond, hopeless
