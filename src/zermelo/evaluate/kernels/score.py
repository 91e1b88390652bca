"""Scores run on up to 64 states at once: bit k of a word, and number k of a node, is state k."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.engine.kernels.narrow import LANES, bare_game, bare_workspace, see
from zermelo.engine.narrow import Narrow, Workspace
from zermelo.evaluate.kernels.fuzzy import between, combine, multiply, unite
from zermelo.evaluate.score import (
    BETWEEN,
    CLIP,
    ONLY,
    PRODUCT,
    SHARE,
    SUM,
    TALLY,
    TRUTH,
    UNION,
    Score,
)
from zermelo.kernels.kernel import inner, kernel
from zermelo.kernels.operations import bare, lowest

Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


class Scorer(NamedTuple):
    """A score, and room to work. The number of a question is its answer's place in a brood."""

    score: Score
    values: Floats  # [size * LANES] of every node


@inner
def bare_scorer(scorer: Scorer) -> Scorer:
    """Return a scorer on bare memory."""
    score = scorer.score
    return Scorer(
        Score(
            score.size,
            bare(score.kinds),
            bare(score.begins),
            bare(score.inputs),
            bare(score.weights),
            bare(score.numbers),
            bare(score.outputs),
        ),
        bare(scorer.values),
    )


@kernel
def work_out(scorer: Scorer, broods: Words, at: int, lanes: int) -> None:
    """Find the values of all nodes for the brood that begins at `at`."""
    score = scorer.score
    for node in range(score.size):
        kind = score.kinds[node]
        if kind == TRUTH:
            truth(scorer, node, broods, at, lanes)
            continue
        fill(scorer, node, lanes)
        if kind == TALLY:
            tally(scorer, node, broods, at, lanes)
        elif kind == ONLY:
            only(scorer, node, broods, at, lanes)
        elif kind == SUM:
            add_up(scorer, node, lanes)
        elif kind == SHARE:
            share(scorer, node, lanes)
        elif kind == CLIP:
            clip(scorer, node, lanes)
        elif kind == BETWEEN:
            between(scorer, node, lanes)
        elif kind == PRODUCT and score.numbers[2 * node] == 1.0:
            multiply(scorer, node, lanes)
        elif kind == UNION:
            unite(scorer, node, lanes)
        elif kind >= PRODUCT:
            combine(scorer, node, lanes)


@inner
def fill(scorer: Scorer, node: int, lanes: int) -> None:
    """Begin with the first number of a node."""
    number = scorer.score.numbers[2 * node]
    for place in range(node * LANES, node * LANES + lanes):
        scorer.values[place] = number


@inner
def answer(scorer: Scorer, broods: Words, at: int, index: int) -> np.uint64:
    """Return the states in which the answer to an input is yes."""
    word: np.uint64 = broods[at + scorer.score.inputs[index]]
    return word


@inner
def truth(scorer: Scorer, node: int, broods: Words, at: int, lanes: int) -> None:
    """One number for yes, another for no."""
    word = answer(scorer, broods, at, scorer.score.begins[node])
    yes, no = scorer.score.numbers[2 * node], scorer.score.numbers[2 * node + 1]
    for lane in range(lanes):
        holds = word >> np.uint64(lane) & np.uint64(1) != np.uint64(0)
        scorer.values[node * LANES + lane] = yes if holds else no


@inner
def tally(scorer: Scorer, node: int, broods: Words, at: int, lanes: int) -> None:
    """Add the weights of all that holds."""
    score = scorer.score
    mask = ~np.uint64(0) >> np.uint64(LANES - lanes)
    for index in range(score.begins[node], score.begins[node + 1]):
        rest = answer(scorer, broods, at, index) & mask
        while rest != np.uint64(0):
            scorer.values[node * LANES + lowest(rest)] += score.weights[index]
            rest &= rest - np.uint64(1)


@inner
def only(scorer: Scorer, node: int, broods: Words, at: int, lanes: int) -> None:
    """Take the weight of what alone holds."""
    score = scorer.score
    once = np.uint64(0)
    twice = np.uint64(0)
    for index in range(score.begins[node], score.begins[node + 1]):
        word = answer(scorer, broods, at, index)
        twice |= once & word
        once |= word
    mask = ~np.uint64(0) >> np.uint64(LANES - lanes) & ~twice
    for index in range(score.begins[node], score.begins[node + 1]):
        rest = answer(scorer, broods, at, index) & mask
        while rest != np.uint64(0):
            scorer.values[node * LANES + lowest(rest)] = score.weights[index]
            rest &= rest - np.uint64(1)


@inner
def add_up(scorer: Scorer, node: int, lanes: int) -> None:
    """Add nodes by their weights."""
    score = scorer.score
    for index in range(score.begins[node], score.begins[node + 1]):
        first, weight = score.inputs[index] * LANES, score.weights[index]
        for lane in range(lanes):
            scorer.values[node * LANES + lane] += weight * scorer.values[first + lane]


@inner
def share(scorer: Scorer, node: int, lanes: int) -> None:
    """Share the number of a node out: the part that one node has of another."""
    begin = scorer.score.begins[node]
    part, whole = scorer.score.inputs[begin] * LANES, scorer.score.inputs[begin + 1] * LANES
    for lane in range(lanes):
        place = node * LANES + lane
        divisor = max(1.0, scorer.values[whole + lane])
        scorer.values[place] = scorer.values[place] * scorer.values[part + lane] / divisor


@inner
def clip(scorer: Scorer, node: int, lanes: int) -> None:
    """Keep a node between two numbers."""
    first = scorer.score.inputs[scorer.score.begins[node]] * LANES
    least, most = scorer.score.numbers[2 * node], scorer.score.numbers[2 * node + 1]
    for lane in range(lanes):
        value = scorer.values[first + lane]
        scorer.values[node * LANES + lane] = min(most, max(least, value))


@kernel
def score_rows(
    whole_game: Narrow,
    whole_scorer: Scorer,
    whole_space: Workspace,
    brood: Words,
    rows: Words,
    worth: Floats,
) -> None:
    """Fill worth [states, roles] for states of which rows [states, words] are given.

    `brood` is room for one.
    """
    game, scorer = bare_game(whole_game), bare_scorer(whole_scorer)
    space, bits = bare_workspace(whole_space), bare(brood)
    begin = int(np.int64(0))  # typed: numba would compile all that is called once more
    for first in range(0, rows.shape[0], LANES):
        lanes = min(LANES, rows.shape[0] - first)
        for fluent in range(game.fluents):
            word = np.uint64(0)
            for lane in range(lanes):
                bit = rows[first + lane, fluent >> 6] >> np.uint64(fluent & 63) & np.uint64(1)
                word |= bit << np.uint64(lane)
            bits[fluent] = word
        see(game, space, bits, begin)
        work_out(scorer, bits, begin, lanes)
        for role in range(worth.shape[1]):
            output = scorer.score.outputs[role] * LANES
            for lane in range(lanes):
                worth[first + lane, role] = scorer.values[output + lane]
