"""Depth-first search to a depth, which tells failure from cutoff.

It goes down one line at a time, in the order of moves, and never to a state that is on the line
already. With a table, a state is not searched again with no more moves left than before.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from zermelo.game.game import Joint, State
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.node import PathNode


@dataclass(slots=True)
class Open:
    """A node of the line, the children that are left, and whether depth cut anything below it."""

    node: PathNode
    rest: Iterator[tuple[Joint, State]]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Searched:
    """What the table knows of a state without success: moves left then, and whether depth cut."""

    left: float
    cut: bool


Table = dict[State, Searched]


def depth_first(
    goal_search: GoalSearch, limit: int | None, table: Table | None = None
) -> SearchVerdict:
    """Look for an end within `limit` moves.

    CUTOFF: there is none, but a line went on where the limit stopped it. FAILURE: there is none,
    and no line was stopped: a higher limit would find no more.
    """
    line: list[Open] = []
    on_line: set[State] = set()

    def entered(node: PathNode) -> bool:
        """Come to a node; returns whether depth cut it off."""
        goal_search.enter(node)
        if goal_search.ended(node):
            return False
        left = inf if limit is None else limit - node.depth
        if left <= 0:
            goal_search.value(node, node.depth)
            return True
        if table is not None:
            known = table.get(node.state)
            if known is not None and known.left >= left:
                goal_search.value(node, node.depth)
                return known.cut
        on_line.add(node.state)
        line.append(Open(node, iter(goal_search.puzzle.children(node.state))))
        return False

    cut = entered(PathNode(goal_search.start))
    while line and not goal_search.solved:
        top = line[-1]
        found = next(top.rest, None)
        if found is None:
            left_node(goal_search, line, limit, table)
            on_line.discard(top.node.state)
            cut = cut or top.cut
        elif found[1] not in on_line:
            top.cut |= entered(top.node.child(*found))
    if goal_search.solved:
        return SearchVerdict.SOLVED
    return SearchVerdict.CUTOFF if cut else SearchVerdict.FAILURE


def left_node(
    goal_search: GoalSearch, line: list[Open], limit: int | None, table: Table | None
) -> None:
    """Go back up from the last node of the line."""
    top = line.pop()
    goal_search.value(top.node, top.node.depth)
    if line:
        line[-1].cut |= top.cut
    if table is not None:
        left = inf if limit is None else limit - top.node.depth
        table[top.node.state] = Searched(left, top.cut)
