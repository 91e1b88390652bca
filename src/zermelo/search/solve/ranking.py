"""Fluents that count the moves of a match: then positions of different levels differ.

In many games something grows by the same amount with every move, such as the number of stones. What
counts the moves is guessed from some matches; whoever relies on it checks it at every move, so that
a wrong guess costs time and nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.engine import Words
from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.folding import Folding

MATCHES = 64
MOST_STEPS = 64
SEED = 1913
Bits = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Fluents of which every move makes `rise` more hold; less if that is negative."""

    fluents: Words  # [words] a bit for each
    rise: int

    def ranks(self, rows: Words) -> NDArray[np.int64]:
        """Return how many of the fluents hold in each of some rows."""
        holding: NDArray[np.int64] = np.bitwise_count(rows & self.fluents).sum(-1, np.int64)
        return holding

    def rank(self, row: Words) -> int:
        """Return how many of the fluents hold in a row."""
        return int(self.ranks(row))


def ranking(game: CompiledGame, row: Words, folding: Folding | None = None) -> Ranking | None:
    """Return what counts the moves in some matches from a position; None if nothing is found."""
    changes = np.concatenate(list(sampled(game, row)) or [np.zeros((0, 0), np.int8)])
    if not len(changes):
        return None
    size = game.dimensions.fluents
    growing = (changes >= 0).all(axis=0) & (changes > 0).any(axis=0)
    shrinking = (changes <= 0).all(axis=0) & (changes < 0).any(axis=0)
    relations = [text.strip("()").split()[0] for text in game.lexicon.fluents]
    kinds = [np.array([relation == one for relation in relations]) for one in set(relations)]
    for kind in (np.ones(size, np.bool_), *sorted(kinds, key=lambda kind: -int(kind.sum()))):
        for chosen in (growing & kind, shrinking & kind):
            rises = np.unique(changes[:, chosen].sum(axis=1, dtype=np.int64))
            if len(rises) == 1 and rises[0] and stays(chosen, folding):
                return Ranking(packed(chosen, game.words), int(rises[0]))
    return None


def stays(chosen: NDArray[np.bool_], folding: Folding | None) -> bool:
    """Whether symmetries leave a set of fluents as it is."""
    return folding is None or bool((chosen[folding.images] == chosen).all())


def sampled(game: CompiledGame, row: Words) -> Iterator[NDArray[np.int8]]:
    """Yield how fluents change [moves, fluents] with all moves of some positions of matches."""
    random = np.random.default_rng(SEED)
    rows = np.repeat(row[None], MATCHES, axis=0)
    for _ in range(MOST_STEPS):
        parents, joints = game.engine.children(game.engine.view(rows))
        if not len(parents):
            return
        children = game.engine.step(rows[parents], joints)
        before, after = bits(rows[parents], game), bits(children, game)
        yield np.unique(after.view(np.int8) - before.view(np.int8), axis=0)
        # One child of each position, any of them.
        order = random.permutation(len(parents))
        _, first = np.unique(parents[order], return_index=True)
        rows = np.ascontiguousarray(children[order[first]])


def bits(rows: Words, game: CompiledGame) -> Bits:
    """Return rows as one number for each fluent."""
    size = game.dimensions.fluents
    return np.unpackbits(rows.view(np.uint8), axis=1, count=size, bitorder="little")


def packed(chosen: NDArray[np.bool_], words: int) -> Words:
    """Return a set of fluents as a row."""
    row = np.zeros(8 * words, np.uint8)
    found = np.packbits(chosen, bitorder="little")
    row[: len(found)] = found
    return row.view(np.uint64)
