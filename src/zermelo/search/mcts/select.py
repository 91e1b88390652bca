"""Selection: which edge each role takes at a node."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random

from zermelo.game.game import Move
from zermelo.search.mcts.bounds import child_of
from zermelo.search.mcts.node import Choice, MctsNode, TreeEdge, rewarded

Pick = Callable[[MctsNode, int], int]
Lean = Callable[[Move], float]
"""Tells by how much a move fared better than others of its role."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How the tree is searched."""

    exploration: float
    expand_all: bool
    solver: bool
    near: float  # K of RAVE; 0 is without
    reference: int  # visits from which on a node's own statistics of near moves are used (GRAVE)
    bias: float  # how much counts how a move fared elsewhere; 0 is not at all
    urgency: float | None  # how far above the mean what was never tried is; None: it comes first
    dag: bool
    decisive: bool
    constant: bool  # two roles, and nothing is known against their sharing out the same always
    chance: int | None


def upper_bound(mean: float, visits: int, parent: int, exploration: float) -> float:
    """Return UCB1: how good an edge may well be (Auer, Cesa-Bianchi, Fischer 2002).

    >>> round(upper_bound(0.5, 10, 100, 0.7), 4)
    0.975
    """
    return mean + exploration * sqrt(log(parent)) * (1.0 / sqrt(visits))


def weight(visits: int, near: float) -> float:
    """Return how much all-moves-as-first counts beside an edge's own playouts (Gelly, Silver)."""
    return sqrt(near / (3 * visits + near))


def pick_edge(
    node: MctsNode, role: int, ways: Ways, ancestors: list[MctsNode], lean: Lean | None = None
) -> int:
    """Return the edge with the highest upper bound; one that was never tried comes first.

    With the solver, edges that are proved to be no better than what is sure are left out, as long
    as one is left, and means stay within what is proved. With RAVE, `ancestors` are where the
    statistics of all moves as first come from, the nearest first. What was never tried may also be
    taken to be so much better than the mean; and `lean` tells how moves fared elsewhere, which
    counts less with every visit (progressive history, Nijssen and Winands 2011).
    """
    best, best_value, allowed = -1, -inf, -1
    alone = ways.solver and len(node.choosers) == 1
    usual = node.totals[role] / node.visits if node.visits else 0.5
    for at in node.scan(role):
        edge = node.edges[role][at]
        child = child_of(node, role, at) if alone else None
        if child is not None and child.high[role] <= node.low[role]:
            if child.low[role] == node.low[role]:
                allowed = at
            continue
        if edge.visits == 0 and ways.urgency is None:
            return at
        mean = edge.total * (1.0 / edge.visits) if edge.visits else usual
        if ways.near > 0.0:
            mean = blended(mean, edge, ways.near, role, ancestors)
        if child is not None:
            mean = min(max(mean, rewarded(child.low[role])), rewarded(child.high[role]))
        if edge.visits == 0:
            value = mean + (ways.urgency or 0.0)
        else:
            value = upper_bound(mean, edge.visits, max(1, node.visits), ways.exploration)
        if lean is not None:
            value += ways.bias * lean(edge.move) * (1.0 / (edge.visits + 1))
        if value > best_value:
            best, best_value = at, value
    return best if best >= 0 else max(0, allowed)


def blended(
    mean: float, edge: TreeEdge, near: float, role: int, ancestors: list[MctsNode]
) -> float:
    """Return the mean of an edge, and of the playouts in which its move was made later."""
    for node in ancestors:
        alike = next((one for one in node.edges[role] if one.move == edge.move), None)
        if alike is not None and alike.near > 0:
            share = weight(edge.visits, near)
            return (1.0 - share) * mean + share * alike.near_total / alike.near
    return mean


def choose(
    node: MctsNode, pick: Pick, chance: int | None, generator: Random, sample: Pick | None = None
) -> Choice:
    """Return the edges that all roles take; chance takes any, `sample` is for several at once."""
    several = len(node.choosers) > 1
    return tuple(
        0
        if len(edges) == 1
        else generator.randrange(len(edges))
        if role == chance
        else sample(node, role)
        if several and sample is not None
        else pick(node, role)
        for role, edges in enumerate(node.edges)
    )
