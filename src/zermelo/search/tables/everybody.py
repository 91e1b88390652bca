"""Tables for any number of roles: max^n from the ends backwards (Luckhardt and Irani, 1986).

Whoever moves takes what is best for itself, of equal moves the first, as `maxn` does. That needs
matches that end: where a match can come back to a position, max^n says nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.search.positions.positions import Positions
from zermelo.search.tables.steps import BATCH, Longs, steps_of
from zermelo.search.tables.table import MAXN, Table, fingerprint, in_order

EDGE, POSITION = 40, 60
"""Bytes that a move takes, and a position besides its row and its values."""


@dataclass(slots=True)
class WholeGame:
    """All positions that can be reached, and all moves."""

    rows: Words  # [positions, words]
    movers: Longs  # [positions] -1 at an end
    goals: Longs  # [positions, roles] at the ends
    first: Longs  # [positions + 1] where the moves of each begin
    children: Longs  # [moves]
    values: Longs = field(init=False)  # [positions, roles]
    distances: Longs = field(init=False)


def maxn_table(
    game: CompiledGame,
    start: State,
    *,
    megabytes: int,
    report: Callable[[str], None] | None = None,
) -> Table:
    """Return the table of all that can be reached from a position.

    Raises:
        UnsuitedError: roles choose at once, goals are not defined, or a match can come back.
        LimitError: there are more positions than fit.
    """
    whole = explored(game, start, megabytes, report)
    settle(game, whole)
    order = in_order(whole.rows)
    return Table(
        game.name,
        fingerprint(game),
        MAXN,
        whole.rows[0].copy(),
        None,
        np.ascontiguousarray(whole.rows.T)[:, order],
        np.ascontiguousarray(whole.values.T)[:, order],
        whole.distances[order].astype(np.int32),
        len(order),
    )


def explored(
    game: CompiledGame, start: State, megabytes: int, report: Callable[[str], None] | None
) -> WholeGame:
    """Return all that can be reached."""
    known = Positions(game.words)
    known.add(game.row(start)[None])
    movers, goals, sizes, children = [], [], [], []
    done = moves = 0
    while done < known.size:
        steps = steps_of(game, known.rows[done : done + BATCH].copy(), None)
        mover, size = np.full(len(steps.ended), -1), np.zeros(len(steps.ended), np.int64)
        mover[steps.going], size[steps.going] = steps.movers, steps.sizes
        done, moves = done + len(mover), moves + len(steps.rows)
        each = POSITION + 8 * (game.words + 3 * len(game.roles))
        if each * known.size + EDGE * moves + known.bytes_to_add(len(steps.rows)) > megabytes << 20:
            raise LimitError(
                f"{game.name} has more positions than fit: {known.size:,} were found before "
                f"{megabytes:,} MB were full; --max-memory allows more"
            )
        movers.append(mover)
        sizes.append(size)
        goals.append(steps.goals)
        children.append(known.add(steps.rows).astype(np.int64))
        if report:
            report(f"{known.size:,} positions")
    first = np.concatenate([[0], *(np.asarray(size) for size in sizes)]).cumsum()
    return WholeGame(
        known.rows.copy(), np.concatenate(movers), np.concatenate(goals), first,
        np.concatenate(children),
    )  # fmt: skip


def settle(game: CompiledGame, whole: WholeGame) -> None:
    """Find the values and distances: of a position when those of all that follow it are known."""
    size, sizes = len(whole.movers), np.diff(whole.first)
    parents = np.repeat(np.arange(size), sizes)
    behind = np.argsort(whole.children, kind="stable")
    parents = parents[behind]  # of position 0, then of position 1, ...
    begin = np.searchsorted(whole.children[behind], np.arange(size + 1))
    waiting = sizes.copy()
    whole.values = np.where(whole.movers[:, None] < 0, whole.goals, 0)
    whole.distances = np.zeros(size, np.int64)
    layer, settled = np.flatnonzero(whole.movers < 0), 0
    while len(layer):
        settled += len(layer)
        inner = layer[whole.movers[layer] >= 0]
        if len(inner):
            settle_layer(whole, inner)
        moves = parents[ranges(begin[layer], begin[layer + 1] - begin[layer])]
        above, counts = np.unique(moves, return_counts=True)
        waiting[above] -= counts
        layer = above[waiting[above] == 0]
    if settled < size:
        raise UnsuitedError(
            f"{game.name}: a match can come back to a position that it has been in, so that the "
            "values of its positions cannot be found from the ends backwards"
        )


def settle_layer(whole: WholeGame, layer: Longs) -> None:
    """Find the values and distances of positions: all that follow them have theirs."""
    sizes = whole.first[layer + 1] - whole.first[layer]
    children = whole.children[ranges(whole.first[layer], sizes)]
    begin = np.cumsum(sizes) - sizes
    of_each = np.repeat(np.arange(len(layer)), sizes)
    own = whole.values[children, whole.movers[layer][of_each]]
    best = np.maximum.reduceat(own, begin)[of_each]
    places = np.flatnonzero(own == best)
    chosen = children[places[np.searchsorted(places, begin)]]
    whole.values[layer] = whole.values[chosen]
    whole.distances[layer] = whole.distances[chosen] + 1


def ranges(begin: Longs, sizes: Longs) -> NDArray[np.int64]:
    """Return the numbers of several ranges, one after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    return np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begin - ends + sizes, sizes)
