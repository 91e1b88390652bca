"""Lemmas of the search with supports, and all positions of a game to check them against."""

from collections.abc import Iterator

import numpy as np

from zermelo.evaluate.evaluators.even import Even
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.base import Clock
from zermelo.search.exact.levels import Levels, levels_of
from zermelo.search.mustplay.fast import KernelMustPlay
from zermelo.search.mustplay.readable import ReadableMustPlay
from zermelo.search.mustplay.support import Lemma, Support
from zermelo.search.parts.duel import Duel
from zermelo.search.solve.solution import solved

WORD = (1 << 64) - 1


def asked(
    game: CompiledGame, role: Role, search: MustPlay, *, fast: bool
) -> ReadableMustPlay | KernelMustPlay:
    """Return a search that was asked every question about the start of a game."""
    duel, clock = Duel(game, role, Even().start(game)), Clock()
    asking, levels = search.asking(duel, clock, game.initial, fast=fast), levels_of(game, role)
    for level in range(1, levels.top):
        verdict = asking.ask(game.initial, None, levels.goal(level))
        assert verdict is not None
    return asking


def learnt(asking: ReadableMustPlay | KernelMustPlay, fluents: int) -> Iterator[Lemma]:
    """Yield the lemmas of a search, the earliest first."""
    if isinstance(asking, ReadableMustPlay):
        every = (1 << fluents) - 1
        for lemma in asking.lemmas.learnt:
            support = Support(lemma.support.mask & every, lemma.support.bits)
            yield Lemma(support, lemma.level, lemma.reached)
        return
    from zermelo.search.mustplay.kernels.lemmas import LEARNT, LEVEL, REACHED

    kept, words = asking.lemmas, asking.lemmas.words
    cells = kept.ring.reshape(kept.size, -1)
    for number in range(int(kept.state[LEARNT])):
        *row, claim = cells[kept.size - 1 - number].tolist()
        numbers = [
            sum(word << 64 * place for place, word in enumerate(part))
            for part in (row[:words], row[words:])
        ]
        support = Support(*numbers)
        yield Lemma(support, claim & int(LEVEL), bool(claim & int(REACHED)))


def refuted(game: CompiledGame, role: Role, lemmas: list[Lemma]) -> list[Lemma]:
    """Return the lemmas that some position of a game refutes; each must be about a position."""
    solution = solved(game)
    words, levels = len(solution.rows), levels_of(game, role)
    values = solution.values
    if role == 1:
        assert solution.total is not None
        values = np.float32(solution.total) - values
    reached = np.array([level_of(levels, float(value)) for value in values])
    wrong = []
    for lemma in lemmas:
        mask, bits = (
            np.array([number >> 64 * word & WORD for word in range(words)], np.uint64)
            for number in (lemma.support.mask, lemma.support.bits)
        )
        alike = ((solution.rows & mask[:, None]) == bits[:, None]).all(axis=0)
        assert alike.any()
        if ((reached[alike] >= lemma.level) != lemma.reached).any():
            wrong.append(lemma)
    return wrong


def level_of(levels: Levels, value: float) -> int:
    """Return the highest level that a value reaches; endless matches lie between two."""
    return max(level for level in range(levels.top) if levels.goal(level) <= value)
