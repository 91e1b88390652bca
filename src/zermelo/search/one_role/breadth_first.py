"""Breadth-first search: all states one move away, then all two moves away, and so on."""

from collections import deque

from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.node import PathNode


def breadth_first(goal_search: GoalSearch) -> SearchVerdict:
    """Look for a nearest end that is worth enough; ends are noticed as soon as they are seen."""
    frontier: deque[PathNode] = deque()
    seen = {goal_search.start}
    cut = False
    todo = PathNode(goal_search.start)
    goal_search.enter(todo)
    if not goal_search.ended(todo):
        frontier.append(todo)
    while frontier and not goal_search.solved:
        node = frontier.popleft()
        goal_search.value(node, node.depth)
        if goal_search.beyond(node.depth):
            cut = True
            continue
        for joint, state in goal_search.puzzle.children(node.state):
            if state in seen:
                continue
            seen.add(state)
            child = node.child(joint, state)
            goal_search.enter(child)
            if not goal_search.ended(child):
                frontier.append(child)
            elif goal_search.solved:
                break
    if goal_search.solved:
        return SearchVerdict.SOLVED
    return SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE
