"""Which of several moves that are worth the same to a paranoid is to be preferred.

The more others there are, the sooner everything looks lost to who believes that all of them are
against it, and one move as good as any other. Then max^n, to whom they play for themselves, tells
which of them is likely to be better.
"""

from itertools import pairwise

from zermelo.game.game import Joint, Role
from zermelo.search.base import Clock, Limits, OutOfTimeError
from zermelo.search.many.exact import Number
from zermelo.search.many.opponent_model import OpponentKind, OpponentModel
from zermelo.search.many.vector_game import Children, VectorGame
from zermelo.search.many.vectors import Vectors
from zermelo.search.many.watching import Telling

PART = 0.1
"""How much of the time, or of the nodes, may go into it."""
NODES = 2_000
"""Nodes that it may take where neither is limited."""

Ranks = dict[Joint, int]
"""By joint move; the lowest is the best, equals have the same."""


def ranked(
    vector_game: VectorGame, role: Role, children: Children, depth: int | None, clock: Clock
) -> Ranks:
    """Return the order in which max^n likes the moves of the role, as deep as there is time for.

    Everybody has moved once at most: that is as far as it looks.
    """
    ranks = dict.fromkeys((joint for joint, _ in children), 0)
    limits = clock.limits
    nodes = None if limits.nodes is None else int(PART * limits.nodes)
    seconds = None if limits.seconds is None else PART * (limits.seconds - clock.seconds)
    if nodes is None and seconds is None:
        nodes = NODES
    if nodes == 0 or len(children) < 2:
        return ranks
    part = clock.part(Limits(nodes=nodes, seconds=seconds))
    search = Vectors(vector_game, OpponentModel(OpponentKind.MAXN, role), Telling(part))
    rounds = len(vector_game.game.roles)
    try:
        for below in range(rounds if depth is None else min(depth, rounds)):
            worths = {joint: search.value(child, below)[0][role] for joint, child in children}
            ranks = places(worths)
    except OutOfTimeError:
        pass  # what is known so far has to do
    clock.count.nodes += part.count.nodes
    clock.count.leaves += part.count.leaves
    return ranks


def places(worths: dict[Joint, Number]) -> Ranks:
    """Return the place of each move if they are sorted, the best first.

    >>> places({(0,): 3.0, (1,): 7.0, (2,): 3.0})
    {(1,): 0, (0,): 1, (2,): 1}
    """
    order = sorted(worths, key=lambda joint: -worths[joint])
    found = {order[0]: 0} if order else {}
    for before, joint in pairwise(order):
        found[joint] = found[before] + (worths[joint] < worths[before])
    return found
