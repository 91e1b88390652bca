"""Counting the paths of a game by depth: the first check of any engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.circuit.machine import BATCH, Words
from zermelo.errors import LimitError
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, State, joints

MEGABYTES = 6144


@dataclass(frozen=True, slots=True)
class Level:
    """Paths of one length: all, those that end there, and the different states they lead to."""

    paths: int
    terminals: int
    states: int


def perft(game: Game, depth: int, start: State | None = None) -> Iterator[Level]:
    """Count level by level, by asking the game: the definition."""
    level = {game.initial if start is None else start: 1}
    for step in range(depth + 1):
        ended = sum(count for state, count in level.items() if game.terminal(state))
        yield Level(sum(level.values()), ended, len(level))
        if step < depth:
            following: dict[State, int] = {}
            for state, count in level.items():
                for joint in joints(game, state):
                    child = game.next(state, joint)
                    following[child] = following.get(child, 0) + count
            level = following


def fast_perft(
    game: CircuitGame, depth: int, start: State | None = None, *, megabytes: int = MEGABYTES
) -> Iterator[Level]:
    """Count level by level in batches; states that are reached twice are looked at once.

    Raises:
        LimitError: the states of a level need more memory.
    """
    machine = game.machine
    rows = game.row(game.initial if start is None else start)[None]
    counts = np.ones(1, np.int64)
    for step in range(depth + 1):
        ended, size = 0, 0
        children: list[tuple[Words, NDArray[Any]]] = []
        for begin in range(0, len(rows), BATCH):
            part = slice(begin, begin + BATCH)
            views = machine.view(rows[part])
            ended += sum(counts[part][views.ended].tolist())
            if step < depth:
                parents, moves = machine.children(views)
                following = machine.step(rows[part][parents], moves)
                children.append(merge(following, counts[part][parents]))
                size += children[-1][0].nbytes + children[-1][1].nbytes
                # Merging needs all of them about three times over.
                if 3 * size > megabytes << 20:
                    message = f"the states at depth {step + 1} need more than {megabytes} MB"
                    raise LimitError(message)
        yield Level(sum(counts.tolist()), ended, len(rows))
        if step < depth:
            rows, counts = merge(
                np.concatenate([rows[:0], *(states for states, _ in children)]),
                np.concatenate([counts[:0], *(count for _, count in children)]),
            )


def merge(rows: Words, counts: NDArray[Any]) -> tuple[Words, NDArray[Any]]:
    """Return the different rows, each with the sum of its counts."""
    if len(rows) == 0:
        return rows, counts
    if counts.sum(dtype=np.float64) > 1 << 62:
        counts = counts.astype(object)  # of Python's integers: there can be many more paths
    order = np.lexsort(rows.T)
    ordered = rows[order]
    new = np.ones(len(rows), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new], np.add.reduceat(counts[order], np.flatnonzero(new))
