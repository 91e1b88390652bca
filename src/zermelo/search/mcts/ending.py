"""A line to the end for a proven root: where positions recur, the moves tried most may go round.

Bounds are proved from the ends upwards, so some line keeps what every role is sure of and comes to
an end with just that. It is looked for breadth first, so that no position is come to twice.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from zermelo.game.game import Joint

MOST_NODES = 20_000
"""Nodes that are looked at for a line to the end."""
N = TypeVar("N")


def shortest(
    root: N,
    number: Callable[[N], int],
    after: Callable[[N], Iterable[tuple[Joint, N]]],
    over: Callable[[N], bool],
) -> list[Joint] | None:
    """Return the fewest joint moves from a node to an end; None if none is found.

    >>> graph = {0: [((7,), 0), ((8,), 1)], 1: [((9,), 2)], 2: []}
    >>> shortest(0, int, graph.__getitem__, lambda node: node == 2)
    [(8,), (9,)]
    """
    lines: dict[int, list[Joint]] = {number(root): []}
    todo = [root]
    for node in todo:  # which grows meanwhile
        line = lines[number(node)]
        if over(node):
            return line
        if len(lines) > MOST_NODES:
            break
        for joint, child in after(node):
            if number(child) not in lines:
                lines[number(child)] = [*line, joint]
                todo.append(child)
    return None
