"""Scores bound to a game: many states at once, without a search."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.narrow import new_workspace, width
from zermelo.evaluate.score import Score, scorer_of
from zermelo.game.compiled_game import CompiledGame

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Scoring = Callable[[Words], Floats]
"""Tells the worth [states, roles] of rows [states, words]."""


def scoring(game: CompiledGame, score: Score) -> Scoring:
    """Return what scores rows of states, in room of its own: not for several threads at once."""
    from zermelo.evaluate.kernels.score import score_rows

    circuit = game.engine.narrow
    scorer, space = scorer_of(score), new_workspace(circuit)
    brood = np.zeros(width(circuit), np.uint64)

    def worth_of(rows: Words) -> Floats:
        worth = np.zeros((len(rows), score.outputs.size), np.float64)
        score_rows(circuit, scorer, space, brood, rows, worth)
        return worth

    return worth_of


def scored(game: CompiledGame, score: Score, rows: Words) -> Floats:
    """Return the worth [states, roles] of states whose rows [states, words] are given."""
    return scoring(game, score)(rows)
