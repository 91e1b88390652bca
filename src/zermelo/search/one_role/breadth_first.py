"""Breadth-first search: all states one move away, then all two moves away, and so on."""

from collections import deque

from zermelo.search.one_role.goal_search import Quest, SearchVerdict
from zermelo.search.one_role.node import PathNode


def breadth_first(quest: Quest) -> SearchVerdict:
    """Look for a nearest end that is worth enough; ends are noticed as soon as they are seen."""
    frontier: deque[PathNode] = deque()
    seen = {quest.start}
    cut = False
    todo = PathNode(quest.start)
    quest.enter(todo)
    if not quest.ended(todo):
        frontier.append(todo)
    while frontier and not quest.solved:
        node = frontier.popleft()
        quest.value(node, node.depth)
        if quest.beyond(node.depth):
            cut = True
            continue
        for joint, state in quest.puzzle.children(node.state):
            if state in seen:
                continue
            seen.add(state)
            child = node.child(joint, state)
            quest.enter(child)
            if not quest.ended(child):
                frontier.append(child)
            elif quest.solved:
                break
    if quest.solved:
        return SearchVerdict.SOLVED
    return SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE
