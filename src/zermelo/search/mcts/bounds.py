"""Proved bounds: what each role surely gets, and what it surely cannot exceed.

MCTS-Solver (Winands, Bjornsson, Saito 2008) with bounds instead of won and lost (Cazenave and
Saffidine 2010), for any number of roles. A child that was never visited has the bounds 0 and 1.
Every bound is sound by itself; none is ever loosened.
"""

from itertools import product

from zermelo.search.mcts.node import Node

MOST_JOINTS = 256
"""Joint moves of a node at which several roles choose, up to which its bounds are looked after."""


def tighten(node: Node, chance: int | None, total: float | None) -> bool:
    """Work out the bounds of a node anew from its children's; whether one became tighter.

    `chance` is the role that chooses at random, if there is one; `total` what two roles share out,
    if that is always the same: then what one is sure of, the other cannot have.
    """
    changed = from_children(node, chance)
    if changed and total is not None:
        for role in (0, 1):
            node.high[role] = min(node.high[role], total - node.low[1 - role])
            node.low[role] = max(node.low[role], total - node.high[1 - role])
    return changed


def from_children(node: Node, chance: int | None) -> bool:
    """Tighten the bounds of a node by those of its children."""
    choosers = node.choosers
    if not choosers:
        (child,) = node.children.values()
        return take(node, child.low, child.high)
    if len(choosers) > 1:
        return several(node, choosers) if chance not in choosers else False
    (role,) = choosers
    children = [child_of(node, role, at) for at in range(len(node.edges[role]))]
    if role == chance:
        return average(node, children)
    return one_chooses(node, role, children)


def child_of(node: Node, role: int, at: int) -> Node | None:
    """Return the child to which the only role that has a choice goes by an edge."""
    choice = tuple(at if other == role else 0 for other in range(len(node.edges)))
    return node.children.get(choice)


def one_chooses(node: Node, role: int, children: list[Node | None]) -> bool:
    """The chooser gets the best; the others get what one of the moves gives that it may make."""
    best = max(0.0 if child is None else child.low[role] for child in children)
    low, high = [1.0] * len(node.low), [0.0] * len(node.low)
    for child in children:
        if child is not None and child.high[role] < best:
            continue  # never chosen
        for other in range(len(low)):
            low[other] = min(low[other], 0.0 if child is None else child.low[other])
            high[other] = max(high[other], 1.0 if child is None else child.high[other])
    low[role] = best
    return take(node, low, high)


def average(node: Node, children: list[Node | None]) -> bool:
    """Chance gives each role the mean."""
    roles, size = range(len(node.low)), len(children)
    low = [sum(0.0 if one is None else one.low[role] for one in children) / size for role in roles]
    high = [
        sum(1.0 if one is None else one.high[role] for one in children) / size for role in roles
    ]
    return take(node, low, high)


def several(node: Node, choosers: list[int]) -> bool:
    """Where several choose at once, a move is as good as its worst reply; nothing is above all."""
    sizes = [len(edges) for edges in node.edges]
    total = 1
    for size in sizes:
        total *= size
    if total > MOST_JOINTS:
        return False
    low, high = [0.0] * len(sizes), [0.0] * len(sizes)
    worst = [[1.0] * size for size in sizes]
    for choice in product(*map(range, sizes)):
        child = node.children.get(choice)
        for role, at in enumerate(choice):
            worst[role][at] = min(worst[role][at], 0.0 if child is None else child.low[role])
            high[role] = max(high[role], 1.0 if child is None else child.high[role])
    for role in range(len(sizes)):
        # A role without a choice gets the worst of what the others may do, all the same.
        low[role] = max(worst[role])
    return take(node, low, high)


def take(node: Node, low: list[float], high: list[float]) -> bool:
    """Tighten bounds; whether one changed."""
    new_low = [max(pair) for pair in zip(node.low, low, strict=True)]
    new_high = [min(pair) for pair in zip(node.high, high, strict=True)]
    changed = new_low != node.low or new_high != node.high
    node.low, node.high = new_low, new_high
    return changed
