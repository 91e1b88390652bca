"""A random legal move for each of many states, by weights."""

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.lanes import bit
from zermelo.kernels.kernel import kernel

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


@kernel
def draw(legal: Words, weights: Floats, drawn: Floats, moves: NDArray[np.int32]) -> None:
    """Fill `moves` [states] with one of the legal moves [states, words] each; -1 if there is none.

    A move is as likely as its weight [moves] is large; `drawn` [states] are random, below 1.
    """
    for state in range(legal.shape[0]):
        total = 0.0
        for move in range(weights.size):
            if bit(legal[state], move):
                total += weights[move]
        left = drawn[state] * total
        moves[state] = -1
        for move in range(weights.size):
            if bit(legal[state], move):
                moves[state] = move
                left -= weights[move]
                if left < 0.0:
                    break


@kernel
def adapt(
    legal: Words,
    made: NDArray[np.int32],
    rows: NDArray[np.int64],
    rate: float,
    weights: Floats,
    habits: Floats,
) -> None:
    """Make the moves of a match more likely, and the others that were legal beside them less.

    Args:
        legal: [steps, words] what was legal before each move.
        made: [steps] the moves.
        rows: [steps] which row of habits each step goes by.
        rate: how much more likely.
        weights: [rows, moves] the weights that habits had before.
        habits: [rows, moves] logarithms of weights, to be changed.
    """
    for step in range(made.size):
        row = rows[step]
        total = 0.0
        for move in range(weights.shape[1]):
            if bit(legal[step], move):
                total += weights[row, move]
        for move in range(weights.shape[1]):
            if bit(legal[step], move):
                habits[row, move] -= rate * weights[row, move] / total
        habits[row, made[step]] += rate
