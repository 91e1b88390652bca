"""Nodes of a search tree: a state, the move that led to it, and the node before it."""

from dataclasses import dataclass

from zermelo.game.game import Joint, State
from zermelo.search.events import SearchFrame


@dataclass(slots=True, eq=False)
class PathNode:
    """A state as it was reached: by `joint` from `parent`, after `depth` moves."""

    state: State
    joint: Joint | None = None
    parent: "PathNode | None" = None
    depth: int = 0
    frame: SearchFrame | None = None  # of a watched search
    value: float | None = None  # what it was told to be worth

    def child(self, joint: Joint, state: State) -> "PathNode":
        """Return the node one move further."""
        return PathNode(state, joint, self, self.depth + 1)

    def line(self) -> tuple[Joint, ...]:
        """Return the moves from the root to here."""
        line: list[Joint] = []
        node: PathNode = self
        while node.parent is not None and node.joint is not None:
            line.append(node.joint)
            node = node.parent
        return tuple(reversed(line))

    def path(self) -> list["PathNode"]:
        """Return the nodes from the root to here, both included."""
        nodes: list[PathNode] = []
        node: PathNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]
