"""Best-first search by f = g + h: the moves made, and those that a heuristic says are left.

Of equal f the node with more moves behind it comes first, of these the one that was found first.
A state to which a shorter way is found is opened again, so that h need not be consistent.
"""

from heapq import heappop, heappush
from math import inf

from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.informed import Ran
from zermelo.search.one_role.node import PathNode
from zermelo.search.puzzle.heuristic import Heuristic


def best_first(goal_search: GoalSearch, heuristic: Heuristic) -> Ran:
    """Look for an end that is worth enough; it is noticed when it is the best of the frontier."""
    frontier: list[tuple[float, int, int, PathNode]] = []
    least = {goal_search.start: 0}  # moves to each state
    number = hopeless = 0
    cut = False

    def push(node: PathNode) -> int:
        nonlocal number
        guess = heuristic.estimate(node.state)
        if guess == inf:
            return 1
        heappush(frontier, (node.depth + guess, -node.depth, number, node))
        number += 1
        return 0

    hopeless += push(PathNode(goal_search.start))
    while frontier:
        merit, _, _, node = heappop(frontier)
        if node.depth > least[node.state]:
            continue  # a shorter way was found meanwhile
        goal_search.enter(node)
        if goal_search.ended(node):
            if goal_search.solved:
                return Ran(SearchVerdict.SOLVED, hopeless)
            continue
        goal_search.value(node, merit)
        if goal_search.beyond(node.depth):
            cut = True
            continue
        for joint, state in goal_search.puzzle.children(node.state):
            if node.depth + 1 < least.get(state, inf):
                least[state] = node.depth + 1
                hopeless += push(node.child(joint, state))
    return Ran(SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE, hopeless)
