"""The minimal tree: how many leaves a proof of the value must have (Knuth and Moore, 1975).

In a tree whose nodes all have b children, to depth d, that is b^ceil(d/2) + b^floor(d/2) - 1: the
leaves of one strategy for each side, which meet in one leaf. The same holds if the number of
children differs from level to level (their section 6): two products, minus one.
"""

from itertools import groupby
from math import prod

from zermelo.game.game import Game, Role, State
from zermelo.search.parts.duel import Duel

MOST_STATES = 20_000
"""States that are looked at to see whether a tree is uniform."""


def minimal_leaves(widths: list[int]) -> int:
    """Return the number of leaves of the minimal tree; `widths` are the children per node by level.

    The levels alternate between the two sides.

    >>> [minimal_leaves([10] * depth) for depth in range(1, 6)]
    [10, 19, 109, 199, 1099]
    >>> minimal_leaves([3, 3]), minimal_leaves([])
    (5, 1)
    """
    return prod(widths[::2]) + prod(widths[1::2]) - 1


def widths_below(game: Game, state: State, depth: int | None) -> list[tuple[bool, int]] | None:
    """Return for each level who chooses and among how many, if it is the same all over the level.

    None if the tree is not uniform, or too large to see. `depth` None is to the end.
    """
    duel = Duel(game, Role(0), lambda state: (0.0,) * len(game.roles))
    level = {state}
    seen = 0
    found: list[tuple[bool, int]] = []
    while depth is None or len(found) < depth:
        ended = {game.terminal(each) for each in level}
        if ended == {True}:
            return found
        seen += len(level)
        if True in ended or seen > MOST_STATES:
            return None
        children = {each: [child for _, child in duel.children(each)] for each in level}
        kinds = {(duel.maximising(each), len(below)) for each, below in children.items()}
        if len(kinds) > 1:
            return None
        found += kinds
        level = {child for below in children.values() for child in below}
    return found


def minimal(game: Game, state: State, depth: int | None) -> int | None:
    """Return the leaves of the minimal tree below a state; None where that is not defined.

    Levels of the same side, one after the other, are as one with all their moves.
    """
    levels = widths_below(game, state, depth)
    if levels is None:
        return None
    choices = [level for level in levels if level[1] > 1]
    grouped = groupby(choices, key=lambda level: level[0])
    return minimal_leaves([prod(width for _, width in group) for _, group in grouped])
