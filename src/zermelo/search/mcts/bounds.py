"""Proved bounds: what each role surely gets, and what it surely cannot exceed.

MCTS-Solver (Winands, Bjornsson, Saito 2008) with bounds instead of won and lost (Cazenave and
Saffidine 2010), for any number of roles. Bounds are goals, in exact fractions: in floating point
1 - 0.9 is less than 0.1, and a child would seem worse than itself. A child that was never visited
has the span of its role for bounds. Every bound is sound by itself; none is ever loosened.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import prod

from zermelo.search.joint_moves import MOST_JOINTS
from zermelo.search.mcts.node import MctsNode
from zermelo.search.mcts.span import GoalSpan


def tighten(
    node: MctsNode, spans: tuple[GoalSpan, ...], chance: int | None, total: Fraction | None
) -> bool:
    """Work out the bounds of a node from its children's again; whether one became tighter.

    `chance` is the role that chooses at random, if there is one; `total` what two roles share out,
    if that is always the same: then what one is sure of, the other cannot have.
    """
    changed = from_children(node, spans, chance)
    if changed and total is not None:
        for role in (0, 1):
            node.high[role] = min(node.high[role], total - node.low[1 - role])
            node.low[role] = max(node.low[role], total - node.high[1 - role])
    return changed


def from_children(node: MctsNode, spans: tuple[GoalSpan, ...], chance: int | None) -> bool:
    """Tighten the bounds of a node by those of its children."""
    choosers = node.choosers
    if not choosers:
        (child,) = node.children.values()
        return take(node, child.low, child.high)
    if len(choosers) > 1:
        return several(node, spans) if chance not in choosers else False
    (role,) = choosers
    children = [child_of(node, role, at) for at in range(len(node.edges[role]))]
    if role == chance:
        return average(node, spans, children)
    return one_chooses(node, spans, role, children)


def child_of(node: MctsNode, role: int, at: int) -> MctsNode | None:
    """Return the child to which the only role that has a choice goes by an edge."""
    choice = tuple(at if other == role else 0 for other in range(len(node.edges)))
    return node.children.get(choice)


def assured(
    node: MctsNode, spans: tuple[GoalSpan, ...], role: int, at: int
) -> tuple[Fraction, Fraction]:
    """Return what a role gets by one of its edges at least and at most, whatever the others do."""
    choices = [range(len(edges)) for edges in node.edges]
    choices[role] = range(at, at + 1)
    if prod(map(len, choices)) > MOST_JOINTS:
        return spans[role].low, spans[role].high
    below = [node.children.get(choice) for choice in product(*choices)]
    return min(lows(below, spans, role)), max(highs(below, spans, role))


def one_chooses(
    node: MctsNode, spans: tuple[GoalSpan, ...], role: int, children: list[MctsNode | None]
) -> bool:
    """The chooser gets the best; the others get what one of the moves gives that it may make."""
    best = max(spans[role].low if child is None else child.low[role] for child in children)
    # One child at least is left: the one with that `best` has a high that is no lower.
    left = [child for child in children if child is None or child.high[role] >= best]
    low = [min(lows(left, spans, other)) for other in range(len(spans))]
    high = [max(highs(left, spans, other)) for other in range(len(spans))]
    low[role] = best
    return take(node, low, high)


def average(node: MctsNode, spans: tuple[GoalSpan, ...], children: list[MctsNode | None]) -> bool:
    """Chance gives each role the mean."""
    roles, size = range(len(spans)), len(children)
    low = [sum(lows(children, spans, role), Fraction(0)) / size for role in roles]
    high = [sum(highs(children, spans, role), Fraction(0)) / size for role in roles]
    return take(node, low, high)


def several(node: MctsNode, spans: tuple[GoalSpan, ...]) -> bool:
    """Where several choose at once, a move is as good as its worst reply; nothing is above all."""
    sizes = [len(edges) for edges in node.edges]
    total = 1
    for size in sizes:
        total *= size
    if total > MOST_JOINTS:
        return False
    choices = list(product(*map(range, sizes)))
    low, high = [], []
    for role, size in enumerate(sizes):
        # A role without a choice gets the worst of what the others may do, all the same.
        worst = [spans[role].high] * size
        for choice in choices:
            (reply,) = lows([node.children.get(choice)], spans, role)
            worst[choice[role]] = min(worst[choice[role]], reply)
        low.append(max(worst))
        high.append(max(highs(map(node.children.get, choices), spans, role)))
    return take(node, low, high)


def lows(
    children: Iterable[MctsNode | None], spans: tuple[GoalSpan, ...], role: int
) -> list[Fraction]:
    """Return what a role is sure of in each child; an unknown one gives what the rules give."""
    return [spans[role].low if child is None else child.low[role] for child in children]


def highs(
    children: Iterable[MctsNode | None], spans: tuple[GoalSpan, ...], role: int
) -> list[Fraction]:
    """Return what a role cannot exceed in each child."""
    return [spans[role].high if child is None else child.high[role] for child in children]


def take(node: MctsNode, low: list[Fraction], high: list[Fraction]) -> bool:
    """Tighten bounds; whether one changed."""
    new_low = [max(pair) for pair in zip(node.low, low, strict=True)]
    new_high = [min(pair) for pair in zip(node.high, high, strict=True)]
    assert all(one <= other for one, other in zip(new_low, new_high, strict=True)), "bounds cross"
    changed = new_low != node.low or new_high != node.high
    node.low, node.high = new_low, new_high
    return changed
