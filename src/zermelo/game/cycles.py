"""Whether a walk through a graph can come back to where it was."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def has_cycle(
    start: Node, children: Callable[[Node], Iterable[Node]], most: int | None = None
) -> bool:
    """Whether a cycle can be reached from a node, found by depth-first search.

    Only the first `most` nodes are looked at; None is all.

    >>> graph = {1: [2, 3], 2: [3], 3: [], 4: [5], 5: [4]}
    >>> has_cycle(1, graph.__getitem__), has_cycle(4, graph.__getitem__)
    (False, True)
    >>> has_cycle(4, graph.__getitem__, most=1)
    False
    """
    on_path, seen = {start}, {start}
    path: list[tuple[Node, Iterator[Node]]] = [(start, iter(children(start)))]
    while path:
        here, left = path[-1]
        for child in left:
            if child in on_path:
                return True
            if child not in seen:
                if len(seen) == most:
                    return False
                seen.add(child)
                on_path.add(child)
                path.append((child, iter(children(child))))
                break
        else:
            path.pop()
            on_path.remove(here)
    return False
