"""Nodes of a search tree: a state, the move that led to it, and the node before it."""

from dataclasses import dataclass

from zermelo.game.game import Joint, State
from zermelo.search.events import Frame


@dataclass(slots=True, eq=False)
class Node:
    """A state as it was reached: by `joint` from `parent`, after `depth` moves."""

    state: State
    joint: Joint | None = None
    parent: "Node | None" = None
    depth: int = 0
    frame: Frame | None = None  # of a watched search
    value: float | None = None  # what it was told to be worth

    def child(self, joint: Joint, state: State) -> "Node":
        """Return the node one move further."""
        return Node(state, joint, self, self.depth + 1)

    def line(self) -> tuple[Joint, ...]:
        """Return the moves from the root to here."""
        line: list[Joint] = []
        node: Node = self
        while node.parent is not None and node.joint is not None:
            line.append(node.joint)
            node = node.parent
        return tuple(reversed(line))

    def path(self) -> list["Node"]:
        """Return the nodes from the root to here, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]
