"""Counting the paths of a game by depth: the first check of any engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import BATCH, Views, Words, words_for
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, joints

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
    game: CompiledGame, depth: int, start: State | None = None, *, megabytes: int = MEGABYTES
) -> Iterator[Level]:
    """Count level by level in batches; states that are reached twice are looked at once.

    Raises:
        LimitError: the states of a level need more memory.
    """
    machine, counter = game.engine, JointCounter(game)
    rows = game.row(game.initial if start is None else start)[None]
    counts = np.ones(1, np.int64)
    for step in range(depth + 1):
        ended, size = 0, 0
        children: list[tuple[Words, NDArray[Any]]] = []
        for begin in range(0, len(rows), BATCH):
            part = slice(begin, begin + BATCH)
            views = machine.view(rows[part])
            ended += sum(counts[part][views.ended].tolist())
            if step == depth:
                continue
            # The joint moves are counted before they are made: a few states may have billions.
            for some in counter.portions(views, step, megabytes):
                parents, moves = machine.children(views_of(views, some))
                following = machine.step(rows[part][some][parents], moves)
                children.append(merge(following, counts[part][some][parents]))
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


class JointCounter:
    """Counts joint moves without making them."""

    def __init__(self, game: CompiledGame) -> None:
        """Note which bits of the legal moves are whose."""
        bounds = game.dimensions.firsts.tolist()
        bits = np.zeros((len(bounds) - 1, 64 * words_for(bounds[-1])), np.uint8)
        for role, (first, end) in enumerate(pairwise(bounds)):
            bits[role, first:end] = 1
        self.masks: Words = np.packbits(bits, axis=1, bitorder="little").view(np.uint64)
        # A joint move with the number of its state, the state, the one it leads to, that one in
        # order with its place and count.
        self.bytes = 4 * (len(self.masks) + 1) + 3 * 8 * game.words + 24

    def counts(self, views: Views) -> NDArray[np.float64]:
        """Return the joint moves of each state, 0 if it has ended, as floats: they may be many."""
        counts = np.where(views.ended, 0.0, 1.0)
        for mask in self.masks:
            counts *= np.bitwise_count(views.legal & mask).sum(axis=1, dtype=np.int64)
        return counts

    def portions(self, views: Views, step: int, megabytes: int) -> Iterator[slice]:
        """Yield runs of states whose joint moves fit a quarter of the memory together.

        Raises:
            LimitError: those of a single state do not.
        """
        counts = self.counts(views)
        room = max(BATCH, (megabytes << 20) / 4 / self.bytes)
        if counts.max(initial=0.0) > room:
            message = f"a state at depth {step} has {counts.max():,.0f} joint moves"
            raise LimitError(f"{message}, which need more than {megabytes} MB")
        begin, total = 0, 0.0
        for state, count in enumerate(counts.tolist()):
            if total + count > room and state > begin:
                yield slice(begin, state)
                begin, total = state, 0.0
            total += count
        yield slice(begin, len(counts))


def views_of(views: Views, some: slice) -> Views:
    """Return the views of some states."""
    return Views(views.legal[some], views.ended[some], views.goals[some])


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
